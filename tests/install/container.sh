#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# container.sh CPACK BUILD RECIPES: the image of cmake/container compiles and runs a program.
set -euo pipefail
cpack=$1 build=$2 recipes=$3
program=$(dirname -- "$(readlink -f -- "$0")")/hello.c
fail() { echo "FAILED: $1"; exit 1; }
skip() { echo "skipped: $1"; exit 77; }
command -v mmdebstrap >/dev/null || skip "no mmdebstrap"
unshare --mount --map-root-user true || skip "no mount namespaces here"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$cpack" --config "$build/CPackConfig.cmake" -B package >log 2>&1 || { cat log; exit 1; }
"$recipes/image" package/rockcreek_*.deb image.tar >log 2>&1 || { cat log; exit 1; }
mkdir root
tar -C root -xf image.tar --exclude='./dev/*' --no-same-owner
rm image.tar

folder=root$(sed -n 's/^WORKDIR //p' "$recipes/Containerfile")
entry=$(sed -n 's/^ENTRYPOINT \["\(.*\)"\]$/\1/p' "$recipes/Containerfile")
cp "$program" "$folder"
# container WORD...: what `podman run` does with them.
container() {
  # shellcheck disable=SC2016
  unshare --mount --map-root-user sh -ec 'mount --rbind /proc root/proc; mount --rbind /dev root/dev
    unset ROCKCREEK ROCKCREEK_PRESET; work=${1#root}; shift; exec unshare --root=root --wd="$work" "$@"' - \
    "$folder" "$entry" "$@"
}
container cc -O2 hello.c -o hello.elf || fail "cc"
container run hello.elf --ues 2 >hello.txt || fail "run"
grep -q 'UE 1 of 2' hello.txt || fail "run prints something else"
container reproduce pingpong --quick >pingpong.txt || fail "reproduce"
grep -q '^1024 B' pingpong.txt || fail "pingpong prints no rows"
[ -z "$(find root/tmp root/var/lib/apt/lists -type f -size +0)" ] || fail "the image has files that nobody needs"
