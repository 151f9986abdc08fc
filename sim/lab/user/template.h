// SPDX-License-Identifier: Apache-2.0
// What `rockcreek network new` writes.
#pragma once

#include <string>

namespace rc::sim::lab {

// A network that works, in the new folder `directory`: network.toml and a ring of slots in
// SystemVerilog. kernel::InputError if there is a network.toml already.
void write_network_template(const std::string& directory);

}  // namespace rc::sim::lab
