#include "hw_model/noc/network/mesh_network.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/topology.h"
#include "hw_model/noc/router/round_robin.h"
#include "hw_model/noc/router/router.h"

namespace rc::noc {
namespace {

constexpr std::uint64_t kEmpty = std::uint64_t{1} << 63;  // in left_before_: the VC was empty

std::string place(unsigned x, unsigned y, unsigned port) {
  std::string text = "(";
  text += std::to_string(x) + "," + std::to_string(y) + ") port ";
  return text + (port < kPorts ? std::string(1, "NESWL"[port]) : std::to_string(port));
}

}  // namespace

std::unique_ptr<RouterIf> make_model_router(const NocParams& params, unsigned x, unsigned y) {
  return std::make_unique<Router>(params, x, y);
}

MeshNetwork::MeshNetwork(const NocParams& params, std::vector<EndPoint> end_points,
                         const RouterFactory& factory)
    : params_(params) {
  check_params(params);
  nodes_.resize(params.cols * params.rows);
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) {
      Node& node = nodes_[x + params.cols * y];
      node.router = factory(params, x, y);
      node.interface.fill(kNoNode);
      for (unsigned port = 0; port < kPorts; ++port) {
        node.neighbour[port] = neighbour(params, x, y, port);
      }
    }
  }
  for (const EndPoint& at : end_points) {
    const std::string where = "noc: end point at " + place(at.x, at.y, at.port);
    if (at.x >= params.cols || at.y >= params.rows || at.port >= kPorts) {
      throw kernel::InputError(where + ": outside the " + std::to_string(params.cols) + " x " +
                               std::to_string(params.rows) + " " + params.topology);
    }
    Node& node = nodes_[at.x + params.cols * at.y];
    if (node.neighbour[at.port] != kNoNode || node.interface[at.port] != kNoNode) {
      throw kernel::InputError(where + ": the port is taken");
    }
    node.interface[at.port] = static_cast<std::int32_t>(interfaces_.size());
    interfaces_.emplace_back(params, at);
  }
  active_.resize((nodes_.size() + 63) / 64);
  next_active_.resize(active_.size());
  left_before_.assign(nodes_.size() * kPorts * params.vcs, kEmpty);
}

void MeshNetwork::wake(std::uint32_t index) {
  std::uint64_t& word = next_active_[index / 64];
  const std::uint64_t bit = std::uint64_t{1} << index % 64;
  awake_ += (word & bit) == 0;
  word |= bit;
}

void MeshNetwork::inject(const Packet& packet) {
  const EndPoint& from = packet.source;
  const std::int32_t index = from.x < params_.cols && from.y < params_.rows && from.port < kPorts
                                 ? node(from.x, from.y).interface[from.port]
                                 : kNoNode;
  if (index == kNoNode) throw kernel::InputError("noc: a packet from where there is no end point");
  if (packet.flits == 0 || packet.flits > kMaxPacketFlits || packet.flits > params_.vc_depth) {
    throw kernel::InputError(
        "noc: a packet of " + std::to_string(packet.flits) +
        " flits does not fit a VC of noc.vc_depth = " + std::to_string(params_.vc_depth));
  }
  if (packet.message_class >= params_.message_classes) {
    throw kernel::InputError("noc: a packet of message class " +
                             std::to_string(packet.message_class) +
                             ": noc.message_classes = " + std::to_string(params_.message_classes));
  }
  NetworkInterface& interface = interfaces_[static_cast<std::size_t>(index)];
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
  if (cycle >= starved_check_) find_starved();
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
  if (flit.vc >= params_.vcs) fail(index, port, flit.vc, "was sent a flit on a VC it lacks");
  if (!node.buffers.enter(port, flit.vc, cycle_, params_.vc_depth)) {
    fail(index, port, flit.vc, "was sent a flit without a credit");
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
  for_each_bit(out.flit_valid, [&](unsigned port) {
    const Flit& flit = out.flit[port];
    if (flit.vc >= params_.vcs) fail(index, port, flit.vc, "sent a flit on a VC that is none");
    ++node.links.flits[port][flit.vc];
    if (node.neighbour[port] != kNoNode) {
      const auto next = static_cast<std::uint32_t>(node.neighbour[port]);
      drive(next, opposite(port), flit, phase_ ^ 1);
      wake(next);
    } else if (node.interface[port] != kNoNode) {
      next_arrivals_.push_back({static_cast<std::uint32_t>(node.interface[port]), flit});
      wake(index);
    } else {
      fail(index, port, flit.vc, "sent a flit to where there is nothing");
    }
  });
}

void MeshNetwork::scatter_credits(std::uint32_t index, const RouterPins& out) {
  Node& node = nodes_[index];
  for (unsigned port = 0; port < kPorts; ++port) {
    if (out.credit[port] == 0) continue;
    for_each_bit(out.credit[port], [&](unsigned vc) {
      if (vc >= params_.vcs || !node.buffers.leave(port, vc, cycle_)) {
        fail(index, port, vc, "returned a credit for no flit");
      }
      --held_;
    });
    if (node.neighbour[port] != kNoNode) {
      const auto next = static_cast<std::uint32_t>(node.neighbour[port]);
      nodes_[next].in[phase_ ^ 1].credit[opposite(port)] |= out.credit[port];
      wake(next);
    } else if (node.interface[port] != kNoNode) {
      interfaces_[static_cast<std::size_t>(node.interface[port])].take_credits(out.credit[port]);
    }
  }
}

// Far upstream of a congested link a flit may wait long while others are served. So a VC in which
// nothing moved is a fault only if nothing moved in the buffers that it could be waiting for.
void MeshNetwork::find_starved() {
  starved_check_ = cycle_ + kStuckCycles;
  std::vector<bool> moved(nodes_.size() * kPorts * params_.message_classes);
  std::vector<std::array<std::uint32_t, 3>> stuck;  // node, port, VC
  auto before = left_before_.begin();
  for (std::uint32_t index = 0; index < nodes_.size(); ++index) {
    const BufferAudit& buffers = nodes_[index].buffers;
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned vc = 0; vc < params_.vcs; ++vc, ++before) {
        const std::uint64_t left = buffers.left(port, vc);
        const bool holds = buffers.held(port, vc) != 0;
        if (holds && left == *before) stuck.push_back({index, port, vc});
        if (left != (*before & ~kEmpty)) {
          moved[place_of(index, port, vc / params_.class_vcs())] = true;
        }
        *before = holds ? left : left | kEmpty;
      }
    }
  }
  for (const auto& [index, port, vc] : stuck) {
    if (waits_for_movement(index, port, vc / params_.class_vcs(), moved)) continue;
    const std::string what = "moved no flit for " + std::to_string(kStuckCycles) +
                             " cycles up to cycle " + std::to_string(cycle_) +
                             " (deadlock or starvation)";
    fail(index, port, vc, what.c_str());
  }
}

// Searches downstream from this input port, through buffers that hold flits of the class, for one
// in which a flit moved. The route is not known here, so every output port is followed.
bool MeshNetwork::waits_for_movement(std::uint32_t index, unsigned port, unsigned message_class,
                                     const std::vector<bool>& moved) const {
  std::vector<bool> seen(moved.size());
  std::vector<std::pair<std::uint32_t, unsigned>> open{{index, port}};
  while (!open.empty()) {
    const auto [at, in] = open.back();
    open.pop_back();
    for (unsigned out = 0; out < kPorts; ++out) {
      if (nodes_[at].neighbour[out] == kNoNode || out == in) continue;
      const auto next = static_cast<std::uint32_t>(nodes_[at].neighbour[out]);
      const std::size_t place = place_of(next, opposite(out), message_class);
      if (moved[place]) return true;
      if (seen[place] || !holds_class(next, opposite(out), message_class)) continue;
      seen[place] = true;
      open.emplace_back(next, opposite(out));
    }
  }
  return false;
}

bool MeshNetwork::holds_class(std::uint32_t index, unsigned port, unsigned message_class) const {
  const unsigned first = message_class * params_.class_vcs();
  for (unsigned vc = first; vc < first + params_.class_vcs(); ++vc) {
    if (nodes_[index].buffers.held(port, vc) != 0) return true;
  }
  return false;
}

void MeshNetwork::check() const {
  std::uint64_t inside = next_arrivals_.size();
  for (const Node& node : nodes_) {
    inside += static_cast<std::uint64_t>(node.flits) +
              static_cast<unsigned>(std::popcount(node.in[phase_].flit_valid));
  }
  if (injected_flits_ != ejected_flits_ + inside) {
    throw kernel::MachineError("noc: " + std::to_string(injected_flits_) + " flits went in, " +
                               std::to_string(ejected_flits_) + " came out, " +
                               std::to_string(inside) + " are inside");
  }
}

void MeshNetwork::set_evaluation_order(std::vector<std::uint32_t> order) {
  order_ = std::move(order);
}

void MeshNetwork::fail(std::uint32_t index, unsigned port, unsigned vc, const char* what) const {
  throw kernel::MachineError("noc: router " +
                             place(index % params_.cols, index / params_.cols, port) + " VC " +
                             std::to_string(vc) + " " + what);
}

}  // namespace rc::noc
