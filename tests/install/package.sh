#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh CPACK BUILD VERSION use|read: makes the Debian package. `use` installs it into an empty root, works from
# there, removes it; its manual pages and completions know every verb. `read` is what Debian says of it (lintian).
set -euo pipefail
cpack=$1 build=$2 version=$3 what=$4
program=$(dirname -- "$(readlink -f -- "$0")")/hello.c
fail() { echo "FAILED: $1"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$cpack" --config "$build/CPackConfig.cmake" -B "$work" >log 2>&1 || { cat log; exit 1; }
package="rockcreek_$version-1_$(dpkg --print-architecture).deb"
[ -f "$package" ] || fail "no $package"
if [ "$what" = read ]; then
  lintian --allow-root --fail-on error "$package" >lintian.txt 2>&1 || { cat lintian.txt; fail "lintian finds errors"; }
  exit
fi

root=$work/root
mkdir -p "$root/var/lib/dpkg/"{info,updates} "$root/var/log"
touch "$root/var/lib/dpkg/"{status,available}
dpkg_in_root() { dpkg --root="$root" --log=/dev/null --force-not-root --force-depends "$@" >dpkg.txt 2>&1 || { cat dpkg.txt; exit 1; }; }
dpkg_in_root --install "$package"
rockcreek=$root/usr/bin/rockcreek
[ "$("$rockcreek" --version)" = "rockcreek $version" ] || fail version
"$rockcreek" cc -O2 "$program" -o hello.elf
"$rockcreek" run hello.elf --ues 2 >hello.txt
grep -q 'UE 1 of 2' hello.txt || fail "run of a program"

# complete WORD...: what bash offers for the last word, which may be empty.
complete_in_bash() {
  # shellcheck disable=SC2016
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rockcreek; echo "${COMPREPLY[@]}"' - \
    "$root/usr/share/bash-completion/completions/rockcreek" "$@"
}
verbs=$("$rockcreek" --verbs | cut -f 1)
for verb in $verbs; do
  [ -f "$root/usr/share/man/man1/rockcreek-$verb.1.gz" ] || fail "no manual page of $verb"
  grep -qw -- "$verb" <<<"$(complete_in_bash rockcreek "$verb")" || fail "bash does not know $verb"
done
[ "$(complete_in_bash rockcreek run --router '')" = "model rtl" ] || fail "values of --router"
grep -qw mesh-8x8 <<<"$(complete_in_bash rockcreek run --machine '')" || fail "names of machines"
grep -qw o1turn <<<"$(complete_in_bash rockcreek noc --routing '')" || fail "values of --routing"
grep -qw pingpong <<<"$(complete_in_bash rockcreek reproduce '')" || fail "names of experiments"
[ "$(complete_in_bash rockcreek run --network-)" = "--network-exact" ] || fail "options of run"
zcat "$root/usr/share/man/man1/rockcreek-run.1.gz" | grep -q 'network\\-exact' || fail "manual page of run"
if command -v zsh >/dev/null; then
  zsh -n "$root/usr/share/zsh/vendor-completions/_rockcreek" || fail "zsh cannot read its completion"
fi

dpkg_in_root --remove rockcreek
left=$(find "$root/usr" ! -type d 2>/dev/null || true)
[ -z "$left" ] || fail "left behind: $left"
