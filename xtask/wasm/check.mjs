// Runs chop in WebAssembly: the verdicts of the oracle in bindings/verdicts, in every way to ask on every level, and the published
// values of RFC 8032, RFC 7748 and GB/T 32918.
//
//   node check.mjs MODULE.wasm

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const rows = (path) => read(path).trim().split("\n").map(JSON.parse);
const vectors = (path) => JSON.parse(read(`crates/chop-vectors/data/${path}`));

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
assert.deepEqual(WebAssembly.Module.imports(module), []);
const chop = new WebAssembly.Instance(module, {}).exports;

const WAYS = ["one", "prepared", "each", "all"];

/** Writes the parts, in hexadecimal digits, one after the other; the lengths in bytes of all. */
function write(...parts) {
  const bytes = Buffer.from(parts.join(""), "hex");
  new Uint8Array(chop.memory.buffer, chop.input(), bytes.length).set(bytes);
  return parts.map((part) => part.length / 2);
}

/** The first bytes of the result. */
const bytes = (length) => Buffer.from(new Uint8Array(chop.memory.buffer, chop.output(), length));
const hex = (length) => bytes(length).toString("hex");

/** The names that a function gives for 0, 1, …, until there is none. */
function names(name) {
  const found = [];
  for (let length; (length = name(found.length)) > 0; ) found.push(bytes(length).toString());
  return found;
}

const policies = names(chop.policy);
const edges = rows("bindings/verdicts/ed25519.jsonl");
const sm2Edges = rows("bindings/verdicts/sm2.jsonl");
assert.deepEqual([...policies].sort(), [...new Set(edges.flatMap((edge) => edge.valid))].sort());

for (const [i, level] of names(chop.take_level).entries()) {
  chop.take_level(i);

  for (const { name, key, signature, message, valid } of edges) {
    for (const [route, way] of WAYS.entries()) {
      const [, , length] = write(key, signature, message);
      const verdicts = chop.ed25519_verdicts(route, length);
      const accepted = policies.filter((_, policy) => (verdicts >> policy) & 1);
      assert.deepEqual(accepted, policies.filter((policy) => valid.includes(policy)), `${name}, ${way}, ${level}`);
    }
  }

  for (const { name, key, id, signature, message, valid } of sm2Edges) {
    assert.equal(chop.sm2_verdict(...write(key, id, signature, message)), Number(valid), `${name}, ${level}`);
  }

  const { ed25519 } = vectors("rfc8032/ed25519.json");
  for (const { name, secret, public: key, message, signature } of ed25519) {
    const [, length] = write(secret, message);
    assert.equal(hex(chop.ed25519_sign(length)), key + signature, `${name}, ${level}`);
  }

  const { single, iterated } = vectors("rfc7748/x25519.json");
  const x25519 = (scalar, u) => {
    write(scalar, u);
    return hex(chop.x25519_shared());
  };
  for (const { scalar, u, out } of single) assert.equal(x25519(scalar, u), out, level);
  let [k, u] = [iterated.start, iterated.start];
  for (let n = 0; n < 100; n++) {
    [k, u] = [x25519(k, u), k];
    if (n === 0) assert.equal(k, iterated[1], level);
  }

  const { signature: sample } = vectors("sm2/gbt32918.json");
  const { pub: key, ident_hex: id, msg_hex: message, r, s, d } = sample;
  assert.equal(chop.sm2_verdict(...write(key, id, r + s, message)), 1, level);
  const [, length] = write(d, message);
  const made = hex(chop.sm2_sign(length));
  assert.equal(made.slice(0, 130), key, level);
  assert.equal(chop.sm2_verdict(...write(key, id, made.slice(130), message)), 1, level);
  assert.equal(chop.sm2_verdict(...write(key, id, made.slice(130), `${message}00`)), 0, level);

  const asked = edges.length * policies.length * WAYS.length;
  console.log(`${level}: ${asked} verdicts of ${policies.length} policies, ${sm2Edges.length} of SM2, published values`);
}
