// SPDX-License-Identifier: Apache-2.0
// Verdicts in words.
#include <string>

#include "hw_model/noc/deadlock/deadlock.h"

namespace rc::noc {

std::string vc_names(VcMask vcs) {
  std::string text;
  unsigned count = 0;
  for (unsigned vc = 0; vc < 16; ++vc) {
    if ((vcs >> vc & 1) == 0) continue;
    unsigned last = vc;
    while (last + 1 < 16 && (vcs >> (last + 1) & 1) != 0) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(vc);
    if (last > vc) text += "-" + std::to_string(last);
    count += last - vc + 1;
    vc = last;
  }
  return (count == 1 ? "VC " : "VCs ") + text;
}

std::string describe(const DeadlockVerdict& verdict, const Topology& topology) {
  const Graph& graph = topology.graph;
  std::string text = verdict.reason + "\n";
  for (std::size_t i = 0; i < verdict.circle.size(); ++i) {
    const DeadlockStep& step = verdict.circle[i];
    const Channel& channel = graph.channel(step.channel);
    const DeadlockStep& next = verdict.circle[(i + 1) % verdict.circle.size()];
    text += "channel " + graph.name(channel.from) + " port " + std::to_string(channel.out_port) +
            " -> " + graph.name(channel.to) + " port " + std::to_string(channel.in_port) + ", " +
            vc_names(step.vcs) + ": packet " + std::to_string(step.source) + " -> " +
            std::to_string(step.destination);
    if (step.via != kNoRouter) text += " by " + graph.name(step.via);
    text += " holds it and waits for the next";
    if (graph.channel(next.channel).from != channel.to) text += ", over other VCs in between";
    text += "\n";
  }
  return text;
}

}  // namespace rc::noc
