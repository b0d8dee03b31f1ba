//! chop as a module of WebAssembly without imports, for `check.mjs`.
//!
//! The caller writes the parts of an input one after the other at [`input`], calls a function with the lengths of those that
//! vary, and reads the result at [`output`].

use chop::ed25519::{self, Item, Policy, PreparedVerifyingKey};
use chop::level::{self, Level};
use chop::{sm2, x25519};
use std::sync::{Mutex, MutexGuard};

static INPUT: Mutex<[u8; 4096]> = Mutex::new([0; 4096]);
static OUTPUT: Mutex<[u8; 256]> = Mutex::new([0; 256]);

fn read() -> MutexGuard<'static, [u8; 4096]> {
    INPUT.lock().expect("there is one thread")
}

fn write(parts: &[&[u8]]) -> usize {
    let bytes = parts.concat();
    OUTPUT.lock().expect("there is one thread")[..bytes.len()].copy_from_slice(&bytes);
    bytes.len()
}

/// Where an input begins.
#[unsafe(no_mangle)]
pub extern "C" fn input() -> *mut u8 {
    read().as_mut_ptr()
}

/// Where a result begins.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.lock().expect("there is one thread").as_ptr()
}

/// Computes on level `i` from now on; the fastest is 0. Result: its name, and the length of that; 0 if there are fewer levels.
#[unsafe(no_mangle)]
pub extern "C" fn take_level(i: usize) -> usize {
    let level = Level::available().nth(i);
    level::force(level);
    level.map_or(0, |level| write(&[level.name().as_bytes()]))
}

/// Result: the name of policy `i`, and the length of that; 0 if there are fewer policies.
#[unsafe(no_mangle)]
pub extern "C" fn policy(i: usize) -> usize {
    Policy::NAMED.get(i).map_or(0, |named| write(&[named.id.as_bytes()]))
}

/// Input: an Ed25519 key, a signature, the message. Bit i: the verdict of policy i, for the way `route` to ask.
///
/// 0: the key alone. 1: the key prepared. 2: a group of copies and one more, each. 3: these, all.
///
/// # Panics
/// If copies of one signature get different verdicts.
#[unsafe(no_mangle)]
pub extern "C" fn ed25519_verdicts(route: usize, message: usize) -> u32 {
    let input = read();
    let (key, rest) = input.split_first_chunk::<32>().expect("the input is longer");
    let (signature, rest) = rest.split_first_chunk::<64>().expect("the input is longer");
    let (signature, message) = (ed25519::Signature::from_bytes(signature), &rest[..message]);
    let Ok(decoded) = ed25519::VerifyingKey::from_bytes(key) else {
        // An item with bytes that are no key is invalid.
        let items = [Item::new(key, message, &signature)];
        assert!(
            Policy::NAMED.iter().all(|named| ed25519::verify_each(&items, named.policy).invalid().eq([0]))
        );
        return 0;
    };
    let prepared = (route == 1).then(|| PreparedVerifyingKey::new(&decoded));
    let items = vec![Item::new(key, message, &signature); level::current().lanes() + 1];
    let verdict = |policy: Policy| match route {
        0 | 1 => {
            let key = prepared.as_ref().map_or(decoded.with_policy(policy), |key| key.with_policy(policy));
            key.verify(message, &signature).is_ok()
        }
        2 => {
            let verdicts: Vec<bool> = ed25519::verify_each(&items, policy).iter().collect();
            assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "copies get different verdicts");
            verdicts[0]
        }
        _ => ed25519::verify_all_deterministic(&items, policy).is_ok(),
    };
    (0..).zip(Policy::NAMED).map(|(i, named)| u32::from(verdict(named.policy)) << i).sum()
}

/// Input: a seed, the message. Result: the public key, the signature.
#[unsafe(no_mangle)]
pub extern "C" fn ed25519_sign(message: usize) -> usize {
    let input = read();
    let (seed, rest) = input.split_first_chunk::<32>().expect("the input is longer");
    let key: ed25519::SigningKey = ed25519::SigningKey::from_seed(seed);
    write(&[&key.verifying_key().to_bytes(), &key.sign(&rest[..message]).to_bytes()])
}

/// Input: a scalar, a u-coordinate. Result: a u-coordinate.
#[unsafe(no_mangle)]
pub extern "C" fn x25519_shared() -> usize {
    let input = read();
    let (scalar, rest) = input.split_first_chunk::<32>().expect("the input is longer");
    let (u, _) = rest.split_first_chunk::<32>().expect("the input is longer");
    write(&[&x25519::x25519(scalar, u)])
}

/// Input: an SM2 key, an identifier, a signature (r ‖ s, or DER), the message. 1 if it is valid.
#[unsafe(no_mangle)]
pub extern "C" fn sm2_verdict(key: usize, id: usize, signature: usize, message: usize) -> u32 {
    let input = read();
    let (key, rest) = input.split_at(key);
    let (id, rest) = rest.split_at(id);
    let (signature, rest) = rest.split_at(signature);
    let signature = match signature.len() {
        64 => sm2::Signature::from_slice(signature),
        _ => sm2::Signature::from_der(signature),
    };
    let (Ok(key), Ok(signature)) = (sm2::VerifyingKey::from_slice(key), signature) else { return 0 };
    let id = sm2::Id::new(id).expect("the identifier is short");
    u32::from(key.with_id(&id).verify(&rest[..message], &signature).is_ok())
}

/// Input: an SM2 private key, the message. Result: the public key; a signature with the usual identifier.
#[unsafe(no_mangle)]
pub extern "C" fn sm2_sign(message: usize) -> usize {
    let input = read();
    let (d, rest) = input.split_first_chunk::<32>().expect("the input is longer");
    let key = sm2::SigningKey::from_bytes(d).expect("the number is a key");
    write(&[&key.verifying_key().to_bytes(), &key.sign(&rest[..message]).to_bytes()])
}
