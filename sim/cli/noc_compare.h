// SPDX-License-Identifier: Apache-2.0
// `noc compare A.json B.json ...`: results of several networks in one figure and one table.
#pragma once

#include "sim/cli/cli.h"

namespace rc::sim::cli {

// Adds it to the verb `noc`.
void add_compare(CLI::App& noc, Action& action);

}  // namespace rc::sim::cli
