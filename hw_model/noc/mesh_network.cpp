#include "hw_model/noc/mesh_network.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/router.h"

namespace rc::noc {
namespace {

constexpr std::uint8_t opposite(unsigned port) {
  switch (port) {
    case kNorth:
      return kSouth;
    case kEast:
      return kWest;
    case kSouth:
      return kNorth;
    default:
      return kEast;
  }
}

}  // namespace

std::unique_ptr<RouterIf> make_model_router(const NocParams& params, unsigned x, unsigned y) {
  return std::make_unique<Router>(params, x, y);
}

MeshNetwork::MeshNetwork(const NocParams& params, std::vector<EndPoint> end_points,
                         const RouterFactory& factory)
    : params_(params) {
  if (params.topology != "mesh") {
    throw kernel::InputError("noc.topology = \"" + params.topology + "\": expected mesh");
  }
  if (params.cols == 0 || params.rows == 0 || params.cols > 32 || params.rows > 32) {
    throw kernel::InputError("noc: a mesh of " + std::to_string(params.cols) + " x " +
                             std::to_string(params.rows) + ": expected 1 to 32 each way");
  }
  nodes_.resize(params.cols * params.rows);
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) {
      Node& node = nodes_[y * params.cols + x];
      node.router = factory(params, x, y);
      const auto self = static_cast<std::int32_t>(y * params.cols + x);
      const auto cols = static_cast<std::int32_t>(params.cols);
      node.neighbour.fill(-1);
      node.interface.fill(-1);
      if (y + 1 < params.rows) node.neighbour[kNorth] = self + cols;
      if (y > 0) node.neighbour[kSouth] = self - cols;
      if (x + 1 < params.cols) node.neighbour[kEast] = self + 1;
      if (x > 0) node.neighbour[kWest] = self - 1;
    }
  }
  class_vcs_ = params.vcs / params.message_classes;
  for (const EndPoint& at : end_points) {
    const std::string where = "noc: end point at (" + std::to_string(at.x) + "," +
                              std::to_string(at.y) + ") port " + std::to_string(at.port);
    if (at.x >= params.cols || at.y >= params.rows || at.port >= kPorts) {
      throw kernel::InputError(where + ": outside the " + std::to_string(params.cols) + " x " +
                               std::to_string(params.rows) + " mesh");
    }
    const std::uint32_t index = at.y * params.cols + at.x;
    Node& node = nodes_[index];
    if (node.neighbour[at.port] >= 0 || node.interface[at.port] >= 0) {
      throw kernel::InputError(where + ": the port is taken");
    }
    node.interface[at.port] = static_cast<std::int32_t>(interfaces_.size());
    Interface interface;
    interface.at = at;
    interface.node = index;
    interface.credits.fill(static_cast<std::uint8_t>(params.vc_depth));
    interfaces_.push_back(std::move(interface));
  }
}

void MeshNetwork::activate(std::uint32_t node) {
  if (nodes_[node].listed) return;
  nodes_[node].listed = true;
  next_active_.push_back(node);
}

void MeshNetwork::inject(const Packet& packet) {
  const Node& node = nodes_.at(packet.source.y * params_.cols + packet.source.x);
  const std::int32_t index = node.interface.at(packet.source.port);
  if (index < 0) throw kernel::InputError("noc: a packet from where there is no end point");
  if (packet.flits == 0 || packet.flits > kMaxPacketFlits || packet.flits > params_.vc_depth) {
    throw kernel::InputError(
        "noc: a packet of " + std::to_string(packet.flits) +
        " flits does not fit a VC of noc.vc_depth = " + std::to_string(params_.vc_depth));
  }
  Interface& interface = interfaces_[static_cast<std::size_t>(index)];
  if (interface.queue.empty()) senders_.push_back(static_cast<std::uint32_t>(index));
  interface.queue.push_back(packet);
  ++queued_;
}

void MeshNetwork::send_from(Interface& interface) {
  const Packet& packet = interface.queue.front();
  if (interface.sent == 0) {
    const unsigned first = packet.message_class * class_vcs_;
    std::uint8_t& next = interface.next_vc[packet.message_class];
    unsigned tried = 0;
    while (tried < class_vcs_ &&
           interface.credits[first + (next + tried) % class_vcs_] < packet.flits) {
      ++tried;
    }
    if (tried == class_vcs_) return;
    interface.vc = static_cast<std::uint8_t>(first + (next + tried) % class_vcs_);
    next = static_cast<std::uint8_t>((next + tried + 1) % class_vcs_);
  }
  Node& node = nodes_[interface.node];
  RouterPins& pins = node.in[phase_];
  Flit& flit = pins.flit[interface.at.port];
  flit.vc = interface.vc;
  flit.head = interface.sent == 0;
  flit.tail = interface.sent + 1 == packet.flits;
  flit.dst_x = packet.destination.x;
  flit.dst_y = packet.destination.y;
  flit.dst_port = packet.destination.port;
  flit.message_class = packet.message_class;
  flit.length = packet.flits;
  flit.payload = packet.payload[interface.sent];
  pins.flit_valid |= static_cast<std::uint8_t>(1u << interface.at.port);
  --interface.credits[interface.vc];
  ++interface.sent;
  ++injected_flits_;
  idle_cycles_ = 0;
  if (!node.listed) {
    node.listed = true;
    active_.push_back(interface.node);
  }
  if (flit.tail) {
    interface.queue.pop_front();
    interface.sent = 0;
    --queued_;
  }
}

void MeshNetwork::eject(std::uint32_t index, const Flit& flit) {
  Interface& interface = interfaces_[index];
  Packet& packet = interface.incoming[flit.vc];
  std::uint8_t& received = interface.received[flit.vc];
  if (flit.head) {
    packet = {};
    packet.destination = interface.at;
    packet.message_class = flit.message_class;
    packet.flits = flit.length;
    received = 0;
  }
  packet.payload[received++] = flit.payload;
  ++ejected_flits_;
  Node& node = nodes_[interface.node];
  node.in[phase_].credit[interface.at.port] |= static_cast<std::uint16_t>(1u << flit.vc);
  if (!node.listed) {
    node.listed = true;
    active_.push_back(interface.node);
  }
  if (flit.tail && delivery_) delivery_(packet);
}

// A router's output pins become its neighbours' input pins of the next cycle.
void MeshNetwork::scatter(std::uint32_t index, const RouterPins& out) {
  Node& node = nodes_[index];
  for (unsigned ports = out.flit_valid; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    const Flit& flit = out.flit[port];
    idle_cycles_ = 0;
    ++node.links.flits[port][flit.vc];
    if (node.neighbour[port] >= 0) {
      const auto next = static_cast<std::uint32_t>(node.neighbour[port]);
      RouterPins& pins = nodes_[next].in[phase_ ^ 1];
      const std::uint8_t side = opposite(port);
      pins.flit[side] = flit;
      pins.flit_valid |= static_cast<std::uint8_t>(1u << side);
      activate(next);
    } else if (node.interface[port] >= 0) {
      next_arrivals_.push_back({static_cast<std::uint32_t>(node.interface[port]), flit});
      activate(index);
    } else {
      throw kernel::MachineError("noc: router (" + std::to_string(index % params_.cols) + "," +
                                 std::to_string(index / params_.cols) + ") sent a flit to port " +
                                 std::to_string(port) + ", where there is nothing");
    }
  }
  for (unsigned port = 0; port < kPorts; ++port) {
    if (out.credit[port] == 0) continue;
    if (node.neighbour[port] >= 0) {
      const auto next = static_cast<std::uint32_t>(node.neighbour[port]);
      nodes_[next].in[phase_ ^ 1].credit[opposite(port)] |= out.credit[port];
      activate(next);
    } else if (node.interface[port] >= 0) {
      Interface& interface = interfaces_[static_cast<std::size_t>(node.interface[port])];
      for (unsigned vcs = out.credit[port]; vcs != 0; vcs &= vcs - 1) {
        ++interface.credits[static_cast<unsigned>(std::countr_zero(vcs))];
      }
    }
  }
}

void MeshNetwork::tick(std::uint64_t cycle) {
  active_.swap(next_active_);
  arrivals_.swap(next_arrivals_);
  next_active_.clear();
  next_arrivals_.clear();

  std::sort(arrivals_.begin(), arrivals_.end(),
            [](const Arrival& a, const Arrival& b) { return a.interface < b.interface; });
  for (const Arrival& arrival : arrivals_) eject(arrival.interface, arrival.flit);
  for (std::size_t i = 0; i < senders_.size();) {
    send_from(interfaces_[senders_[i]]);
    if (interfaces_[senders_[i]].queue.empty()) {
      senders_[i] = senders_.back();
      senders_.pop_back();
    } else {
      ++i;
    }
  }

  if (++idle_cycles_ > kStuckCycles && ejected_flits_ != injected_flits_) {
    throw kernel::MachineError("noc: no flit moved for " + std::to_string(kStuckCycles) +
                               " cycles up to cycle " + std::to_string(cycle) + " with " +
                               std::to_string(injected_flits_ - ejected_flits_) + " flits inside");
  }
  RouterPins out;
  for (const std::uint32_t index : active_) nodes_[index].listed = false;
  for (const std::uint32_t index : active_) {
    Node& node = nodes_[index];
    RouterPins& in = node.in[phase_];
    if (cycle > node.last_tick + 1) node.router->skip(cycle - node.last_tick - 1);
    node.last_tick = cycle;
    node.router->tick(in, out);
    in.flit_valid = 0;
    in.credit.fill(0);
    scatter(index, out);
    if (!node.router->idle()) activate(index);
  }
  active_.clear();
  phase_ ^= 1;
#ifndef NDEBUG
  check();
#endif
}

void MeshNetwork::check() const {
  std::uint64_t inside = next_arrivals_.size();
  for (const Node& node : nodes_) {
    if (const auto* router = dynamic_cast<const Router*>(node.router.get())) {
      inside += router->flits();
    } else {
      return;  // another implementation does not tell what it holds
    }
    inside += static_cast<unsigned>(std::popcount(node.in[phase_].flit_valid));
  }
  if (injected_flits_ != ejected_flits_ + inside) {
    throw kernel::MachineError("noc: " + std::to_string(injected_flits_) + " flits went in, " +
                               std::to_string(ejected_flits_) + " came out, " +
                               std::to_string(inside) + " are inside");
  }
}

}  // namespace rc::noc
