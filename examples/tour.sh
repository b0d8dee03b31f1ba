#!/bin/sh
# A tour of the program `chop` on files of this repository: a file is signed and verified, a tampered copy is
# refused, and a table of signatures is verified. Writes to a temporary directory only.
set -eu

examples=$(cd "$(dirname "$0")" && pwd)
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$examples/../README.md" .

say() { printf '\n$ %s\n' "$*"; }
run() { say "$*"; "$@"; }

run chop keygen --out key.pem
run chop sign --key key.pem README.md
run chop verify --key key.pub.pem README.md

say "sed 's/ed/ad/' README.md > tampered.md"
sed 's/ed/ad/' README.md >tampered.md
code=0
run chop verify --key key.pub.pem --signature README.md.sig tampered.md || code=$?
if [ "$code" != 1 ]; then
    echo "the tampered copy was not refused: exit code $code" >&2
    exit 1
fi

# The table of the repository, over and over: 25,600 signatures of 16 signers.
i=0
while [ "$i" -lt 100 ]; do
    cat "$examples/signatures.jsonl"
    i=$((i + 1))
done >signatures.jsonl
run chop verify-table signatures.jsonl
