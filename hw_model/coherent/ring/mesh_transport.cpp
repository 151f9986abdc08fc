// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/ring/mesh_transport.h"

#include <algorithm>
#include <cmath>

#include "hw_model/kernel/frequency.h"
#include "hw_model/noc/network/event_network.h"

namespace rc::coherent {

namespace {
constexpr unsigned kDataFlits = 5;  // a header and 64 bytes
}

MeshTransport::MeshTransport(const RingParams& params)
    : period_(kernel::period_of(params.clock_mhz).value),
      stop_(params.stop_cycles * period_),
      stops_(params.stops) {
  kernel::check_ranges(params, "ring.");
  noc::NocParams mesh;
  mesh.rows = static_cast<std::uint32_t>(std::sqrt(params.stops));
  mesh.cols = (params.stops + mesh.rows - 1) / mesh.rows;
  mesh.vc_depth = kDataFlits;
  std::vector<noc::EndPoint> end_points;
  for (unsigned stop = 0; stop < params.stops; ++stop)
    end_points.push_back({static_cast<std::uint8_t>(stop % mesh.cols),
                          static_cast<std::uint8_t>(stop / mesh.cols), noc::kLocal});
  network_ = noc::make_event_network(mesh, std::move(end_points));
  network_->on_delivery([this](const noc::Packet& packet) {
    delivered_.push_back(inside_[packet.id]);
    unused_.push_back(static_cast<std::uint32_t>(packet.id));
  });
}

std::optional<kernel::Picos> MeshTransport::send(kernel::Picos now, const Message& message) {
  if (message.from == message.to) return now + kernel::Picos{2 * stop_};
  std::uint32_t id = static_cast<std::uint32_t>(inside_.size());
  if (unused_.empty()) {
    inside_.push_back(message);
  } else {
    id = unused_.back();
    unused_.pop_back();
    inside_[id] = message;
  }
  const kernel::Cycle enters = (now.value + stop_ + period_ - 1) / period_;
  entering_.emplace_back(std::max(enters, cycle_ + 1), id);
  return std::nullopt;
}

void MeshTransport::inject(std::uint32_t id) {
  const Message& message = inside_[id];
  noc::Packet packet;
  packet.source = static_cast<noc::EndId>(message.from);
  packet.destination = static_cast<noc::EndId>(message.to);
  packet.message_class = message.lane != Lane::address;
  packet.flits = message.lane == Lane::data ? kDataFlits : 1;
  packet.id = id;
  network_->inject(packet);
}

kernel::Cycle MeshTransport::next_cycle() const {
  return entering_.empty() ? next_ : std::min(next_, entering_.front().first);
}

kernel::Picos MeshTransport::next() const {
  if (!delivered_.empty()) return kernel::Picos{cycle_ * period_ + stop_};
  const kernel::Cycle cycle = next_cycle();
  if (cycle == noc::NetworkIf::kNever) return kernel::Picos::never();
  return kernel::Picos{cycle * period_ + stop_};
}

std::optional<Message> MeshTransport::arrived() {
  if (delivered_.empty()) {
    cycle_ = next_cycle();
    for (; !entering_.empty() && entering_.front().first <= cycle_; entering_.pop_front())
      inject(entering_.front().second);
    network_->tick(cycle_);
    next_ = network_->next_tick(cycle_);
    if (delivered_.empty()) return std::nullopt;
  }
  const Message message = delivered_.front();
  delivered_.pop_front();
  return message;
}

}  // namespace rc::coherent
