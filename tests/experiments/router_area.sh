#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# router_area.sh [VCS CLASSES DEPTH PIPELINE]...: transistors of the router in SystemVerilog by Yosys,
# for each set of four numbers; without any, for those of router_area.csv beside this file. A line
# of that file each, on standard output.
# router_area.sh --ports: those of router_area_ports.csv, routers of other numbers of ports with a table of
# 16 destinations.
set -e
cd "$(dirname "$0")/../../rtl_stubs/router"
sources=rc_router_pkg.sv
for file in rc_*.sv; do [ "$file" = rc_router_pkg.sv ] || sources+=" $file"; done

row() { # VCS CLASSES DEPTH PIPELINE [PORTS]
  local set="-chparam NumVcs $1 -chparam NumClasses $2 -chparam Depth $3 -chparam Pipeline $4"
  [ $# -lt 5 ] || set+=" -chparam NumIn $5 -chparam NumOut $5 -chparam NumDsts 16"
  # Plain flip-flops: Yosys knows no transistors of those with an enable or a reset.
  yosys -p "read_verilog -sv -DSYNTHESIS $sources; hierarchy -check -top rc_router $set; \
    synth -flatten -top rc_router; dfflegalize -cell \$_DFF_P_ x; abc -fast; opt_clean; stat -tech cmos" |
    awk -v set="$(IFS=,; echo "$*")" '/ \$_DFF_P_ / { bits = $2 }
      /Estimated number of transistors/ { transistors = $NF }
      END { print set "," bits "," transistors }'
}

if [ "$1" = --ports ]; then
  echo "vcs,classes,depth,pipeline,ports,flip_flops,transistors"
  row 4 2 4 4 3
  row 2 2 8 4 3
  row 4 2 4 4 5
  row 2 2 8 4 7
  row 4 2 4 4 8
  row 2 2 2 4 8
  row 4 2 2 4 10
  exit
fi
echo "fitted,vcs,classes,depth,pipeline,flip_flops,transistors"
if [ $# -eq 0 ]; then
  for vcs in 2 4 8; do for depth in 2 3 6; do set -- "$@" $vcs 2 $depth 4; done; done
  set -- "$@" 16 2 2 4 16 2 3 4 8 2 3 1 8 2 3 2 8 2 3 3
  fitted=$(($# / 4))
  # What the formula has not seen.
  set -- "$@" 4 1 3 4 8 1 3 4 6 2 5 4 4 2 8 1 8 2 12 4 2 1 16 2 16 2 4 3
fi
for (( i = 0; $# > 0; i++ )); do
  echo "$((i < ${fitted:-0})),$(row "$1" "$2" "$3" "$4")"
  shift 4
done
