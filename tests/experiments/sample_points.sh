#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sample_points.sh ROCKCREEK PLAN NUMBER: seconds that random points of a plan take on one core, from the
# fastest to the slowest, and what they say of all points. The seed is fixed: the same points each time.
set -euo pipefail
rockcreek=$1 plan=$2 number=$3
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
TIMEFORMAT=%R

# seconds POINT: of a call that runs one point, or finds it kept.
seconds() { { time "$rockcreek" explore "$plan" --out "$out/points" --points "$1" --jobs 1 >"$out/said" || true; } 2>&1; }

seconds 1 >/dev/null
# It says how many there are when it is asked for more.
said=$("$rockcreek" explore "$plan" --out "$out/points" --points 1-999999999 2>&1 || true)
size=${said##* }
start=$(seconds 1)
shuf -i "2-$size" -n "$number" --random-source=<(yes) |
  while read -r point; do seconds "$point"; done |
  awk -v start="$start" '{ print ($1 > start ? $1 - start : 0) }' | sort -n |
  awk -v start="$start" -v size="$size" '{ all[NR] = $1; sum += $1 }
    END {
      printf "%d of %d points; a call takes %s s to begin\n", NR, size, start
      printf "mean %.2f s, least %.2f, 10 %% %.2f, 50 %% %.2f, 90 %% %.2f, most %.2f\n",
        sum / NR, all[1], all[int(NR * 0.1) + 1], all[int(NR * 0.5) + 1], all[int(NR * 0.9) + 1], all[NR]
      printf "all points: %.2f hours of one core\n", sum / NR * size / 3600
    }'
