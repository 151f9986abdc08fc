#!/usr/bin/env bash
# replay_table.sh ROCKCREEK: errors and speeds of `noc --replay` against full simulation, by program
# and network. Recorded on the SCC's mesh; the times of docs/replay.md come from here. Processor
# time, of one thread.
set -e
rockcreek=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
apps=build/release/firmware/apps

seconds() { # COMMAND: its user and system time
  python3 - "$@" <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_utime + used.ru_stime:.3f}")
END
}

row() { # PROGRAM NETWORK OPTIONS; the program's command line in image and arguments
  program=$1 network=$2
  shift 2
  ran=$(seconds "$rockcreek" run "$apps/$image" --ues 48 --threads 1 --stats "$work/run.json" "$@" -- "${arguments[@]}")
  replayed=$(seconds "$rockcreek" noc --replay "$work/$program" --json "$work/replay.json" "$@")
  python3 - "$work" "$program" "$network" "$ran" "$replayed" <<'END'
import json, sys
work, program, network, ran, replayed = sys.argv[1:]
with open(work + "/run.json") as file: run = json.load(file)
with open(work + "/replay.json") as file: replay = json.load(file)
full, fast = run["simulated_ps"] / 1e6, replay["time_ps"] / 1e6
print(f"| {program} | {network} | {full:.1f} | {fast:.1f} | {100 * (fast / full - 1):+.2f} % "
      f"| {float(ran):.2f} | {float(replayed):.2f} | {float(ran) / float(replayed):.1f} |")
END
}

echo "| program | network | run, us | replay, us | error | run, s | replay, s | faster by |"
echo "|---|---|---|---|---|---|---|---|"
for program in cube dopl heat; do
  case $program in
    heat) image=heat.elf arguments=() ;;
    *) image=broadcast.elf arguments=("$program" bytes=16384 rounds=2) ;;
  esac
  "$rockcreek" run "$apps/$image" --ues 48 --record-traffic "$work/$program" -- "${arguments[@]}" > /dev/null
  row "$program" "the SCC's mesh"
  row "$program" "mesh at 200 MHz" --set clocks.mesh_divider=8
  row "$program" "2 VCs, routing yx" --set noc.vcs=2 --set noc.routing=yx
  # Verilated: a minute and a half for one program.
  if [ "$program" = cube ]; then row "$program" "star" --network rtl_stubs/network/networks/star; fi
done
