// SPDX-License-Identifier: Apache-2.0
// What Verilator says of a network, in the words of the network's owner.
#pragma once

#include <string>

#include "sim/lab/user/description.h"

namespace rc::sim::lab {

/// The first error of a log of Verilator's in one line. One in a file that Rock Creek made becomes one
/// of the entry of network.toml that it was made from; one with a known cause ends in advice.
std::string verilator_error(const NetworkDescription& network, const std::string& log);

/// Whether the log tells of a second rc_net_pkg, which Verilator leaves out with a warning.
bool brings_package(const std::string& log);

}  // namespace rc::sim::lab
