// SPDX-License-Identifier: Apache-2.0
// own_chip PROGRAM.elf [sram] [crossbar] [adder]: runs the program on cores 0 and 10 of an SCC with
// modules of our own in the places of its memory controllers, its mesh and its last tile.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "adder.h"
#include "crossbar.h"
#include "hw_model/noc/network/event_network.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/machine/elf_image.h"
#include "sim/machine/machine.h"
#include "sim/run/host/host_console.h"
#include "sram.h"

using namespace rc;

static int run(const std::string& program, const std::vector<std::string>& own) {
  const auto has = [&own](const char* name) { return std::ranges::count(own, name) != 0; };
  const sim::machine::Machine machine =
      sim::machine::load_machine(ROCKCREEK_DATA "/machines/scc.toml", {}, "model");
  const sim::machine::ElfImage elf = sim::machine::load_elf(program, machine.memory_bytes());
  const std::vector<noc::EndPoint> end_points = scc::SccSystem::end_points(machine.params);

  std::unique_ptr<noc::NetworkIf> network;
  if (has("crossbar")) {
    network = std::make_unique<Crossbar>();
  } else {
    network = noc::make_event_network(machine.params.noc, end_points);
  }
  scc::SccParts parts;
  if (has("sram")) {
    parts.controller = [](const char* name, std::size_t, const scc::MemoryConfig& config) {
      return std::make_unique<Sram>(name, config);
    };
  }
  if (has("adder")) {
    parts.tile = [&](const char* name, std::size_t tile) -> std::unique_ptr<scc::AgentModule> {
      if (tile != ADDER_TILE) return nullptr;
      return std::make_unique<Adder>(name, end_points[tile]);
    };
  }

  const std::vector<int> cores{0, 10};
  scc::SccRunOptions options;
  options.cores = cores;
  sim::run::HostConsole console(std::cout, std::cerr, static_cast<int>(cores.size()));
  scc::SccSystem chip(machine.params, std::move(network), console, options, parts);
  chip.load(sim::machine::to_image(elf, program), cores, own);
  const scc::SccResult result = chip.run();
  console.finish();
  std::uint64_t reads = 0;
  for (const auto& controller : result.controllers) reads += controller.reads;
  std::cout << result.time.value / 1'000'000 << " us, " << reads << " reads of memory\n";
  return result.cores.front().exit_status;
}

int sc_main(int argc, char* argv[]) {
  try {
    if (argc < 2) throw kernel::InputError("usage: own_chip PROGRAM.elf [sram] [crossbar] [adder]");
    return run(argv[1], {argv + 2, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "own_chip: " << error.what() << '\n';
    return 2;
  }
}
