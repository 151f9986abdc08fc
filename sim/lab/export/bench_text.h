// SPDX-License-Identifier: Apache-2.0
// The bench of an exported network: one packet at a time, from some sources to all end points, and
// the cycles that the model takes for it.
#pragma once

#include <string>

#include "sim/lab/export/core_text.h"

namespace rc::sim::lab {

// The command that builds and runs it, in the network's folder.
std::string bench_command(const ExportedNetwork& network);
void write_bench(const ExportedNetwork& network, const std::string& directory);

}  // namespace rc::sim::lab
