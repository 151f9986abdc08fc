// SPDX-License-Identifier: Apache-2.0
// Which program has which verb. The launcher and CMakeLists.txt name the programs, too; a test
// compares all three.
#pragma once

#include <string_view>

namespace rc::sim::cli {

struct Verb {
  std::string_view name, program, summary;  // the program without "rockcreek-"
};

inline constexpr Verb kVerbs[] = {
    {"run", "run", "run a program on the simulated machine"},
    {"native", "run", "run a program built for the host, one process per UE; nothing is timed"},
    {"gdb", "run", "run a program on the simulated machine, in GDB"},
    {"reproduce", "reproduce", "repeat a published measurement and compare"},
    {"noc", "noc", "evaluate a network alone, under synthetic or recorded traffic"},
    {"network", "noc", "bring a network of your own: write one, check it, synthesise it"},
    {"explore", "explore", "run a command at every point of a plan"},
    {"model", "model", "time a collective on a cache-coherent machine by formulas"},
    {"schedule", "model", "chart the links that a hypercube schedule uses, and its contention"},
    {"tune", "reproduce", "find the fastest collective for a machine"},
    {"console", "console", "control a simulated SCC by commands, typed or from a script"},
    {"cube", "console", "allocate cubes of an iPSC/860 and run programs on them"},
    {"info", "info", "describe a machine, a firmware image or a topology"},
    {"compare", "info", "set two runs side by side, by what run --report left of them"},
    {"index", "info", "write a page that leads to everything in a folder of results"},
    {"bench", "bench", "measure the simulator's own speed"},
    {"soak", "soak", "test the simulator with random cases, for hours"},
    {"cc", "cc", "compile C for the simulated machine, as gcc does"},
    {"c++", "cc", "compile C++ for the simulated machine, as g++ does"},
};

// Experiments that rockcreek-reproduce-scc has, a part of rockcreek-reproduce that is built first.
inline constexpr std::string_view kSccExperiments[] = {
    "pingpong", "pingpong-libraries", "memory-latency", "primitives", "many-cores", "power"};

}  // namespace rc::sim::cli
