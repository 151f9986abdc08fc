#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tidy.sh tidy TOOL SOURCE [BUILD]: clang-tidy over the sources of models and simulator that
# BUILD/compile_commands.json names, but for those that passed before as they are.
set -euo pipefail
tool=$2 source=$3 build=${4:-$3}
# shellcheck source=/dev/null
. "${BASH_SOURCE%/*}/compile_commands.sh"
export tool source build

mkdir -p "$build/tidy"
keep_passes tidy < <("$tool" --version; cat "$source/.clang-tidy")

# Entries of files that include several sources, for a faster build, become one for each source. Of a source
# with several entries the first one counts: clang-tidy would look at all. CMake writes an entry's "directory",
# "command" and "file" in this order, one a line. Clang does not know all of GCC's options.
awk '
  function entry(source, before) {
    if (seen[source]++) return
    before = index(command, " -c " unit) + 3
    printf "%s{\n%s\n%s\n  \"file\": \"%s\"\n}", separator, directory,
      substr(command, 1, before) source substr(command, before + length(unit) + 1), source
    separator = ",\n"
  }
  BEGIN { print "[" }
  /^ *"directory":/ { directory = $0 }
  /^ *"command":/ { gsub(/ -f(no-(crossjumping|gcse-after-reload|gcse|tree-fre)|fat-lto-objects)/, ""); command = $0 }
  /^ *"file":/ {
    split($0, quoted, "\"")
    unit = quoted[4]
    if (unit !~ /\/Unity\/unity_[0-9]+_cxx\.cxx$/) {
      entry(unit)
      next
    }
    while ((getline line <unit) > 0)
      if (split(line, quoted, "\"") == 3 && quoted[1] == "#include ") entry(quoted[2])
    close(unit)
  }
  END { print "\n]" }
' "$build/compile_commands.json" >"$build/tidy/compile_commands.json"

# check FILE COMMAND
check() {
  local pass
  # Nor its 128-bit numbers, nor all operands of its assembly.
  if grep -qE '<quadmath.h>|asm volatile' "$1"; then return; fi
  pass=$(cd "$build" && pass_of "$2" "${2% -o *} -E -C $1" "$source")
  if [ -e "$pass" ]; then touch "$pass" && return; fi
  "$tool" -p "$build/tidy" --quiet --warnings-as-errors='*' "$1" 2>/dev/null || return 1
  touch "$pass"
}
export -f check

wanted=()
while IFS= read -rd '' file && IFS= read -rd '' command; do
  case $file in
    "$source"/hw_model/* | "$source"/sim/* | "$source"/rtl_stubs/wrap/*) wanted+=("$file" "$command") ;;
  esac
done < <(entries "$build/tidy/compile_commands.json")
[ ${#wanted[@]} -gt 0 ] || { echo "no files"; exit 1; }
printf '%s\0' "${wanted[@]}" | xargs -0 -n 2 -P "$(nproc)" bash -c 'check "$@"' _ || exit 1
echo "$((${#wanted[@]} / 2)) files"
