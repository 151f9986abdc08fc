// SPDX-License-Identifier: Apache-2.0
// network.toml: what a folder says about the network in it. docs/network.md describes every key.
//
// Errors: kernel::InputError, one line with file, place and what was expected.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rc::sim::lab {

struct NetworkDescription {
  using Pairs = std::vector<std::pair<std::string, std::string>>;

  std::string directory;  // absolute
  std::string top;
  std::vector<std::string> sources, include_dirs, library_dirs, data_files;  // absolute
  Pairs defines, parameters, statistics;
  std::vector<std::string> hierarchical, verilator_flags;
  std::uint32_t flit_bits = 128, max_flits = 3, min_latency = 1, drain_cycles = 64;
  std::uint32_t reset_cycles = 20, quiet_cycles = 16, reorder_packets = 0, max_end_points = 0;
  std::string interleave = "none", order = "kept";
  bool self = true, free_running = false;
  // What `network synth` reads; empty: top and sources.
  std::string synthesis_top;
  std::vector<std::string> synthesis_sources;
  std::vector<std::string> synthesis_modules;  // synthesised once for all instances of a shape
};

// Reads DIRECTORY/network.toml, finds all files, and checks every value.
NetworkDescription read_network(const std::string& directory);

}  // namespace rc::sim::lab
