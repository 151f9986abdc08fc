# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by clang.sh and tidy.sh.

# entries FILE: "file" and "command" of the first entry of each file in a compile_commands.json as CMake
# writes it; each ends with a zero byte.
entries() {
  sed -n 's/ -finstrument-functions[^ ]*//g; s/\\"/"/g; s/\\\\/\\/g; s/^ *"command": "\(.*\)",$/\1/p; s/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$1" |
    awk 'NR % 2 == 1 { command = $0; next } !seen[$0]++ { printf "%s%c%s%c", $0, 0, command, 0 }'
}

# keep_passes CHECK: a file that passed is not looked at again until what the compiler sees of it, its
# command line or what standard input says of the checker changes: hashes of what passed are kept in the
# user's cache, for all clones; those that no run asked for in a month are dropped.
keep_passes() {
  passed=${XDG_CACHE_HOME:-$HOME/.cache}/rockcreek/$1 state=$(sha256sum)
  mkdir -p "$passed"
  find "$passed" -type f -mtime +30 -delete
  export passed state
  export -f pass_of
}

# pass_of COMMAND PREPROCESS SOURCE: the name under which a pass is kept. Comments stay in what PREPROCESS
# prints: some are for the checker.
pass_of() {
  local hash
  hash=$({ echo "$state $1"; eval "$2"; } | sed "s|$3/||g" | sha256sum)
  echo "$passed/${hash%% *}"
}
