// SPDX-License-Identifier: Apache-2.0
// --waves and its companions, common to the verbs that write waves.
#pragma once

#include <CLI/CLI.hpp>

#include "sim/observe/waves/wave_options.h"

namespace rc::sim::cli {

// `window`: what the numbers of --waves-window count. Returns --waves.
CLI::Option* add_wave_options(CLI::App& verb, observe::WaveOptions& options,
                              const std::string& window);

}  // namespace rc::sim::cli
