// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cli.h"

namespace rc::sim::cli {

void add_engine_options(CLI::App& verb, explore::EngineOptions& options) {
  CLI::Option* engine =
      verb.add_option(
              "--engine", options.engine,
              "have batches run by snakemake, on this host or, with --profile, on a cluster")
          ->check(CLI::IsMember({"snakemake"}));
  CLI::Option* profile =
      verb.add_option("--profile", options.profile,
                      "Snakemake's: slurm, or a folder with config.yaml (with --engine)")
          ->needs(engine);
  for (CLI::Option* const option : {engine, profile}) titled(option, "Batches");
}

}  // namespace rc::sim::cli
