// SPDX-License-Identifier: Apache-2.0
// rockcreek info topology: a network before its first cycle.
#pragma once

#include "sim/cli/cli.h"

namespace rc::sim::cli {

void add_info_topology(CLI::App& info, Action& action);

}  // namespace rc::sim::cli
