#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sources.sh format|shell|licence TOOL SOURCE: runs clang-format over every C and C++ source below
# SOURCE, or the shell checker over every script, or looks for the line that names the licence TOOL at
# the top of every source. Fails when something is found, or when there is no file.
set -euo pipefail
what=$1 tool=$2
cd "$3"

# Everything but build trees and git's own files.
files() { find . \( -name 'build*' -type d -o -name .git \) -prune -o -type f "$@" -print0; }

case $what in
  format)
    mapfile -d '' -t found < <(files -name '*.h' && files -name '*.hpp' && files -name '*.c' && files -name '*.cpp')
    check=("$tool" --dry-run -Werror)
    ;;
  shell)
    mapfile -d '' -t found < <(files | xargs -0 grep -lIZ '^#!.*sh$')
    check=("$tool")
    ;;
  licence)
    # Not in documents, nor in inputs of tests whose places in the file are results.
    mapfile -d '' -t found < <(
      files \( -name '*.[chSy]' -o -name '*.[ch]pp' -o -name '*.sv' -o -name '*.re' -o -name '*.js' -o \
        -name '*.cs' -o -name '*.py' -o -name '*.cmake' -o -name CMakeLists.txt -o -name '*.toml' \) \
        -not -path './docs/*' -not -path './tests/*.cs' -not -path './tests/*.toml' \
        -not -path ./tests/style/planted.sv
      files | xargs -0 grep -lIZ '^#!.*sh$')
    # shellcheck disable=SC2016 # awk's variables
    check=(awk -v "line=SPDX-License-Identifier: $tool" '
      function check() { if (last != "" && !has) { print last ": no " line; missing = 1 } }
      FNR == 1 { check(); last = FILENAME; has = 0 }
      FNR <= 2 && index($0, line) { has = 1 }
      FNR == 2 { nextfile }
      END { check(); exit missing }')
    ;;
esac
[ ${#found[@]} -gt 0 ] || { echo "no files"; exit 1; }
printf '%s\0' "${found[@]}" | xargs -0 "${check[@]}" || exit 1
echo "${#found[@]} files"
