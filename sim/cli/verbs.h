// SPDX-License-Identifier: Apache-2.0
// Which program has which verb, and examples of each. The launcher and CMakeLists.txt name the programs,
// too; a test compares all three.
#pragma once

#include <string_view>

namespace rc::sim::cli {

struct Verb {
  std::string_view name, program, summary;  // the program without "rockcreek-"
  // Of its help and manual page, a command on each line. The compilers have theirs in their own help.
  std::string_view examples;
};

inline constexpr Verb kVerbs[] = {
    {"run", "run", "run a program on the simulated machine",
     "rockcreek run hello.elf --ues 4\n"
     "rockcreek run hello.elf --cores 0,2,10-12 -- ARGUMENTS\n"
     "rockcreek run hello.elf --ues 4 --summary --report report\n"
     "rockcreek run hello.elf --ues 4 --set clocks.tile_divider=4\n"},
    {"native", "run", "run a program built for the host, one process per UE; nothing is timed",
     "rockcreek cc --native -g hello.c -o hello\n"
     "rockcreek native ./hello --ues 4\n"},
    {"gdb", "run", "run a program on the simulated machine, in GDB",
     "rockcreek cc -g -O1 hello.c -o hello.elf\n"
     "rockcreek gdb hello.elf --ues 4\n"
     "rockcreek gdb hello.elf --ues 4 -ex 'break main' -ex continue\n"
     "rockcreek gdb hello.elf --ues 4 -batch -x commands.gdb\n"},
    {"reproduce", "reproduce", "repeat a published measurement and compare",
     "rockcreek reproduce --list\n"
     "rockcreek reproduce pingpong --quick --out pingpong\n"},
    {"noc", "noc", "evaluate a network alone, under synthetic or recorded traffic",
     "rockcreek noc --rate 0.1\n"
     "rockcreek noc --cols 8 --rows 8 --traffic transpose --sweep 0.05:0.2:0.05\n"
     "rockcreek noc --topology hypercube --stages 4 --rate 0.3\n"
     "rockcreek noc --rate 0.2 --json noc.json --out noc\n"},
    {"network", "noc", "bring a network of your own: write one, check it, synthesise it",
     "rockcreek network new my_net\n"
     "rockcreek network check my_net --grid 2x2 --cycles 500\n"
     "rockcreek network export my_ring --topology ring --sizes 3 --vcs 2 --classes 1 --wire 1\n"},
    {"explore", "explore", "run a command at every point of a plan",
     "rockcreek explore plan.toml\n"
     "rockcreek explore plan.toml --out results --retry\n"},
    {"model", "model", "time a collective on a cache-coherent machine by formulas",
     "rockcreek model broadcast --threads 30\n"
     "rockcreek model reduction --machine sandybridge --json times.json\n"
     "rockcreek model protocol --machine xeonphi --out protocol.svg\n"},
    {"schedule", "model", "chart the links that a hypercube schedule uses, and its contention",
     "rockcreek schedule --algorithm pairwise --dim 2\n"
     "rockcreek schedule --algorithm broadcast-mesh --dim 3 --source 2\n"
     "rockcreek schedule --file own.txt --dim 3 --usage\n"},
    {"tune", "reproduce", "find the fastest collective for a machine",
     "rockcreek tune broadcast --bytes 8192,50000\n"
     "rockcreek tune barrier --machine xeonphi --threads 60\n"},
    {"console", "console", "control a simulated SCC by commands, typed or from a script",
     "rockcreek console\n"
     "rockcreek console --script commands.txt --files folder\n"},
    {"cube", "console", "allocate cubes of an iPSC/860 and run programs on them",
     "rockcreek cube getcube -t16\n"
     "rockcreek cube load sweep.elf 100\n"
     "rockcreek cube relcube\n"},
    {"info", "info", "describe a machine, a firmware image or a topology",
     "rockcreek info machine --machine mesh-8x8\n"
     "rockcreek info topology torus --sizes 4x4\n"
     "rockcreek info app hello.elf\n"},
    {"compare", "info", "set two runs side by side, by what run --report left of them",
     "rockcreek run broadcast.elf --ues 8 --report large -- cube part=32768\n"
     "rockcreek run broadcast.elf --ues 8 --report small -- cube part=4096\n"
     "rockcreek compare large small --out both\n"},
    {"index", "info", "write a page that leads to everything in a folder of results",
     "rockcreek run hello.elf --ues 4 --report results/hello\n"
     "rockcreek index results\n"},
    {"bench", "bench", "measure the simulator's own speed",
     "rockcreek bench --list\n"
     "rockcreek bench noc/graph\n"
     "rockcreek bench programs --json speed.json\n"},
    {"soak", "soak", "test the simulator with random cases, for hours",
     "rockcreek soak --hours 8 --out soak\n"
     "rockcreek soak --part core --seconds 60\n"},
    {"cc", "cc", "compile C for the simulated machine, as gcc does", ""},
    {"c++", "cc", "compile C++ for the simulated machine, as g++ does", ""},
};

// Experiments that rockcreek-reproduce-scc has, a part of rockcreek-reproduce that is built first.
inline constexpr std::string_view kSccExperiments[] = {
    "pingpong", "pingpong-libraries", "memory-latency", "primitives", "many-cores", "power"};

}  // namespace rc::sim::cli
