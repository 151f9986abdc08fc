// SPDX-License-Identifier: Apache-2.0
// The pictures of the protocols show every transition of their tables, and nothing else.
#include "sim/report/protocol_diagram.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rc::sim::report {
namespace {

using coherent::Action;
using coherent::kActions;
using coherent::kStates;
using coherent::Pair;
using coherent::Protocol;
using coherent::State;

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

// Edges of the kind for this transition, with these ends.
std::size_t edges_for(const std::vector<ProtocolEdge>& edges, bool by_other, Pair before,
                      Action action, State from, State to) {
  return static_cast<std::size_t>(std::ranges::count_if(edges, [&](const ProtocolEdge& edge) {
    return edge.by_other == by_other && edge.from == from && edge.to == to &&
           std::ranges::any_of(edge.causes, [&](const ProtocolEdge::Cause& cause) {
             return cause.before == before && cause.action == action;
           });
  }));
}

void expect_every_transition(const Protocol& protocol) {
  const std::vector<ProtocolEdge> edges = protocol_edges(protocol);
  std::size_t own = 0, by_other = 0;
  for (unsigned i = 0; i < kStates * kStates; ++i) {
    const Pair pair{static_cast<State>(i / kStates), static_cast<State>(i % kStates)};
    for (unsigned a = 0; protocol.has(pair) && a < kActions; ++a) {
      const auto action = static_cast<Action>(a);
      const Pair next = protocol.next(pair, action).next;
      EXPECT_EQ(edges_for(edges, false, pair, action, pair.own, next.own), 1u);
      ++own;
      if (next.other == pair.other) continue;
      EXPECT_EQ(edges_for(edges, true, pair, action, pair.other, next.other), 1u);
      ++by_other;
    }
  }
  for (const ProtocolEdge& edge : edges) (edge.by_other ? by_other : own) -= edge.causes.size();
  EXPECT_EQ(own, 0u) << "causes that the table does not have";
  EXPECT_EQ(by_other, 0u) << "causes that the table does not have";

  // A way with its head, a badge and a line of the legend each.
  const std::string svg = svg_protocol(protocol);
  EXPECT_EQ(times(svg, "<polyline"), 2 * edges.size());
  EXPECT_EQ(times(svg, "<title>"), edges.size());
  for (const ProtocolEdge& edge : edges) {
    const auto same_ends = std::ranges::count_if(edges, [&edge](const ProtocolEdge& other) {
      return other.from == edge.from && other.to == edge.to;
    });
    EXPECT_EQ(times(svg, std::string(">") + letter(edge.from) + " to " + letter(edge.to) + ": "),
              static_cast<std::size_t>(same_ends));
  }
}

TEST(ProtocolDiagram, EveryTransitionOfTheTableIsAnEdge) {
  for (const Protocol* protocol : {&coherent::mesi(), &coherent::mesi_gols(), &coherent::mesif()}) {
    SCOPED_TRACE(protocol->name());
    expect_every_transition(*protocol);
  }
}

// A changed table gives another picture.
TEST(ProtocolDiagram, FollowsTheTable) {
  const Pair pair{State::invalid, State::modified};
  const coherent::Transition& read = coherent::mesi().next(pair, Action::read);
  const Protocol changed =
      coherent::mesi().with(pair, Action::read, {{State::shared, State::invalid}, read.messages});
  EXPECT_NE(svg_protocol(changed), svg_protocol(coherent::mesi()));
  expect_every_transition(changed);
}

}  // namespace
}  // namespace rc::sim::report
