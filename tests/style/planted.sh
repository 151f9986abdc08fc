#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# planted.sh format|shell|licence|warning|warning_in_test|name SCRIPT TOOL SOURCE [COMPILER]: whether the check notices. A
# folder with one clean file passes, the same folder with a violation fails and names it.
set -euo pipefail
what=$1 check=$1 script=$2 tool=$3 source=$4

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source/.clang-format" "$source/.clang-tidy" "$folder"
case $what in
  format)
    file=a.cpp good='int a = 1;' bad='int  a=1;' named=-Wclang-format-violations
    ;;
  shell)
    file=a good=$'#!/bin/sh\necho "$1"' bad=$'#!/bin/sh\necho $1' named=SC2086
    ;;
  licence)
    file=a.c good="/* SPDX-License-Identifier: $tool */" bad='int a;' named='a.c: no SPDX'
    ;;
  warning | warning_in_test | name)
    check=clang file=hw_model/a.cpp
    [ "$what" != warning_in_test ] || check=clang_tests file=tests/a.cpp
    good='int a_number() { return 1; }'
    case $what in
      warning*) bad='class A { int a = 1; };' named=clang-diagnostic-unused-private-field ;;
      name) bad='int aNumber() { return 1; }' named=readability-identifier-naming ;;
    esac
    # As CMake writes it where sources are compiled together.
    unit=$folder/Unity/unity_0_cxx.cxx
    mkdir "$folder/hw_model" "$folder/tests" "$folder/Unity"
    echo "#include \"$folder/$file\"" >"$unit"
    cat >"$folder/compile_commands.json" <<JSON
[
{
  "directory": "$folder",
  "command": "$5 -std=gnu++20 -Wall -Wextra -o a.o -c $unit",
  "file": "$unit"
}
]
JSON
    ;;
esac

echo "$good" >"$folder/$file"
"$script" "$check" "$tool" "$folder" || { echo "FAILED: refuses: $good"; exit 1; }
echo "$bad" >"$folder/$file"
if output=$("$script" "$check" "$tool" "$folder" 2>&1); then
  echo "FAILED: accepts: $bad"
  exit 1
fi
grep -qF -e "$named" <<<"$output" || { echo "FAILED: no $named in: $output"; exit 1; }
