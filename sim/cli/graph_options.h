// SPDX-License-Identifier: Apache-2.0
// Options for a network of any topology, of `noc` and `info topology` (docs/topologies.md): the words
// of hw_model/noc/graph_words.h, on top of those of the machine file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/noc/graph_words.h"
#include "hw_model/noc/params.h"
#include "sim/lab/evaluation/graph_words.h"

namespace rc::sim::cli {

class GraphOptions {
 public:
  // The groups of help in which a verb puts them: add_numbers() and add_topology(), add_router().
  static constexpr const char *kNetwork = "Network", *kRouters = "Routers";
  // What is given of these groups, but for where end points are, and of the queues of network
  // interfaces: what a network of the user's would not hear of.
  static std::vector<std::string> of_routers(const CLI::App& verb);

  // Has the shell offer the names of topologies and relations for the verb's own options.
  static void offer_names(CLI::Option* topology, CLI::Option* routing);
  // The numbers of the SCC's network: columns, rows, VCs, classes, depth, pipeline.
  void add_numbers(CLI::App& verb);
  // Those that were given.
  void set(noc::NocParams& noc) const;
  // Which topology (--topology is the verb's own).
  void add_topology(CLI::App& verb);
  // How its routers work.
  void add_router(CLI::App& verb);

  // In the verb's callback: what is given. The options themselves go with the command line.
  void parsed();

  // The machine's words, and those that were given instead.
  noc::GraphWords words(const noc::GraphWords& machine) const;
  // Whether the SCC's kind of network cannot be what is meant: lab::needs_graph(), or --end-grid or
  // --allow-deadlock is given.
  bool wanted(const std::string& topology, const std::string& routing,
              const noc::GraphWords& machine) const;
  // `noc`: the options that the verb shares with the SCC's network. kernel::InputError, one line.
  lab::GraphSettings settings(const std::string& topology, const std::string& routing,
                              const noc::NocParams& noc, const noc::GraphWords& machine) const;

 private:
  struct Adder;
  std::vector<std::string> all_given(const noc::GraphWords& machine) const;

  std::vector<std::pair<std::string, CLI::Option*>> options_;  // by word
  std::vector<CLI::Option*> others_;
  std::vector<std::string> given_;  // words
  noc::NocParams numbers_;
  std::vector<std::uint32_t noc::NocParams::*> numbers_given_;
  std::vector<std::string> number_names_;  // of these, as "vc-depth"
  bool other_given_ = false;
  noc::GraphWords words_;
  std::string end_grid_;
  bool allow_deadlock_ = false;
};

}  // namespace rc::sim::cli
