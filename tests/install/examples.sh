#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# examples.sh ROCKCREEK SOURCE: the help of the main verbs has its options below titles, and examples, which run.
set -euo pipefail
rockcreek=$1 source=$2
fail() { echo "FAILED: $1"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$source/tests/install/hello.c" .
cp "$source/docs/plans/quick.toml" plan.toml
cp "$source/firmware/apps/examples/nx_hello/nx_hello.c" nodes.c
cat >sum.cpp <<'PROGRAM'
#include <cstdio>
int main() { std::printf("%d\n", 1 + 2); }
PROGRAM

help_of() { "$rockcreek" "$1" --help; }
has_titles() {
  local verb=$1 title
  shift
  for title in "$@"; do help_of "$verb" | grep -x "$title:" || fail "$verb --help: no $title"; done
}
has_titles run Program Machine Results Snapshots Waves
has_titles noc Machine Network Routers Traffic Measurement Results
for verb in cc run native gdb reproduce noc explore; do
  mapfile -t examples < <(help_of "$verb" | sed -n '/^Examples:/,$s/^  rockcreek //p')
  [ ${#examples[@]} -gt 1 ] || fail "$verb --help: no examples"
  for example in "${examples[@]}"; do
    # shellcheck disable=SC2086
    "$rockcreek" $example </dev/null >output.txt 2>&1 || { cat output.txt; fail "$example"; }
    echo "$example: $(wc -l <output.txt) lines"
  done
done
