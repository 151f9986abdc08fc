// SPDX-License-Identifier: Apache-2.0
// A cube of SystemC modules beside Network: each event comes at the same edge, also where a module of
// another hand stands among ours. SystemC elaborates once a process: a child for each cube.
#include "hw_model/ipsc/systemc/pin_cube.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "hw_model/ipsc/dcm.h"
#include "hw_model/ipsc/network.h"
#include "hw_model/kernel/error.h"

namespace rc::ipsc {
namespace {

constexpr unsigned kDimension = 3, kNodes = 1u << kDimension;
constexpr kernel::Cycle kEdges = 60'000, kWindow = 300;

DcmParams params(unsigned circuits) {
  DcmParams params;
  params.probe_cycles = 23;
  params.node_circuits = circuits;
  return params;
}

// Edge, agent, and what happened there.
using Seen = std::tuple<kernel::Cycle, unsigned, bool, bool, bool>;

// Nodes and the host that send when they can, and accept what comes after a while. The draws of an agent
// depend on what it sees alone.
class Agents {
 public:
  Agents() {
    for (unsigned agent = 0; agent <= kNodes; ++agent) random_.emplace_back(agent);
  }

  // The commands for edge `edge`.
  template <class Launch, class Accept, class IsSending>
  void command(kernel::Cycle edge, Launch launch, Accept accept, IsSending is_sending) {
    for (unsigned agent = 0; agent <= kNodes; ++agent) {
      const auto due = accepts_.find(agent);
      if (due != accepts_.end() && due->second == edge) {
        accepts_.erase(due);
        accept(agent);
      }
      if (edge % 50 != agent || is_sending(agent) || random_[agent]() % 3 != 0) continue;
      launch(agent, message(agent));
    }
  }

  void saw(unsigned agent, kernel::Cycle edge, const InterfaceEvents& what) {
    seen.emplace_back(edge, agent, what.header, what.received, what.sent);
    if (what.header) accepts_[agent] = edge + 1 + random_[agent]() % 200;
  }

  std::vector<Seen> seen;

 private:
  Message message(unsigned agent) {
    Message made;
    made.source = static_cast<std::uint8_t>(agent);
    made.to_host = agent != kNodes && random_[agent]() % 8 == 0;
    made.destination = made.to_host ? 0 : static_cast<std::uint8_t>(random_[agent]() % kNodes);
    made.data.resize(random_[agent]() % 60);
    return made;
  }

  std::vector<std::mt19937> random_;
  std::map<unsigned, kernel::Cycle> accepts_;
};

std::vector<Seen> expected(unsigned circuits) {
  Network network(kDimension, params(circuits), kWindow);
  Agents agents;
  for (kernel::Cycle edge = 1; edge < kEdges; ++edge) {
    agents.command(
        edge, [&](unsigned agent, const Message& message) { network.launch(agent, edge, message); },
        [&](unsigned agent) { network.accept(agent, edge); },
        [&](unsigned agent) { return network.interface(agent).sending(); });
    if (network.next() != edge) continue;
    for (const Network::Event& event : network.step())
      agents.saw(event.agent, event.when, event.what);
  }
  return agents.seen;
}

// A module whose acknowledgements along dimension 1 come an edge late.
class Late : public DcmPorts {
 public:
  Late(const sc_core::sc_module_name& name, const DcmParams& params, unsigned node)
      : DcmPorts(name), dcm_(node, params) {
    dcm_.reset();
    SC_HAS_PROCESS(Late);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }
  static bool late;

 private:
  void edge() {
    DcmPins in;
    for (unsigned line = 0; line < kLines; ++line) {
      in.forward[line] = forward_in[line].read();
      in.acknowledge[line] = acknowledge_in[line].read();
    }
    if (late) std::swap(in.acknowledge[1], before_);
    const DcmPins& out = dcm_.tick(++now_, in);
    for (unsigned line = 0; line < kLines; ++line) {
      forward_out[line].write(out.forward[line]);
      acknowledge_out[line].write(out.acknowledge[line]);
    }
  }

  Dcm dcm_;
  kernel::Cycle now_ = 0;
  bool before_ = false;
};
bool Late::late = false;

std::vector<Seen> in_systemc(unsigned circuits, const PinCube::MakeModule& make) {
  sc_core::sc_clock clock("clock", sc_core::sc_time(2, sc_core::SC_NS), 0.5,
                          sc_core::sc_time(1, sc_core::SC_NS), true);
  PinCube cube("cube", kDimension, params(circuits), kWindow, make);
  cube.clock(clock);
  Agents agents;
  cube.on_event([&](unsigned agent, kernel::Cycle edge, InterfaceEvents what) {
    agents.saw(agent, edge, what);
  });
  for (kernel::Cycle edge = 1; edge < kEdges; ++edge) {
    agents.command(
        edge, [&](unsigned agent, const Message& message) { cube.launch(agent, message); },
        [&](unsigned agent) { cube.accept(agent); },
        [&](unsigned agent) { return cube.interface(agent).sending(); });
    sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_NS));
  }
  std::ranges::sort(agents.seen);
  return agents.seen;
}

// Exits with 0 if each event comes at the edge of the C++ network.
[[noreturn]] void compare(unsigned circuits, const PinCube::MakeModule& make) {
  std::vector<Seen> seen = expected(circuits);
  std::ranges::sort(seen);
  std::exit(seen.size() > 1000 && in_systemc(circuits, make) == seen ? 0 : 1);
}

std::unique_ptr<DcmPorts> with_another(const sc_core::sc_module_name& name, const DcmParams& params,
                                       unsigned node) {
  if (node != 5) return PinCube::model_dcm(name, params, node);
  return std::make_unique<Late>(name, params, node);
}

TEST(PinCubeDeathTest, HasTheEdgesOfTheNetwork) {
  for (const unsigned circuits : {1u, 2u})
    EXPECT_EXIT(compare(circuits, PinCube::model_dcm), testing::ExitedWithCode(0), "") << circuits;
}

TEST(PinCubeDeathTest, AModuleOfAnotherHandFits) {
  EXPECT_EXIT(compare(1, with_another), testing::ExitedWithCode(0), "");
}

TEST(PinCubeDeathTest, AModuleThatIsLateIsSeen) {
  Late::late = true;
  EXPECT_EXIT(compare(1, with_another), testing::ExitedWithCode(1), "");
  Late::late = false;
}

TEST(PinCubeDeathTest, ACubeHasSevenDimensions) {
  EXPECT_THROW(PinCube("cube", 8, params(1), kWindow), kernel::InputError);
}

}  // namespace
}  // namespace rc::ipsc
