// SPDX-License-Identifier: Apache-2.0
// Networks of SystemVerilog made into shared libraries by Verilator, once: they are kept in
// $XDG_CACHE_HOME/rockcreek/networks, or below ~/.cache. What is kept depends on the contents of
// network.toml, of the sources and of the data files, on the version of Verilator and on the shape
// of the machine. Of two processes that want the same network one builds it, the other waits.
//
// Errors: kernel::InputError with the first line of Verilator's or the compiler's own error.
#pragma once

#include <string>

#include "sim/lab/user/sources.h"

namespace rc::sim::lab {

struct BuiltNetwork {
  std::string library;  // path of the shared library
  std::string log;      // what Verilator said
};

// Changes when the network at `path`, a folder or a library, does.
std::string network_contents(const std::string& path);

BuiltNetwork build_network(const NetworkDescription& network, const NetworkShape& shape);

}  // namespace rc::sim::lab
