// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/mesh_network.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/router/round_robin.h"
#include "hw_model/noc/router/router.h"

namespace rc::noc {

std::unique_ptr<RouterIf> make_model_router(const NocParams& params, unsigned x, unsigned y) {
  return std::make_unique<Router>(params, x, y);
}

NetworkFactory stepped(RouterFactory routers) {
  return [routers = std::move(routers)](const NocParams& params, std::vector<EndPoint> end_points) {
    return std::make_unique<MeshNetwork>(params, std::move(end_points), routers);
  };
}

MeshNetwork::MeshNetwork(const NocParams& params, std::vector<EndPoint> end_points,
                         const RouterFactory& factory)
    : params_(params),
      nodes_(make_nodes(params, factory)),
      attachments_(params, std::move(end_points)),
      starvation_(params, attachments_),
      active_((nodes_.size() + 63) / 64),
      next_active_(active_.size()) {
  const std::vector<EndPoint>& ends = attachments_.end_points();
  for (std::size_t i = 0; i < ends.size(); ++i)
    interfaces_.emplace_back(params, static_cast<EndId>(i), ends);
}

std::vector<MeshNetwork::Node> MeshNetwork::make_nodes(const NocParams& params,
                                                       const RouterFactory& factory) {
  check_params(params);
  std::vector<Node> nodes(params.cols * params.rows);
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) {
      nodes[x + params.cols * y].router = factory(params, x, y);
    }
  }
  return nodes;
}

void MeshNetwork::wake(std::uint32_t index) {
  std::uint64_t& word = next_active_[index / 64];
  const std::uint64_t bit = std::uint64_t{1} << index % 64;
  awake_ += (word & bit) == 0;
  word |= bit;
}

void MeshNetwork::inject(const Packet& packet) {
  const std::size_t index = attachments_.interface_of(packet);
  NetworkInterface& interface = interfaces_[index];
  if (interface.queued() == 0) senders_.push_back(static_cast<std::uint32_t>(index));
  interface.enqueue(packet);
}

std::uint64_t MeshNetwork::queued_packets() const {
  std::uint64_t queued = 0;
  for (const std::uint32_t sender : senders_) queued += interfaces_[sender].queued();
  return queued;
}

void MeshNetwork::tick(std::uint64_t cycle) {
  cycle_ = cycle;
  active_.swap(next_active_);
  std::fill(next_active_.begin(), next_active_.end(), 0);
  awake_ = 0;
  eject_arrivals();
  send_queued();

  if (order_.empty()) {
    for (std::uint32_t word = 0; word < active_.size(); ++word) {
      for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1) {
        evaluate(64 * word + static_cast<std::uint32_t>(std::countr_zero(bits)));
      }
    }
  } else {
    for (const std::uint32_t index : order_) {
      if ((active_[index / 64] >> index % 64 & 1) != 0) evaluate(index);
    }
  }
  phase_ ^= 1;

  if (idle() && held_ != 0) {
    throw kernel::MachineError("noc: nothing moves after cycle " + std::to_string(cycle) +
                               ", but credits for " + std::to_string(held_) + " flits are missing");
  }
  if (cycle >= starvation_.next()) {
    starvation_.look(cycle, [this](std::uint32_t router) { return nodes_[router].buffers; });
  }
#ifndef NDEBUG
  check();
#endif
}

void MeshNetwork::eject_arrivals() {
  arrivals_.swap(next_arrivals_);
  next_arrivals_.clear();
  std::sort(arrivals_.begin(), arrivals_.end(),
            [](const Arrival& a, const Arrival& b) { return a.interface < b.interface; });
  for (const auto& [index, flit] : arrivals_) {
    NetworkInterface& interface = interfaces_[index];
    const EndPoint& at = interface.at();
    nodes_[at.x + params_.cols * at.y].in[phase_].credit[at.port] |=
        static_cast<std::uint16_t>(1u << flit.vc);
    ++ejected_flits_;
    const Packet* packet = interface.receive(flit);
    if (packet != nullptr && delivery_) delivery_(*packet);
  }
  arrivals_.clear();
}

void MeshNetwork::send_queued() {
  for (std::size_t i = 0; i < senders_.size();) {
    NetworkInterface& interface = interfaces_[senders_[i]];
    const EndPoint& at = interface.at();
    const std::uint32_t index = at.x + params_.cols * at.y;
    if (Flit flit; interface.send(flit)) {
      drive(index, at.port, flit, phase_);
      active_[index / 64] |= std::uint64_t{1} << index % 64;
      ++injected_flits_;
    }
    if (interface.queued() == 0) {
      senders_[i] = senders_.back();
      senders_.pop_back();
    } else {
      ++i;
    }
  }
}

// Puts a flit on the input pins of router `index`, to be sampled in phase `phase`.
void MeshNetwork::drive(std::uint32_t index, unsigned port, const Flit& flit, unsigned phase) {
  Node& node = nodes_[index];
  RouterPins& pins = node.in[phase];
  pins.flit[port] = flit;
  pins.flit_valid |= static_cast<std::uint8_t>(1u << port);
  if (flit.vc >= params_.vcs)
    attachments_.fail(index, port, flit.vc, "was sent a flit on a VC it lacks");
  if (!node.buffers.enter(port, flit.vc, cycle_, params_.vc_depth)) {
    attachments_.fail(index, port, flit.vc, "was sent a flit without a credit");
  }
  ++held_;
}

void MeshNetwork::evaluate(std::uint32_t index) {
  Node& node = nodes_[index];
  RouterPins& in = node.in[phase_];
  RouterPins out;
  ++router_ticks_;
  node.router->tick(in, out);
  node.flits += std::popcount(in.flit_valid) - std::popcount(out.flit_valid);
  in.flit_valid = 0;
  in.credit.fill(0);
  if (out.flit_valid != 0) scatter_flits(index, out);
  scatter_credits(index, out);
  const bool idle = node.router->idle();
  if (node.flits < 0 || (idle && node.flits != 0)) {
    throw kernel::MachineError("noc: router (" + std::to_string(index % params_.cols) + "," +
                               std::to_string(index / params_.cols) + ")" +
                               (idle ? " lost a flit" : " made a flit of nothing"));
  }
  if (!idle) wake(index);
}

void MeshNetwork::scatter_flits(std::uint32_t index, const RouterPins& out) {
  Node& node = nodes_[index];
  const Attachments::Router& at = attachments_[index];
  for_each_bit(out.flit_valid, [&](unsigned port) {
    const Flit& flit = out.flit[port];
    if (flit.vc >= params_.vcs)
      attachments_.fail(index, port, flit.vc, "sent a flit on a VC that is none");
    ++node.links.flits[port][flit.vc];
    if (at.neighbour[port] != kNoNode) {
      const auto next = static_cast<std::uint32_t>(at.neighbour[port]);
      drive(next, opposite(port), flit, phase_ ^ 1);
      wake(next);
    } else if (at.interface[port] != kNoNode) {
      next_arrivals_.push_back({static_cast<std::uint32_t>(at.interface[port]), flit});
      wake(index);
    } else {
      attachments_.fail(index, port, flit.vc, "sent a flit to where there is nothing");
    }
  });
}

void MeshNetwork::scatter_credits(std::uint32_t index, const RouterPins& out) {
  Node& node = nodes_[index];
  const Attachments::Router& at = attachments_[index];
  for (unsigned port = 0; port < kPorts; ++port) {
    if (out.credit[port] == 0) continue;
    for_each_bit(out.credit[port], [&](unsigned vc) {
      if (vc >= params_.vcs || !node.buffers.leave(port, vc, cycle_)) {
        attachments_.fail(index, port, vc, "returned a credit for no flit");
      }
      --held_;
    });
    if (at.neighbour[port] != kNoNode) {
      const auto next = static_cast<std::uint32_t>(at.neighbour[port]);
      nodes_[next].in[phase_ ^ 1].credit[opposite(port)] |= out.credit[port];
      wake(next);
    } else if (at.interface[port] != kNoNode) {
      interfaces_[static_cast<std::size_t>(at.interface[port])].take_credits(out.credit[port]);
    }
  }
}

void MeshNetwork::check() const {
  std::uint64_t inside = next_arrivals_.size();
  for (const Node& node : nodes_) {
    inside += static_cast<std::uint64_t>(node.flits) +
              static_cast<unsigned>(std::popcount(node.in[phase_].flit_valid));
  }
  check_conservation(injected_flits_, ejected_flits_, inside);
}

void MeshNetwork::set_evaluation_order(std::vector<std::uint32_t> order) {
  order_ = std::move(order);
}

}  // namespace rc::noc
