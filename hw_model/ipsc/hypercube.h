// The machine: nodes and the channels between them, in one time.
//
// Who is earliest goes first. A node runs up to the instant at which something could happen to it:
// the channels' next edge, or another node's next possible command plus the least time that needs
// to get here (a probe across one channel; an acknowledgement, if that node is the one it sends
// to). A node that sleeps takes no part, a channel at rest has no edges: idle costs nothing.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw_model/ipsc/network.h"
#include "hw_model/ipsc/node.h"

namespace rc::ipsc {

struct Hooks {
  Node::Doorbell doorbell;
  // A message came out of the host channel.
  std::function<void(const Message&, kernel::Picos)> host;
  // A message reached a node whose program was over, and was dropped.
  std::function<void(const Message&, kernel::Picos)> dropped;
};

class Hypercube {
 public:
  // kernel::InputError for parameters outside what the machine can be. Without `make` the modules
  // are Dcm.
  Hypercube(const IpscParams& params, Hooks hooks, const MakeDcm& make = {});

  // The earliest thing to happen; Picos::never() when nothing will.
  kernel::Picos next() const;
  // Lets everything before `until` happen.
  void advance(kernel::Picos until);

  unsigned nodes() const { return network_.nodes(); }
  Node& node(unsigned number) { return *nodes_[number]; }
  const Network& network() const { return network_; }
  kernel::Picos bit_time() const { return clock_.period(); }
  // Evaluates every module at every bit time (test: same result).
  void evaluate_everything(bool on) { network_.evaluate_everything(on); }

 private:
  kernel::Picos network_next() const;
  kernel::Picos bound(unsigned number, kernel::Picos others) const;
  void step_network();
  void run_node(unsigned number, kernel::Picos until);
  void drop(unsigned number, kernel::Picos time);
  void host_event(const Network::Event& event, kernel::Picos time);
  void node_event(const Network::Event& event, kernel::Picos time);

  Hooks hooks_;
  kernel::ClockDomain clock_;
  std::uint32_t probe_cycles_;
  kernel::Cycle host_accept_;
  Network network_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<kernel::Picos> next_;  // by node
};

}  // namespace rc::ipsc
