// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/network.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "hw_model/ipsc/dcm.h"
#include "hw_model/kernel/error.h"

namespace rc::ipsc {

using kernel::Cycle;

namespace {

const auto kLater = [](const auto& a, const auto& b) { return a > b; };

std::unique_ptr<DcmIf> make_model(unsigned node, const DcmParams& params) {
  return std::make_unique<Dcm>(node, params);
}

}  // namespace

Network::Network(unsigned dimension, const DcmParams& params, Cycle window, const MakeDcm& make)
    : nodes_(1u << dimension), probe_cycles_(params.probe_cycles), wakes_(2 * nodes_ + 1, kNoWake) {
  if (dimension > kMaxDimension) {
    throw kernel::InputError("ipsc.dimension = " + std::to_string(dimension) + ": expected 0 to " +
                             std::to_string(kMaxDimension));
  }
  nodes_state_.resize(nodes_);
  for (unsigned node = 0; node < nodes_; ++node) {
    nodes_state_[node].dcm = make ? make(node, params) : make_model(node, params);
    nodes_state_[node].dcm->reset();
  }
  ends_.assign(nodes_ + 1, End(window));
}

void Network::launch(unsigned agent, Cycle when, Message message) {
  if (when <= now_) throw std::logic_error("network: a launch in the past");
  ends_[agent].interface.launch(when, std::make_shared<const Message>(std::move(message)));
  wake_at(unit_of_end(agent), ends_[agent].interface.wake());
}

void Network::accept(unsigned agent, Cycle when) {
  if (when <= now_) throw std::logic_error("network: an acceptance in the past");
  ends_[agent].interface.accept(when);
  wake_at(unit_of_end(agent), ends_[agent].interface.wake());
}

void Network::wake_at(unsigned unit, Cycle when) {
  if (when >= wakes_[unit]) return;
  wakes_[unit] = when;
  heap_.emplace_back(when, unit);
  std::push_heap(heap_.begin(), heap_.end(), kLater);
}

Cycle Network::next() const {
  while (!heap_.empty() && wakes_[heap_.front().second] != heap_.front().first) {
    std::pop_heap(heap_.begin(), heap_.end(), kLater);
    heap_.pop_back();
  }
  if (heap_.empty()) return kNoWake;
  return everything_ ? now_ + 1 : heap_.front().first;
}

Cycle Network::quiet_until(unsigned agent) const {
  const Cycle soonest = next();
  if (soonest == kNoWake) return kNoWake;
  const Node& node = nodes_state_[agent];
  const Interface& own = ends_[agent].interface;
  const bool to_itself = own.sending() && !own.outgoing()->to_host &&
                         own.outgoing()->destination == agent;  // no channel, no time of a probe
  if (to_itself || own.buffers() || node.out.forward[kBufferLine].busy) return soonest;
  // What is not at the node's module yet.
  Cycle quiet = std::min(soonest + probe_cycles_, own.sends_until(soonest));
  if (!own.free_to_receive()) {
    const Interface& sender = ends_[own.incoming()->source].interface;
    return std::min(quiet, own.receives_until(soonest, sender));
  }
  if (node.out.forward[kNodePort].busy) return soonest;
  for (unsigned port = 0; port < kPorts; ++port) {
    const Forward& line = node.in.forward[port];
    if (!line.busy || line.probe.destination != agent || line.probe.to_host) continue;
    quiet = std::min(quiet, std::max(soonest, node.came[port] + probe_cycles_));
  }
  return quiet;
}

void Network::collect_due() {
  due_.clear();
  if (everything_) {
    due_.resize(wakes_.size());
    std::iota(due_.begin(), due_.end(), 0u);
    std::fill(wakes_.begin(), wakes_.end(), kNoWake);
    heap_.clear();
    return;
  }
  while (next() == now_) {
    due_.push_back(heap_.front().second);
    wakes_[heap_.front().second] = kNoWake;
  }
  std::sort(due_.begin(), due_.end());
}

const std::vector<Network::Event>& Network::step() {
  now_ = next();
  events_.clear();
  collect_due();
  for (const unsigned unit : due_) evaluate(unit);
  for (const unsigned unit : due_) commit(unit);
  return events_;
}

void Network::evaluate(unsigned unit) {
  if (unit < nodes_) {
    Node& node = nodes_state_[unit];
    node.next_out = node.dcm->tick(now_, node.in);
    wake_at(unit, node.dcm->wake());
    return;
  }
  const unsigned agent = unit - nodes_;
  const auto [node, port] = port_of(agent);
  const DcmPins& dcm = nodes_state_[node].out;
  InterfaceEvents what;
  Interface& interface = ends_[agent].interface;
  Interface::Pins in{dcm.forward[port], dcm.acknowledge[port], {}, false};
  if (port == kNodePort) in.buffer = dcm.forward[kBufferLine];
  interface.tick(now_, in, what);
  if (what.buffering) interface.set_buffered(ends_[in.buffer.probe.source].interface.outgoing());
  if (what.header) {
    const Probe& probe = dcm.forward[port].probe;
    interface.set_incoming(ends_[probe.source].interface.outgoing());
  }
  if (what.header || what.received || what.sent) events_.push_back({now_, agent, what});
  wake_at(unit, interface.wake());
}

void Network::commit(unsigned unit) {
  if (unit < nodes_) {
    commit_dcm(unit);
    return;
  }
  const unsigned agent = unit - nodes_;
  const Interface::Pins& out = ends_[agent].interface.pins();
  if (out == ends_[agent].out) return;
  ends_[agent].out = out;
  const auto [node, port] = port_of(agent);
  carry(node, port, out.forward);
  nodes_state_[node].in.acknowledge[port] = out.acknowledge;
  if (port == kNodePort) nodes_state_[node].in.acknowledge[kBufferLine] = out.buffer_acknowledge;
  wake_at(node, now_ + 1);
}

// To a module's port.
void Network::carry(unsigned node, unsigned port, const Forward& line) {
  Node& to = nodes_state_[node];
  if (line != to.in.forward[port]) to.came[port] = now_;
  to.in.forward[port] = line;
}

void Network::commit_dcm(unsigned node) {
  Node& from = nodes_state_[node];
  for (unsigned port = 0; port < kLines; ++port) {
    const Forward& line = from.next_out.forward[port];
    const bool acknowledge = from.next_out.acknowledge[port];
    if (line == from.out.forward[port] && acknowledge == from.out.acknowledge[port]) continue;
    if (line.busy && !from.out.forward[port].busy) {
      ++from.counters[port].circuits;
      from.busy_since[port] = now_;
    } else if (!line.busy && from.out.forward[port].busy) {
      from.counters[port].busy += now_ - from.busy_since[port];
    }
    from.out.forward[port] = line;
    from.out.acknowledge[port] = acknowledge;
    if (port >= kMaxDimension) {
      wake_at(unit_of_end(port == kHostPort ? host() : node), now_ + 1);
    } else {
      const unsigned to = node ^ (1u << port);
      carry(to, port, line);
      nodes_state_[to].in.acknowledge[port] = acknowledge;
      wake_at(to, now_ + 1);
    }
  }
}

}  // namespace rc::ipsc
