// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/wave_options.h"

#include "sim/cli/cli.h"

namespace rc::sim::cli {

CLI::Option* add_wave_options(CLI::App& verb, observe::WaveOptions& options,
                              const std::string& window) {
  CLI::Option* const waves = writes(verb.add_option(
      "--waves", options.file,
      "write waves to FILE.fst, for GTKWave, and FILE.gtkw beside it, which shows them "
      "(same cycles, slower)"));
  verb.add_option("--waves-routers", options.routers,
                  "of the waves: routers, with their tiles, as x,y;x,y;..., on a --topology as "
                  "0;1;..., or all")
      ->capture_default_str()
      ->needs(waves);
  verb.add_option("--waves-ports", options.ports,
                  "of the waves: ports of the routers, some of north,east,south,west,local, on a "
                  "--topology "
                  "as 0,1,..., or all")
      ->capture_default_str()
      ->needs(waves);
  verb.add_option("--waves-window", options.window,
                  "of the waves: FROM-TO in " + window + "; either may be missing")
      ->needs(waves);
  verb.add_option("--waves-limit", options.most_changes,
                  "of the waves: changes of values at most; the file ends there")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str()
      ->needs(waves);
  return waves;
}

}  // namespace rc::sim::cli
