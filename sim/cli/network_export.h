// SPDX-License-Identifier: Apache-2.0
// rockcreek network export: a network of `noc`, or a chip's, as SystemVerilog.
#pragma once

#include "sim/cli/cli.h"

namespace rc::sim::cli {

void add_network_export(CLI::App& network, Action& action);

}  // namespace rc::sim::cli
