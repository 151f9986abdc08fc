#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang.sh clang|clang_tests TOOL SOURCE [BUILD]: what clang's front end and clang-tidy say of models and simulator,
# or of tests, as BUILD/compile_commands.json compiles them. A second compiler accepts what GCC does; a warning is
# an error; no code is made. TOOL is clang-tidy: it compiles with the warnings of each file's command. Models and
# simulator have the checks of .clang-tidy, tests a single one, without which the tool does not start. Names each
# file that fails; those that passed before as they are it does not look at.
set -euo pipefail
part=$1 tool=$2 source=$3 build=${4:-$3}

# entries FILE: "file" and "command" of the first entry of each file in a compile_commands.json as CMake
# writes it; each ends with a zero byte.
entries() {
  sed -n 's/ -finstrument-functions[^ ]*//g; s/\\"/"/g; s/\\\\/\\/g; s/^ *"command": "\(.*\)",$/\1/p; s/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$1" |
    awk 'NR % 2 == 1 { command = $0; next } !seen[$0]++ { printf "%s%c%s%c", $0, 0, command, 0 }'
}

# A file that passed is not looked at again until what the compiler sees of it, its command line, the tool,
# its checks or this script change: hashes of what passed are kept in the user's cache, for all clones; those
# that no run asked for in a month are dropped.
passed=${XDG_CACHE_HOME:-$HOME/.cache}/rockcreek/clang
state=$({ "$tool" --version; cat "${BASH_SOURCE[0]}" "$source/.clang-tidy"; } | sha256sum)
mkdir -p "$passed"
find "$passed" -type f -mtime +30 -delete
export tool source passed state

# pass_of OPTIONS PREPROCESS: the name under which a pass is kept. Comments stay in what PREPROCESS prints: some
# are for the checker.
pass_of() {
  local hash
  hash=$({ echo "$state $1"; eval "$2"; } | sed "s|$source/||g" | sha256sum)
  echo "$passed/${hash%% *}"
}

# check FILE COMMAND CHECKS. Options of GCC that clang does not know are no finding. <quadmath.h> is GCC's own
# header, and is looked for where GCC has it after clang's.
check() {
  local compiler=${2%% *} options=${2#* } pass output
  options=$(sed -E 's/ -f(no-(crossjumping|gcse\S*|tree-\S*)|fat-lto-objects)//g' <<<"$options")
  options="${options% -o *} -Wno-unknown-warning-option -Wno-ignored-optimization-argument"
  options="$options -idirafter $("$compiler" -print-file-name=include)"
  pass=$(pass_of "$3 $options" "${2% -o *} -E -C $1")
  if [ -e "$pass" ]; then touch "$pass" && return; fi
  if ! output=$(eval "\"\$tool\" --quiet --warnings-as-errors='*' --checks=\"\$3\"" '"$1"' "-- $options" 2>&1); then
    printf '%s\nFAILED: %s\n' "$output" "$1"
    return 1
  fi
  touch "$pass"
}
export -f check pass_of

# A file that includes several sources, for a faster build, is one of ours if they are.
wanted=()
while IFS= read -rd '' file && IFS= read -rd '' command; do
  first=$file
  if [[ $file == */Unity/unity_*_cxx.cxx ]]; then first=$(sed -n 's/^#include "\(.*\)"$/\1/p;T;q' "$file"); fi
  # Models that a test compiles once more, for a library of its own.
  [[ $part:$file != clang:"$build"/tests/* ]] || continue
  case $part:$first in
    clang:"$source"/hw_model/* | clang:"$source"/sim/* | clang:"$source"/rtl_stubs/wrap/*)
      wanted+=("$file" "$command" "") ;;
    clang_tests:"$source"/tests/*) wanted+=("$file" "$command" '-*,clang-diagnostic-*,modernize-use-override') ;;
  esac
done < <(entries "$build/compile_commands.json")
[ ${#wanted[@]} -gt 0 ] || { echo "no files"; exit 1; }
printf '%s\0' "${wanted[@]}" | xargs -0 -n 3 -P "$(nproc)" bash -c 'check "$@"' _ || exit 1
echo "$((${#wanted[@]} / 3)) files"
