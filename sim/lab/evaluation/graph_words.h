// SPDX-License-Identifier: Apache-2.0
// From words (hw_model/noc/graph_words.h) to the settings of a network, for `noc`, whose options they
// are, and for the machine files, whose parameters they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/noc/graph_words.h"
#include "hw_model/noc/params.h"
#include "sim/lab/evaluation/graph_model.h"

namespace rc::sim::lab {

struct GraphRequest {
  std::string topology;  // a family, or a file: its name has a dot or a slash
  std::string routing;   // empty: the topology's own
  noc::NocParams noc;    // columns, rows, VCs, their depth, pipeline
  noc::GraphWords words;
  std::vector<std::string> given;  // names of the words that somebody said
  // Those of `noc` that say something of this network alone: "cols", "rows", "pipeline".
  std::vector<std::string> numbers_given;
  Naming naming = Naming::options;
};

bool is_topology_file(const std::string& topology);

// Whether the SCC's kind of network cannot be what is meant: words are given, or `topology` is
// neither mesh nor torus, or `routing` none of its relations.
bool needs_graph(const std::vector<std::string>& given, const std::string& topology,
                 const std::string& routing);

// Whether a word is one of a few families' own, and this is such a family.
bool is_of_family(std::string_view word, const std::string& family);

// Of topology and router, those that differ from their defaults.
std::vector<std::string> given_words(const noc::GraphWords& words);

// "8x8x4", of what `name` calls so. kernel::InputError, one line, for anything else.
std::vector<std::uint32_t> grid_sizes(const std::string& name, const std::string& text);

// kernel::InputError, one line, for words that are none, and for those without an effect.
GraphSettings graph_settings(const GraphRequest& request);

}  // namespace rc::sim::lab
