# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by clang.sh and tidy.sh.

# entries FILE: "file" and "command" of the first entry of each file in a compile_commands.json as CMake
# writes it; each ends with a zero byte.
entries() {
  sed -n 's/ -finstrument-functions[^ ]*//g; s/\\"/"/g; s/\\\\/\\/g; s/^ *"command": "\(.*\)",$/\1/p; s/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$1" |
    awk 'NR % 2 == 1 { command = $0; next } !seen[$0]++ { printf "%s%c%s%c", $0, 0, command, 0 }'
}
