#!/bin/sh
# A tour of the program `chop` on files of this repository: a file is signed and verified, a tampered copy is
# refused, and a table of signatures is verified. Writes to a temporary directory only.
#
# Usage: examples/tour.sh [PROGRAM]
#
# PROGRAM is the program to run. Without it, the one that `cargo install --path crates/chop-cli` installed from this
# repository is run, whatever the root of the installation, and no other program of that name.
set -eu

examples=$(cd "$(dirname "$0")" && pwd -P)
repository=$(dirname "$examples")

# The folders where cargo may have installed programs: it lists them in .crates.toml.
roots() {
    printf '%s\n' "${CARGO_INSTALL_ROOT:-}" "${CARGO_HOME:-}" "${HOME:-}/.cargo"
    for config in "$repository/.cargo/config.toml" "${CARGO_HOME:-${HOME:-}/.cargo}/config.toml"; do
        sed -n '/^\[install\]/,/^\[[^i]/ s/^root *= *["'\'']\(.*\)["'\''].*/\1/p' "$config" 2>/dev/null || true
    done
    printf '%s\n' "$PATH" | tr ':' '\n' | sed -n 's|/bin/*$||p'
}

# The program that was installed last from this repository.
installed() {
    roots | while IFS= read -r root; do
        if [ -n "$root" ] && [ -x "$root/bin/chop" ] &&
            grep -qF "(path+file://$repository/crates/chop-cli)" "$root/.crates.toml" 2>/dev/null; then
            printf '%s\n' "$root/bin/chop"
        fi
    done
}

if [ "$#" -gt 0 ]; then
    program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
else
    program=$(installed | while IFS= read -r found; do
        [ -n "${newest:-}" ] && [ ! "$found" -nt "$newest" ] || newest=$found
        printf '%s\n' "$newest"
    done | tail -n 1)
fi
if [ ! -x "$program" ]; then
    echo "examples/tour.sh: no program; run cargo install --locked --path crates/chop-cli, or name it: examples/tour.sh PROGRAM" >&2
    exit 2
fi
chop() { "$program" "$@"; }

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
