// SPDX-License-Identifier: Apache-2.0
// The command line of the soak.
#pragma once

#include "sim/cli/cli.h"

namespace rc::soak {

void add_soak(CLI::App& app, sim::cli::Action& action);

}  // namespace rc::soak
