// --waves and its companions, common to the verbs that write waves.
#pragma once

#include <CLI/CLI.hpp>

#include "sim/waves/wave_options.h"

namespace rc::sim {

// `window`: what the numbers of --waves-window count. Returns --waves.
CLI::Option* add_wave_options(CLI::App& verb, WaveOptions& options, const std::string& window);

}  // namespace rc::sim
