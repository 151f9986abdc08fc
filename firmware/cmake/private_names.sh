#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# private_names.sh ARCHIVE OBJDUMP OBJCOPY AR [NAMES]: gives what a library defines a second name, __rc_NAME,
# by which it and its brothers call it; NAME stays as a weak alias for programs, which may define it
# themselves, as anything at all: the libraries keep their own. No code changes and none moves.
# Only names that C reserves for any use, as _Exit and __errno, stay alone.
#
# NAMES (an extended regular expression): what other libraries define in the same way.
set -euo pipefail
archive=$(realpath "$1") objdump=$2 objcopy=$3 ar=$4 names=${5:-}

# What libraries share with a program that defines it: the heap and the variables of getopt, as under Linux,
# and those of RCCE's and NX's headers.
shared='malloc|calloc|realloc|free|cfree|memalign|aligned_alloc|posix_memalign|valloc|pvalloc|malloc_usable_size'
shared+='|opt(arg|err|ind|opt)|suboptarg|RCCE_(BUFF_SIZE|COMM_WORLD|IAM|NP|P_COMM|comm_buffer|debug_groups)'
shared+='|RC_(COREID|MY_COREID|REFCLOCKGHZ)|iRCCE_ANY_(LENGTH|SOURCE)|msginfo'

work=$(mktemp -d "$archive.XXXXXX")
trap 'rm -r "$work"' EXIT
declare -A seen
objects=()
while read -r member; do
  seen[$member]=$((${seen[$member]:-0} + 1))  # a member's name may come again
  mkdir -p "$work/${seen[$member]}"
  (cd "$work/${seen[$member]}" && "$ar" xN "${seen[$member]}" "$archive" "$member")
  objects+=("$work/${seen[$member]}/$member")
done < <("$ar" t "$archive")

# Options of objcopy, in a file for each object.
"$objdump" -t "${objects[@]}" | awk -v names="^($names)\$" -v shared="^($shared)\$" '
  /^[^ ].*: +file format / { sub(/: +file format .*/, ""); object[++objects] = $0; next }
  /^[0-9a-f]+ [gu ][w ]/ {
    split($0, half, "\t")
    count = split(half[2], right, " ")
    name = right[count]
    flags = substr(half[1], index(half[1], " ") + 1, 7)
    section = substr(half[1], index(half[1], " ") + 9)
    if (name !~ /^_?[a-z][A-Za-z0-9_]*$|^[A-Z][A-Za-z0-9_]*$/ || name == "main") next
    symbols[objects] = symbols[objects] " " name
    if (section ~ /^\*/) next  # not defined here
    defined[name] = 1
    place[objects, name] = section ":0x" substr($0, 1, index($0, " ") - 1) ",weak" \
      (flags ~ /F/ ? ",function" : flags ~ /O/ ? ",object" : "")
  }
  END {
    for (i = 1; i <= objects; ++i) {
      options = object[i] ".options"
      printf "" >options
      count = split(symbols[i], list, " ")
      for (j = 1; j <= count; ++j) {
        name = list[j]
        if (name ~ shared) {
          if ((i, name) in place) print "--weaken-symbol " name >options
        } else if (name in defined || name ~ names) {
          print "--redefine-sym " name "=__rc_" name >options
          if ((i, name) in place) print "--add-symbol " name "=" place[i, name] >options
        }
      }
      close(options)
    }
  }'
for object in "${objects[@]}"; do
  [ ! -s "$object.options" ] || "$objcopy" "@$object.options" "$object"
done
rm "$archive"
"$ar" qcsD "$archive" "${objects[@]}"
