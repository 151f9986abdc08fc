// SPDX-License-Identifier: Apache-2.0
// The machine: nodes and the channels between them, in one order of time.
//
// The earliest goes first. A node runs up to the instant at which something could happen to it: the
// channels' next edge, or another node's next possible command plus the least time that it needs to
// arrive (a probe across one channel; an acknowledgement, if the node is sending to that other
// one). A sleeping node is not run and an idle channel has no edges, so neither costs host time.
#pragma once

#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/ipsc/network.h"
#include "hw_model/ipsc/node.h"
#include "hw_model/kernel/minima.h"

namespace rc::ipsc {

struct Hooks {
  Node::Doorbell doorbell;
  // A message came out of the host channel; it may hold the machine and send.
  std::function<void(const Message&, kernel::Picos)> host;
  // A message reached a node whose program had ended, and was dropped.
  std::function<void(const Message&, kernel::Picos)> dropped;
  // A message left its node, or has come to one as a whole; may be empty, and must change nothing.
  std::function<void(const Message&, kernel::Picos, bool leaving)> moved;
};

class Hypercube {
 public:
  // kernel::InputError for parameters out of range. Without `make` the modules are Dcm.
  Hypercube(const IpscParams& params, Hooks hooks, const MakeDcm& make = {});

  // When something happens next; Picos::never() if nothing will.
  kernel::Picos next() const;
  // Simulates everything before `until`, and nothing at or after the instant of hold().
  void advance(kernel::Picos until);
  void hold(kernel::Picos at) { hold_ = at; }
  kernel::Picos held_at() const { return hold_; }
  // Nothing is left to do before that instant.
  bool held() const { return hold_ != kernel::Picos::never() && next() >= hold_; }
  // No message is on its way, and none will be that no node sends.
  bool network_idle() const { return network_next() == kernel::Picos::never(); }
  // Off: no node runs past an edge of the channels, so that what they bring may hold the machine,
  // and every node stands at the same instant. Changes no cycle.
  void run_ahead(bool on) { runs_ahead_ = on; }
  // Queues a message of the host, to be sent from `time` on, which must not have been simulated.
  void send_from_host(Message message, kernel::Picos time);

  unsigned nodes() const { return network_.nodes(); }
  Node& node(unsigned number) { return *nodes_[number]; }
  const Network& network() const { return network_; }

 private:
  // When each node acts next, in the order of the times; at equal ones, of the numbers.
  using Schedule = kernel::Minima;

  void schedule(unsigned number);
  kernel::Picos next_of(unsigned number) const { return time_of(schedule_.value(number)); }
  static kernel::Picos time_of(std::uint64_t due) {
    return due == Schedule::kMax ? kernel::Picos::never() : kernel::Picos{due / IPSC_MAX_NODES};
  }
  kernel::Picos network_next() const;
  kernel::Picos bound(unsigned number, kernel::Picos others) const;
  void step_network();
  kernel::Picos quiet_until(unsigned number) const;
  void run_node(unsigned number, kernel::Picos until, kernel::Picos calls_until);
  void drop(unsigned number, kernel::Picos time);
  void refuse(unsigned number, kernel::Picos time);
  void launch_from_host(kernel::Picos time);
  void tell(const Message& message, kernel::Picos time, bool leaving) const {
    if (hooks_.moved) hooks_.moved(message, time, leaving);
  }
  void host_event(const Network::Event& event, kernel::Picos time);
  void node_event(const Network::Event& event, kernel::Picos time);

  Hooks hooks_;
  kernel::ClockDomain clock_;
  std::uint32_t probe_cycles_;
  kernel::Cycle host_accept_;
  Network network_;
  std::vector<std::unique_ptr<Node>> nodes_;
  Schedule schedule_{IPSC_MAX_NODES};  // time * IPSC_MAX_NODES + node
  std::vector<std::exception_ptr>
      failed_;  // by node: it failed at its time, and is told in its turn
  // What nodes whose programs have ended still have to answer, by node.
  std::vector<std::deque<Message>> refusals_;
  std::deque<std::pair<Message, kernel::Picos>> from_host_;  // with when each may leave
  kernel::Picos hold_ = kernel::Picos::never();
  bool runs_ahead_ = true;
};

}  // namespace rc::ipsc
