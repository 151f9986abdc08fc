#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang.sh clang TOOL SOURCE [BUILD]: clang's front end over every translation unit of models,
# simulator and tests as BUILD/compile_commands.json compiles it, so that a second compiler accepts
# what GCC does. A warning is an error. No code is made. Names each file that fails; those that passed
# before as they are it does not look at.
set -euo pipefail
tool=$2 source=$3 build=${4:-$3}
# shellcheck source=/dev/null
. "${BASH_SOURCE%/*}/compile_commands.sh"
export tool source
keep_passes clang < <("$tool" --version; cat "${BASH_SOURCE[0]}")

# Options of GCC that clang does not know are no finding. <quadmath.h> is GCC's own header, and is
# looked for where GCC has it after clang's.
check() {
  local compiler=${2%% *} options=${2#* } pass
  options=$(sed -E 's/ -fno-(crossjumping|gcse\S*|tree-\S*)//g' <<<"$options")
  options="${options% -o *} -Werror -Wno-unknown-warning-option -Wno-ignored-optimization-argument"
  options="$options -idirafter $("$compiler" -print-file-name=include)"
  pass=$(pass_of "$options" "\"$tool\" -E -C $options $1" "$source")
  if [ -e "$pass" ]; then touch "$pass" && return; fi
  if ! eval "\"\$tool\" -fsyntax-only $options" '"$1"'; then
    echo "FAILED: $1"
    return 1
  fi
  touch "$pass"
}
export -f check

# A file that includes several sources, for a faster build, is one of ours if they are.
wanted=()
while IFS= read -rd '' file && IFS= read -rd '' command; do
  first=$file
  if [[ $file == */Unity/unity_*_cxx.cxx ]]; then first=$(sed -n 's/^#include "\(.*\)"$/\1/p;T;q' "$file"); fi
  case $first in
    "$source"/hw_model/* | "$source"/sim/* | "$source"/rtl_stubs/wrap/* | "$source"/tests/*)
      wanted+=("$file" "$command")
      ;;
  esac
done < <(entries "$build/compile_commands.json")
[ ${#wanted[@]} -gt 0 ] || { echo "no files"; exit 1; }
printf '%s\0' "${wanted[@]}" | xargs -0 -n 2 -P "$(nproc)" bash -c 'check "$@"' _ || exit 1
echo "$((${#wanted[@]} / 2)) files"
