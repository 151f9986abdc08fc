// SPDX-License-Identifier: Apache-2.0
// A result of `noc` in the words of BookSim's summary, so that scripts that read it read ours.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace rc::sim::lab {

// What a configuration says of the summary.
struct BooksimFigures {
  bool says_unstable = true;  // sim_type = latency
  // By class: the mean latency in cycles above which BookSim says unstable (infinite: none), and
  // whether the class has a section.
  std::vector<double> latency_thresholds;
  std::vector<bool> measured;
  bool with_queueing =
      true;  // latency from a packet's creation on, else from its leaving the source
};

// Of the JSON of one rate: "====== Overall Traffic Statistics ======" and the lines after it that
// we measure, with "Simulation unstable" in front where the network is saturated or the mean latency
// of a class above its threshold. Hops count routers, as there.
std::string booksim_summary(const nlohmann::ordered_json& single, const BooksimFigures& figures);

}  // namespace rc::sim::lab
