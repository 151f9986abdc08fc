// SPDX-License-Identifier: Apache-2.0
// Options for a network of any topology, of `noc` and `info topology` (docs/topologies.md).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "hw_model/noc/params.h"
#include "sim/lab/evaluation/graph_model.h"

namespace rc::sim::cli {

class GraphOptions {
 public:
  // Which topology (--topology is the verb's own).
  void add_topology(CLI::App& verb);
  // How its routers work.
  void add_router(CLI::App& verb);

  // In the verb's callback: what is given. The options themselves go with the command line.
  void parsed();

  // Whether the SCC's kind of network cannot be what is meant: any of these options is given, or
  // `topology` is neither mesh nor torus, or `routing` none of theirs.
  bool wanted(const std::string& topology, const std::string& routing) const;
  // `noc`: the options that the verb shares with the SCC's network. kernel::InputError, one line.
  lab::GraphSettings settings(const std::string& topology, const std::string& routing,
                              const noc::NocParams& noc) const;

 private:
  CLI::Option* note(CLI::Option* option) {
    options_.push_back(option);
    return option;
  }

  std::vector<CLI::Option*> options_;
  std::vector<std::string> given_;
  bool pipeline_given_ = false;
  noc::TopologyParams topology_;
  std::string sizes_, end_grid_, dragonfly_, chips_, allocation_, delays_, vc_allocator_,
      switch_allocator_, arbiter_, priority_, flow_, reallocate_, speedup_;
  CLI::Option* pipeline_ = nullptr;  // the verb's own
  noc::RouterParams router_;
  bool speculative_ = false;
  double ugal_threshold_ = 0;
  bool allow_deadlock_ = false;
};

}  // namespace rc::sim::cli
