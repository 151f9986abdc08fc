#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install.sh CMAKE BUILD SOURCE: installs the build into a temporary folder, moves that, and works
# from there: help, ping-pong, the compilers, their CMake toolchain file, find_package(RockCreek).
# Where the system lets us, build and source are hidden meanwhile (empty folders are mounted over
# them); everywhere, nothing installed may name them.
set -euo pipefail
cmake=$1 build=$2 source=$3 stage=${4:-}

fail() { echo "FAILED: $1"; exit 1; }
# A command's output goes to a file first: a grep that stops reading at its match would end the
# command by a broken pipe now and then.
prints() { local line=$1; shift; "$@" >output.txt && grep -q -- "$line" output.txt; }

if [ -z "$stage" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  "$cmake" --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
  mv "$work/first" "$work/a prefix"
  cp -r "$source/tests/install/example" "$source/firmware/sdk/example/." -t "$work"
  cp "$source/tests/install/hello.c" "$0" -t "$work"

  if grep -rFl -e "$build" -e "$source" -e "$work" "$work/a prefix"; then
    fail "these name the build, the source or where they were installed first"
  fi
  cd "$work"
  if unshare --mount --map-root-user true 2>/dev/null; then
    echo "build and source hidden"
    unshare --mount --map-root-user "$work/install.sh" "$cmake" "$build" "$source" hidden
  else
    echo "build and source not hidden: no mount namespaces here"
    "$work/install.sh" "$cmake" "$build" "$source" open
  fi
  exit
fi

if [ "$stage" = hidden ]; then
  mount -t tmpfs none "$build"
  mount -t tmpfs none "$source"
fi
unset ROCKCREEK_PRESET ROCKCREEK
bin="$PWD/a prefix/bin"
set -x

prints '^rockcreek [0-9.]*$' "$bin/rockcreek" --version || fail version
"$bin/rockcreek" reproduce pingpong --quick >pingpong.txt || fail pingpong
grep -q '^1024 B' pingpong.txt || fail "pingpong prints no rows"

"$bin/rockcreek" cc -O2 hello.c -o hello.elf
prints 'UE 1 of 2' "$bin/rockcreek" run hello.elf --ues 2 || fail "run of a program"
"$bin/rockcreek-cc" --native hello.c -o hello
prints 'UE 1 of 2' "$bin/rockcreek" native ./hello --ues 2 || fail "native run"

cat >sum.cpp <<'PROGRAM'
#include <cstdio>
#include <numeric>
#include <vector>
int main() {
  const std::vector<int> values{1, 2, 3};
  std::printf("%d\n", std::accumulate(values.begin(), values.end(), 0));
}
PROGRAM
"$bin/rockcreek-c++" sum.cpp -o sum.elf
prints '^6$' "$bin/rockcreek-run" sum.elf --ues 1 || fail "c++"

cat >nodes.c <<'PROGRAM'
#include <stdio.h>
#include "nx.h"
int main(void) { printf("node %ld of %ld\n", mynode(), numnodes()); return 0; }
PROGRAM
"$bin/rockcreek" cc --nx nodes.c -o nodes.elf
prints 'node 1 of 2' "$bin/rockcreek" run nodes.elf --machine ipsc860 --ues 2 || fail nx

cat >sums.cs <<'PROGRAM'
#include <stdio.h>
shape [64]a;
int main(void) {
  int odd_sum = 0;
  with(a) where(pcoord(0) % 2) odd_sum += pcoord(0);
  printf("%d\n", odd_sum);
  return 0;
}
PROGRAM
"$bin/rockcreek" cc sums.cs -o sums.elf
prints '1024$' "$bin/rockcreek" run sums.elf --machine ipsc860 --ues 2 || fail "C*"

"$cmake" -S . -B ring -DCMAKE_TOOLCHAIN_FILE="$PWD/a prefix/lib/rockcreek/rockcreek.cmake" \
  -DROCKCREEK_UES=3 >/dev/null
"$cmake" --build ring >/dev/null
prints 'after 2 rounds' "$bin/rockcreek" run ring/ring.elf --ues 3 -- 2 || fail "toolchain file"

prints '^\[0 1\]$' env PYTHONPATH="$PWD/a prefix/lib/rockcreek/python" /usr/bin/python3 -c \
  'import rockcreek; print(rockcreek.run("hello.elf", ues=2).cores["ue"])' || fail "Python module"

/usr/bin/python3 -m venv --system-site-packages venv
venv/bin/pip --disable-pip-version-check install --no-index "a prefix/lib/rockcreek/python" || fail "pip install"
prints '^\[0 1\]$' venv/bin/python -c \
  'import rockcreek; print(rockcreek.run("hello.elf", ues=2).cores["ue"])' || fail "Python module by pip"

[ -z "$(ls "a prefix/lib/rockcreek/python/"_rockcreek* 2>/dev/null)" ] ||
  prints '^<Stop: ended at' env PYTHONPATH="$PWD/a prefix/lib/rockcreek/python" /usr/bin/python3 -c \
    'import rockcreek; print(rockcreek.Machine("hello.elf", ues=2).run())' || fail "held machine"

"$cmake" -S example -B models -DCMAKE_PREFIX_PATH="$PWD/a prefix" >/dev/null
"$cmake" --build models >/dev/null
[ "$(models/example)" = "36 cycles" ] || fail "find_package"

prints '^UE 1 came to main, then the same end$' models/held "$bin/rockcreek" hello.elf || fail "HeldMachine"

# The chip of docs/library.md: the same cycles without modules of its own, others with each.
own="a prefix/share/doc/rockcreek/own_chip"
"$bin/rockcreek" cc -O2 -I"$own" "$own/sums.c" -o sums.elf
"$cmake" -S "$own" -B own_chip -DCMAKE_PREFIX_PATH="$PWD/a prefix" >/dev/null
"$cmake" --build own_chip >/dev/null
"$bin/rockcreek" run sums.elf --cores 0,10 | grep 'core: sum' >expected.txt
for modules in "" sram crossbar adder "sram crossbar adder"; do
  # shellcheck disable=SC2086
  own_chip/own_chip sums.elf $modules >"own $modules.txt" || fail "own_chip $modules"
done
cat own*.txt
grep -qFf expected.txt "own .txt" || fail "own_chip is not the SCC"
grep -qFf expected.txt "own adder.txt" || fail "the adder changes what a core does"
! grep -qFf expected.txt "own sram.txt" || fail "sram is not there"
! grep -qFf expected.txt "own crossbar.txt" || fail "crossbar is not there"
grep -q 'adder: sum 3130943456' "own adder.txt" || fail "adder"
grep -q 'adder: sum 3130943456' "own sram crossbar adder.txt" || fail "all modules"

# A router of docs/library.md among ours.
"$cmake" -S "a prefix/share/doc/rockcreek/own_router" -B own_router -DCMAKE_PREFIX_PATH="$PWD/a prefix" >/dev/null
"$cmake" --build own_router >/dev/null
prints '^[0-9]* packets, each in its cycle$' own_router/own_router || fail own_router

# A whole network in SystemC, built by the line of docs/network.md.
own="a prefix/share/doc/rockcreek/own_network"
# shellcheck disable=SC2046
g++ -std=c++20 -O2 -shared -fPIC -I"a prefix/lib/rockcreek/network" "$own/own_network.cpp" -o own_network.so \
  $(pkg-config --cflags --libs systemc)
"$bin/rockcreek" network check ./own_network.so --grid 2x2 --cycles 100 || fail own_network
