#!/usr/bin/env bash
# sources.sh format|shell TOOL SOURCE: runs clang-format over every C and C++ source below SOURCE, or
# the shell checker over every script. Fails when the tool finds anything, or when there is no file.
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
esac
[ ${#found[@]} -gt 0 ] || { echo "no files"; exit 1; }
printf '%s\0' "${found[@]}" | xargs -0 "${check[@]}" || exit 1
echo "${#found[@]} files"
