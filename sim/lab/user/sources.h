// SPDX-License-Identifier: Apache-2.0
// The files that put a network of SystemVerilog on the pins of rc_network.h: the package with the
// machine's numbers, a top module whose pins are plain vectors, and the constants of the C++ beside
// them.
#pragma once

#include <string>
#include <vector>

#include "hw_model/noc/user/rc_network.h"
#include "sim/lab/user/description.h"

namespace rc::sim::lab {

// What a machine asks of a network.
struct NetworkShape {
  std::uint32_t classes = 2, cols = 1, rows = 1;
  std::vector<rc_network_place> places;  // of every end point
};

// Bits of a flit's fields, and of all of it.
struct FlitWidths {
  unsigned end_point = 0, length = 0, sequence = 0, index = 0, flit = 0;
};
FlitWidths flit_widths(const NetworkDescription& network, std::uint32_t end_points);

// `with_tables`: also where the end points are.
std::string network_package(const NetworkDescription& network, const NetworkShape& shape,
                            bool with_tables = true);
std::string network_top(const NetworkDescription& network, const NetworkShape& shape);
// The module rc_net_pins, which has the network as instance `net` and connects none of its pins. Of the
// parameters it sets those that `header` names; all if that is empty.
std::string network_pins(const NetworkDescription& network, const std::string& header);
std::string network_constants(const NetworkDescription& network, const NetworkShape& shape);
// Verilator's file of settings.
std::string network_settings(const NetworkDescription& network);

}  // namespace rc::sim::lab
