// SPDX-License-Identifier: Apache-2.0
// Options of `noc` for the traffic: who sends how much to whom, when, and what for (docs/traffic.md), and how
// long that is measured.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sim/lab/evaluation/evaluation.h"

namespace rc::sim::cli {

class TrafficOptions {
 public:
  // `setup` outlives the parsing.
  void add_to(CLI::App& verb, lab::NocSetup& setup);
  // Of a netrace file; `setup` as above.
  CLI::Option& add_netrace(CLI::App& verb, lab::NocSetup& setup);
  // Those that are for generated traffic alone.
  const std::vector<CLI::Option*>& generated() const { return generated_; }

  // In the verb's callback: checks what needs what. kernel::InputError, one line.
  void parsed(lab::NocSetup& setup, bool rate_given);
  // When the network is known: reads the matrix or netrace. `setup` has the rates of the file if no rate was
  // given, else the mean node offers the rate. kernel::InputError, one line.
  void read_files(lab::NocSetup& setup) const;

 private:
  void read_classes(lab::NocSetup& setup, bool rate_given) const;
  CLI::Option* note(CLI::Option* option) {
    generated_.push_back(option);
    return option;
  }

  std::vector<CLI::Option*> generated_;  // gone with the command line
  CLI::Option *hot_nodes_ = nullptr, *hot_share_ = nullptr, *seed_ = nullptr, *group_ = nullptr,
              *local_ = nullptr, *copies_ = nullptr, *matrix_ = nullptr, *bursts_ = nullptr,
              *service_ = nullptr, *sizes_ = nullptr, *shares_ = nullptr, *pattern_ = nullptr,
              *process_ = nullptr;
  std::vector<std::string> classes_;
  std::string arrivals_ = "bernoulli", copies_by_ = "source";
  std::vector<double> burst_;
  bool rate_given_ = false;
  std::uint64_t netrace_cycles_ = ~std::uint64_t{0};
};

// After --trace, --netrace and --batch, which exclude them. `setup` outlives the parsing.
void add_measurement_options(CLI::App& verb, lab::NocSetup& setup);

}  // namespace rc::sim::cli
