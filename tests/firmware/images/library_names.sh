#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# library_names.sh NM CONF: fails when a library of CONF (firmware/cmake/compiler.cmake) bars programs
# from a name: defines it as nobody else may, or calls by it what a program may define for itself.
set -euo pipefail
nm=$1 conf=$2

mapfile -t archives < <(sed "s,<firmware>,$(dirname "$conf"),g" "$conf" | grep -oE '[^ ]+\.a\b' | sort -u)
target=$(sed -n 's/^target //p' "$conf")
for archive in "${archives[@]}"; do "$nm" -A "$archive"; done 2>/dev/null | awk -v target="$target" '
  BEGIN {
    # Of the program, and what libraries share with it.
    split("main malloc calloc realloc free cfree memalign aligned_alloc posix_memalign valloc pvalloc " \
          "malloc_usable_size optarg opterr optind optopt suboptarg RCCE_BUFF_SIZE RCCE_COMM_WORLD RCCE_IAM " \
          "RCCE_NP RCCE_P_COMM RCCE_comm_buffer RCCE_debug_groups RC_COREID RC_MY_COREID RC_REFCLOCKGHZ " \
          "iRCCE_ANY_LENGTH iRCCE_ANY_SOURCE msginfo", list)
    for (i in list) of_program[list[i]] = 1
  }
  NF >= 3 && $NF ~ /^_?[a-z][A-Za-z0-9_]*$|^[A-Z][A-Za-z0-9_]*$/ {
    kind = $(NF - 1)
    ++names
    if ($NF in of_program && kind ~ /[UWw]/) next
    place = $1
    sub(/.*\//, "", place)
    sub(/:[0-9a-f]*$/, "", place)
    if (kind ~ /[Uw]/) called[$NF] = place
    else if (kind ~ /[WV]/) weak[$NF] = 1
    else if (kind ~ /[A-Zu]/) { print place " alone defines " $NF; bad = 1 }
  }
  END {
    for (name in called)
      if (target == "machine" || name in weak) { print called[name] " calls " name; bad = 1 }
    print names " names"
    exit bad || names < 100
  }'
