// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/hypercube.h"

#include <algorithm>
#include <cmath>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/frequency.h"
#include "hw_model/kernel/param.h"

namespace rc::ipsc {

using kernel::Cycle;
using kernel::Picos;

namespace {

const IpscParams& checked(const IpscParams& params) {
  kernel::check_ranges(params, "");
  return params;
}

Cycle bit_times(double us, const DcmParams& dcm) {
  return static_cast<Cycle>(std::llround(us * dcm.bit_mhz));
}

}  // namespace

Hypercube::Hypercube(const IpscParams& params, Hooks hooks, const MakeDcm& make)
    : hooks_(std::move(hooks)),
      clock_(kernel::period_of(checked(params).dcm.bit_mhz)),
      probe_cycles_(params.dcm.probe_cycles),
      host_accept_(bit_times(params.software.host_accept_us, params.dcm)),
      network_(params.cube.dimension, params.dcm,
               bit_times(params.dcm.overlap_window_us, params.dcm), make),
      failed_(network_.nodes()),
      refusals_(network_.nodes()) {
  for (unsigned number = 0; number < network_.nodes(); ++number) {
    nodes_.push_back(std::make_unique<Node>(number, params, hooks_.doorbell));
  }
}

Picos Hypercube::network_next() const {
  const Cycle edge = network_.next();
  return edge == kNoWake ? Picos::never() : clock_.time_of(edge);
}

Picos Hypercube::next() const {
  Picos earliest = network_next();
  for (const auto& node : nodes_) earliest = std::min(earliest, node->next());
  return earliest;
}

void Hypercube::schedule(unsigned number) {
  const Picos next = nodes_[number]->next();
  schedule_.set(number,
                next == Picos::never() ? Schedule::kMax : next.value * IPSC_MAX_NODES + number);
}

void Hypercube::advance(Picos until) {
  // The owner starts nodes in between.
  for (unsigned i = 0; i < nodes_.size(); ++i) schedule(i);
  for (;;) {
    const std::uint64_t due = schedule_.least();
    const Picos time = time_of(due), channels = network_next();
    // What the channels bring may hold the machine.
    const Picos end = std::min(until, hold_);
    if (std::min(channels, time) >= end) return;
    // A command reaches the channels at an edge strictly after it, so at equal times they go first.
    if (channels <= time) {
      step_network();
    } else {
      const auto first = static_cast<unsigned>(due % IPSC_MAX_NODES);
      if (failed_[first]) std::rethrow_exception(failed_[first]);
      const std::uint64_t next_due = schedule_.least_but(first);
      const Picos others = time_of(next_due);
      const Picos bounded = std::min(end, bound(first, others));
      // Calls of the host take place in the order of times, and of nodes.
      const bool before = first < next_due % IPSC_MAX_NODES;
      const Picos in_turn = before && others != Picos::never() ? others + Picos{1} : others;
      const Picos calls_until = std::min({bounded, channels, in_turn});
      run_node(first, runs_ahead_ ? std::min(bounded, quiet_until(first)) : calls_until,
               calls_until);
    }
  }
}

// No other node can affect this one before the returned time. `others`: when the earliest of them
// acts.
Picos Hypercube::bound(unsigned number, Picos others) const {
  Picos bound = Picos::never();
  if (others != Picos::never()) bound = {others.value + probe_cycles_ * clock_.period().value};
  const Interface& interface = network_.interface(number);
  if (!interface.sending() || interface.acknowledged()) return bound;
  const Message& message = *interface.outgoing();
  if (message.to_host || next_of(message.destination) == Picos::never()) return bound;
  return std::min(bound, next_of(message.destination) + clock_.period());
}

// The channels bring this node nothing before the returned time.
Picos Hypercube::quiet_until(unsigned number) const {
  const Cycle edge = network_.quiet_until(number);
  return edge == kNoWake ? Picos::never() : clock_.time_of(edge);
}

// A node may run ahead of others, and one of them may fail before it does.
void Hypercube::run_node(unsigned number, Picos until, Picos calls_until) try {
  Node& node = *nodes_[number];
  if (auto command = node.run(until, calls_until)) {
    const Cycle edge = clock_.cycle_after(command->time);
    if (command->launch) {
      Message& message = *command->launch;
      if (!message.to_host && message.destination == nodes()) {
        message.to_host = true;
        message.destination = 0;
      } else if (message.destination >= nodes()) {
        throw kernel::MachineError("node " + std::to_string(number) + ": destination " +
                                       std::to_string(message.destination) +
                                       " is not in the cube of " + std::to_string(nodes()),
                                   command->time);
      }
      tell(message, command->time, true);
      network_.launch(number, edge, std::move(message));
    } else {
      network_.accept(number, edge);
    }
  }
  if (node.drop_waiting()) drop(number, node.next());
  schedule(number);
} catch (const kernel::MachineError&) {
  failed_[number] = std::current_exception();
  schedule(number);
}

// A message for a program that has ended. A sender that waits for room in it receives a refusal.
void Hypercube::drop(unsigned number, Picos time) {
  const Message& message = *network_.interface(number).incoming();
  hooks_.dropped(message, time);
  network_.accept(number, clock_.cycle_after(time));
  if (message.kind != IPSC_KIND_RESERVE) return;
  Message answer;
  answer.source = static_cast<std::uint8_t>(number);
  answer.to_host = message.source == nodes();
  answer.destination = answer.to_host ? std::uint8_t{0} : message.source;
  answer.kind = IPSC_KIND_REFUSE;
  answer.type = message.type;
  answer.tag = message.tag;
  refusals_[number].push_back(std::move(answer));
  refuse(number, time);
}

void Hypercube::refuse(unsigned number, Picos time) {
  if (refusals_[number].empty() || network_.interface(number).sending()) return;
  network_.launch(number, clock_.cycle_after(time), std::move(refusals_[number].front()));
  refusals_[number].pop_front();
}

void Hypercube::step_network() {
  for (const Network::Event& event : network_.step()) {
    const Picos time = clock_.time_of(event.when);
    if (event.agent == network_.host()) {
      host_event(event, time);
    } else {
      node_event(event, time);
      schedule(event.agent);
    }
  }
}

void Hypercube::send_from_host(Message message, Picos time) {
  from_host_.emplace_back(std::move(message), time);
  launch_from_host(time);
}

void Hypercube::launch_from_host(Picos time) {
  if (from_host_.empty() || network_.interface(network_.host()).sending()) return;
  auto& [message, earliest] = from_host_.front();
  network_.launch(network_.host(), clock_.cycle_after(std::max(time, earliest)),
                  std::move(message));
  from_host_.pop_front();
}

void Hypercube::host_event(const Network::Event& event, Picos time) {
  const auto& message = network_.interface(event.agent).incoming();
  if (event.what.sent) launch_from_host(time);
  if (event.what.received) hooks_.host(*message, time);
  if (event.what.header) {
    const Cycle accepted = event.when + 1 + host_accept_;
    network_.accept(event.agent, accepted);
    if (message->data.empty()) hooks_.host(*message, clock_.time_of(accepted));
  }
}

void Hypercube::node_event(const Network::Event& event, Picos time) {
  Node& node = *nodes_[event.agent];
  const auto& incoming = network_.interface(event.agent).incoming();
  if (event.what.received || (event.what.header && incoming->data.empty()))
    tell(*incoming, time, false);
  if (event.what.received) node.received(time, *incoming);
  if (event.what.sent) {
    node.sent(time);
    if (node.finished()) refuse(event.agent, time);
  }
  if (event.what.header) {
    if (node.finished()) {
      drop(event.agent, time);
    } else {
      node.header(time, *incoming);
    }
  }
}

}  // namespace rc::ipsc
