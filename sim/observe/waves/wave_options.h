// SPDX-License-Identifier: Apache-2.0
// What --waves and its companions choose: the file, and of which routers, ports and time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/graph/graph.h"
#include "hw_model/noc/params.h"

namespace rc::sim::observe {

struct WaveOptions {
  std::string file;  // FILE.fst; empty: no waves
  std::string routers = "all";
  std::string ports = "all";
  std::string window;                       // empty: all the time
  std::uint64_t most_changes = 10'000'000;  // of values

  bool wanted() const { return !file.empty(); }
  // Files beside it: FILE.gtkw, and FILE.commands, which names values. kernel::InputError for a file
  // of another name than FILE.fst.
  std::string save_file() const { return beside(".gtkw"); }
  std::string names_file() const { return beside(".commands"); }

 private:
  std::string beside(const char* ending) const;
};

// By router, x + cols * y. "all", or x,y;x,y;... kernel::InputError for a router that does not
// exist.
std::vector<bool> chosen_routers(const std::string& text, const noc::NocParams& params);
// By port. "all", or a list of north, east, south, west, local. kernel::InputError for anything
// else.
std::array<bool, noc::kPorts> chosen_ports(const std::string& text);

// The same for a graph: "all", or numbers A;B;... of routers, A,B,... of ports.
std::vector<bool> chosen_routers(const std::string& text, const noc::Graph& graph);
std::vector<bool> chosen_ports(const std::string& text, const noc::Graph& graph);

inline constexpr std::array<const char*, noc::kPorts> kPortNames{"north", "east", "south", "west",
                                                                 "local"};

}  // namespace rc::sim::observe
