#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# replay_table.sh ROCKCREEK [PROGRAM...]: errors and speeds of `noc --replay`, with and without --estimate, against
# full simulation, by program and network. Recorded on the SCC's mesh; the table of docs/replay.md
# comes from here. Processor time, of one thread.
set -e
rockcreek=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
apps=build/release/firmware/apps

seconds() { # COMMAND: its user and system time
  python3 - "$@" <<'END'
import resource, subprocess, sys
def used():  # by children so far, of which a wrapper of python3 may have had some
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
before = used()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"{used() - before:.3f}")
END
}

row() { # PROGRAM NETWORK OPTIONS; the program's command line in image and arguments
  program=$1 network=$2
  shift 2
  # A user network is built before the clock runs.
  "$rockcreek" noc --replay "$work/$program" --estimate "$@" > /dev/null 2>&1
  ran=$(seconds "$rockcreek" run "$apps/$image" --ues 48 --threads 1 --stats "$work/run.json" "$@" -- "${arguments[@]}")
  replayed=$(seconds "$rockcreek" noc --replay "$work/$program" --json "$work/replay.json" "$@")
  estimated=$(seconds "$rockcreek" noc --replay "$work/$program" --estimate --json "$work/estimate.json" "$@")
  python3 - "$work" "$program" "$network" "$ran" "$replayed" "$estimated" <<'END'
import json, sys
work, program, network, *times = sys.argv[1:]
ran, replayed, estimated = map(float, times)
def read(name):
    with open(f"{work}/{name}.json") as file: return json.load(file)
full = read("run")["simulated_ps"]
error = lambda name: f"{100 * (read(name)['time_ps'] / full - 1):+.2f} %"
print(f"| {program} | {network} | {full / 1e6:.1f} | {error('replay')} | {error('estimate')} "
      f"| {ran:.2f} | {replayed:.2f} | {ran / replayed:.1f} | {estimated:.3f} | {ran / estimated:.1f} |", flush=True)
END
}

echo "| program | network | run, us | error: replay | --estimate | run, s | replay, s | faster by | --estimate, s | faster by |"
echo "|---|---|---|---|---|---|---|---|---|---|"
[ $# -gt 0 ] || set -- cube dopl heat dopl-long heat-long
for program in "$@"; do
  case $program in
    heat) image=heat.elf arguments=() ;;
    heat-long) image=heat.elf arguments=(48 100) ;;
    dopl-long) image=broadcast.elf arguments=(dopl bytes=65536 rounds=4) ;;
    *) image=broadcast.elf arguments=("$program" bytes=16384 rounds=2) ;;
  esac
  "$rockcreek" run "$apps/$image" --ues 48 --record-traffic "$work/$program" -- "${arguments[@]}" > /dev/null
  row "$program" "the SCC's mesh"
  row "$program" "mesh at 200 MHz" --set clocks.mesh_divider=8
  row "$program" "2 VCs, routing yx" --set noc.vcs=2 --set noc.routing=yx
  # Verilated: minutes for each program.
  case $program in *-long) continue ;; esac
  for network in star ring wormhole; do
    row "$program" "$network" --network rtl_stubs/network/networks/$network
  done
done
