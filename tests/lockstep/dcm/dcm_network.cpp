// SPDX-License-Identifier: Apache-2.0
// Hypercubes of Verilated direct-connect modules, and of Verilated and C++ modules mixed, against
// the C++ model: under random messages every event is on the same clock edge at the same node.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <tuple>

#include "hw_model/ipsc/dcm.h"
#include "hw_model/ipsc/network.h"
#include "rtl_stubs/wrap/rtl_dcm.h"
#include "tests/support/random.h"

namespace rc::ipsc {
namespace {

using kernel::Cycle;

constexpr unsigned kMessages = 400;

struct Trace {
  std::vector<std::tuple<Cycle, unsigned, bool, bool, bool>> events;
  std::vector<std::pair<std::uint64_t, Cycle>> channels;
  bool operator==(const Trace&) const = default;
};

struct Request {
  Cycle when;
  Message message;
};

std::map<unsigned, std::deque<Request>> draw_requests(unsigned nodes, Cycle apart,
                                                      test::Random& random) {
  std::map<unsigned, std::deque<Request>> all;
  for (unsigned i = 0; i < kMessages; ++i) {
    Request request{1 + random.below(static_cast<std::uint32_t>(kMessages * apart)), {}};
    const unsigned from = random.below(nodes);
    request.message.source = static_cast<std::uint8_t>(from);
    request.message.to_host = random.chance(5);
    request.message.destination =
        request.message.to_host ? std::uint8_t{0} : static_cast<std::uint8_t>(random.below(nodes));
    request.message.data.resize(random.chance(30) ? 0 : random.below(60));
    if (!request.message.to_host && request.message.destination == from) continue;
    all[from].push_back(std::move(request));
  }
  for (auto& [from, queue] : all) std::ranges::stable_sort(queue, {}, &Request::when);
  return all;
}

// Every node sends its messages one after the other, and accepts each arrival `take` cycles later.
Trace run(unsigned dimension, const DcmParams& params, Cycle window, Cycle take, std::uint64_t seed,
          Cycle apart, const MakeDcm& make) {
  Network network(dimension, params, window, make);
  test::Random random(seed);
  auto waiting = draw_requests(network.nodes(), apart, random);
  const auto launch = [&](unsigned node, Cycle not_before) {
    auto& queue = waiting[node];
    if (queue.empty()) return;
    network.launch(node, std::max(queue.front().when, not_before),
                   std::move(queue.front().message));
    queue.pop_front();
  };
  for (unsigned node = 0; node < network.nodes(); ++node) launch(node, 1);
  Trace trace;
  while (network.next() != kNoWake) {
    for (const Network::Event& event : network.step()) {
      trace.events.emplace_back(event.when, event.agent, event.what.header, event.what.received,
                                event.what.sent);
      if (event.what.header) network.accept(event.agent, event.when + 1 + take);
      if (event.what.sent) launch(event.agent, event.when + 1);
    }
  }
  for (unsigned node = 0; node < network.nodes(); ++node)
    for (unsigned port = 0; port < kLines; ++port)
      trace.channels.emplace_back(network.channel(node, port).circuits,
                                  network.channel(node, port).busy);
  return trace;
}

TEST(DcmNetworkLockstep, EveryEventOnTheSameEdge) {
  test::Random random(5);
  std::size_t events = 0;
  for (unsigned round = 0; round < 40; ++round) {
    DcmParams params;
    params.pass_cycles = 1 + random.below(4);
    params.probe_cycles = params.pass_cycles + random.below(40);
    params.acknowledge_cycles = 1 + random.below(4);
    params.arbitration = random.chance(50) ? "arrival" : "lowest";
    params.node_circuits = 1 + random.below(2);
    const unsigned dimension = random.below(6);
    const Cycle window = random.below(2000), take = random.below(200),
                apart = 1 + random.below(200);
    const auto traced = [&](const MakeDcm& make) {
      return run(dimension, params, window, take, round, apart, make);
    };
    const Trace model = traced({});
    events += model.events.size();
    ASSERT_TRUE(traced(rtl::make_checked_dcm) == model) << "round " << round;
    ASSERT_TRUE(traced([](unsigned node, const DcmParams& p) -> std::unique_ptr<DcmIf> {
                  if (node % 2 != 0) return std::make_unique<Dcm>(node, p);
                  return rtl::make_dcm(node, p);
                }) == model)
        << "round " << round << ", every other module";
  }
  EXPECT_GT(events, 20'000u);
}

}  // namespace
}  // namespace rc::ipsc
