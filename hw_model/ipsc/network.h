// SPDX-License-Identifier: Apache-2.0
// The hypercube's channels: a DCM and an interface per node, and the host behind node 0's channel
// 7. Only edges at which something can change are simulated.
//
// All counts are bit times. At an edge every unit samples its inputs before any output changes, so
// the order of evaluation does not matter.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "hw_model/ipsc/interface.h"
#include "hw_model/ipsc/params.h"

namespace rc::ipsc {

struct ChannelCounters {
  std::uint64_t circuits = 0;
  kernel::Cycle busy = 0;  // of finished circuits
};

class Network {
 public:
  // `window` in bit times. Without `make` the modules are Dcm. kernel::InputError for parameters
  // that a cube or module cannot have.
  Network(unsigned dimension, const DcmParams& params, kernel::Cycle window,
          const MakeDcm& make = {});

  unsigned nodes() const { return nodes_; }
  // Agents are the nodes and host().
  unsigned host() const { return nodes_; }

  const Interface& interface(unsigned agent) const { return ends_[agent].interface; }
  // Commands, for the first edge at or after `when`; that edge must not have been stepped yet.
  void launch(unsigned agent, kernel::Cycle when, Message message);
  void accept(unsigned agent, kernel::Cycle when);

  struct Event {
    kernel::Cycle when;
    unsigned agent;
    InterfaceEvents what;
  };
  // The next edge that can change anything; kNoWake if there is none before the next command.
  kernel::Cycle next() const;
  // Simulates the edge next(); returns the agents' events at it, in the order of their numbers.
  const std::vector<Event>& step();
  // An edge before which a node sees no event, as long as it gives no command: next() or later.
  // Another one's command for edge `when` can make it earlier: a launch brings a header
  // dcm.probe_cycles after that at the earliest; the acceptance of the node's own message, its end.
  kernel::Cycle quiet_until(unsigned node) const;
  // Evaluates every module at every edge instead of where something can change: same results
  // (tested).
  void evaluate_everything(bool on) { everything_ = on; }

  // What left node `node` by `port`: a dimension, kHostPort, or kNodePort and kBufferLine
  // for the node itself.
  const ChannelCounters& channel(unsigned node, unsigned port) const {
    return nodes_state_[node].counters[port];
  }

 private:
  struct Node {
    std::unique_ptr<DcmIf> dcm;
    DcmPins in, out, next_out;
    std::array<ChannelCounters, kLines> counters{};
    std::array<kernel::Cycle, kLines> busy_since{};
    std::array<kernel::Cycle, kPorts> came{};  // by port: the edge at which its line last changed
  };
  struct End {
    explicit End(kernel::Cycle window) : interface(window) {}
    Interface interface;
    Interface::Pins out;
  };

  // Units: DCMs by node, then the interfaces by agent.
  unsigned unit_of_end(unsigned agent) const { return nodes_ + agent; }
  // The DCM port that an agent is wired to.
  std::pair<unsigned, unsigned> port_of(unsigned agent) const {
    return agent == host() ? std::pair{0u, kHostPort} : std::pair{agent, kNodePort};
  }
  void wake_at(unsigned unit, kernel::Cycle when);
  void collect_due();
  void evaluate(unsigned unit);
  void commit(unsigned unit);
  void commit_dcm(unsigned node);

  void carry(unsigned node, unsigned port, const Forward& line);

  unsigned nodes_;
  kernel::Cycle probe_cycles_;
  std::vector<Node> nodes_state_;
  std::vector<End> ends_;
  std::vector<kernel::Cycle> wakes_;  // by unit
  // (edge, unit), earliest on top; entries that are no longer the unit's wake are skipped.
  mutable std::vector<std::pair<kernel::Cycle, unsigned>> heap_;
  std::vector<unsigned> due_;
  std::vector<Event> events_;
  kernel::Cycle now_ = 0;
  bool everything_ = false;
};

}  // namespace rc::ipsc
