// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/traffic_driver.h"

#include <algorithm>

namespace rc::noc {

const std::vector<std::uint32_t>& TrafficSource::delivered(const PacketRecord&) {
  static const std::vector<std::uint32_t> none;
  return none;
}

std::vector<EndPoint> local_end_points(const NocParams& params) {
  std::vector<EndPoint> points;
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) {
      points.push_back({static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), kLocal});
    }
  }
  return points;
}

TrafficDriver::TrafficDriver(const NocParams& params, TrafficSource& traffic,
                             const NetworkFactory& factory)
    : TrafficDriver(factory(params, local_end_points(params)), params.cols * params.rows, traffic) {
}

TrafficDriver::TrafficDriver(std::unique_ptr<Network> network, std::size_t nodes,
                             TrafficSource& traffic)
    : traffic_(traffic),
      classes_(traffic.traffic_classes()),
      closed_(traffic.closed()),
      network_(std::move(network)),
      senders_(nodes * classes_) {
  due_.resize(senders_.size());
  for (std::uint32_t sender = 0; sender < senders_.size(); ++sender) {
    fetch(sender);
    due_[sender] = senders_[sender].demand.cycle;
  }
  network_->on_delivery([this](const Packet& packet) { deliver(packet); });
}

void TrafficDriver::run_until(std::uint64_t cycle) {
  while (cycle_ < cycle && !finished()) step(cycle);
}

void TrafficDriver::run_until_arrived(std::uint64_t cycle) {
  while (cycle_ < cycle && !arrived() && !finished()) step(cycle);
}

// The next cycle in which there is something to do, `latest` at the latest.
void TrafficDriver::step(std::uint64_t latest) {
  cycle_ = std::min(latest, next_activity());
  for (std::uint32_t sender = 0; sender < senders_.size(); ++sender) {
    if (due_[sender] <= cycle_) serve(sender);
  }
  network_->tick(cycle_);
}

std::uint64_t TrafficDriver::next_activity() const {
  if (!network_->idle()) return cycle_ + 1;
  return std::max(cycle_ + 1, *std::ranges::min_element(due_));
}

void TrafficDriver::serve(std::uint32_t index) {
  Sender& sender = senders_[index];
  if (sender.sending != kNone) {
    if (network_->queued(index) != 0) return;
    // Its tail was sent in the last cycle, and the flits of a packet are sent in consecutive
    // cycles: the interface starts only when there is room for all of them.
    PacketRecord& sent = slots_[sender.sending];
    sent.entered = cycle_ - sent.flits;
    sender.sending = kNone;
    due_[index] = sender.demand.cycle;
    if (due_[index] > cycle_) return;
  }
  if (closed_ && !stopped_) {
    traffic_.now(cycle_);
    fetch(index);
  }
  start(index);
}

void TrafficDriver::start(std::uint32_t index) {
  Sender& sender = senders_[index];
  const Demand& demand = sender.demand;
  const auto source = static_cast<EndId>(classes_ == 1 ? index : index / classes_);
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot] = {demand.born(),
                  0,
                  0,
                  source,
                  demand.destination,
                  demand.flits,
                  demand.message_class,
                  demand.traffic_class,
                  demand.kind,
                  demand.tag,
                  demand.copies,
                  demand.forks ? demand.copies : std::uint16_t{0}};
  packet_.source = source;
  packet_.destination = demand.destination;
  packet_.message_class = demand.message_class;
  packet_.traffic_class = demand.traffic_class;
  packet_.created = demand.born();
  packet_.flits = demand.flits;
  Network::put_tag(packet_, slot);
  if (demand.forks) {
    network_->multicast(packet_, traffic_.destinations(index));
  } else {
    network_->inject(packet_);
  }
  sender.sending = slot;
  due_[index] = cycle_ + 1;
  if (closed_) traffic_.taken(index);
  fetch(index);
}

void TrafficDriver::fetch(std::uint32_t index) {
  senders_[index].demand = traffic_.next(index).value_or(Demand{.cycle = kNever});
}

void TrafficDriver::look_again(std::uint32_t index) {
  fetch(index);
  // One that sends looks when it has done.
  if (senders_[index].sending == kNone) due_[index] = senders_[index].demand.cycle;
}

void TrafficDriver::deliver(const Packet& packet) {
  const std::uint32_t slot = network_->tag_of(packet);
  PacketRecord& record = slots_[slot];
  record.delivered = cycle_;
  if (record.left != 0) record.destination = packet.destination;
  if (packet.entered != 0) record.entered = packet.entered;
  if (observer_) observer_(record);
  if (closed_ && !stopped_) {
    for (const std::uint32_t node : traffic_.delivered(record)) look_again(node);
  }
  if (record.left > 1) {
    --record.left;
    return;
  }
  record.created = 0;
  free_slots_.push_back(slot);
}

void TrafficDriver::stop_injecting() {
  stopped_ = true;
  for (std::uint32_t index = 0; index < senders_.size(); ++index) {
    senders_[index].demand = {.cycle = kNever};
    if (senders_[index].sending == kNone) due_[index] = kNever;
  }
}

bool TrafficDriver::finished() const {
  return network_->idle() && *std::ranges::min_element(due_) == kNever;
}

bool TrafficDriver::arrived() const {
  return free_slots_.size() == slots_.size() && *std::ranges::min_element(due_) == kNever;
}

std::uint64_t TrafficDriver::oldest_outstanding() const {
  std::uint64_t oldest = kNever;
  for (const Sender& sender : senders_) oldest = std::min(oldest, sender.demand.born());
  for (const PacketRecord& record : slots_) {
    if (record.created != 0) oldest = std::min(oldest, record.created);
  }
  return oldest;
}

std::vector<std::uint64_t> TrafficDriver::lateness() const {
  std::vector<std::uint64_t> late;
  for (const Sender& sender : senders_) {
    const std::uint64_t born = sender.demand.born();
    late.push_back(cycle_ > born ? cycle_ - born : 0);
  }
  return late;
}

}  // namespace rc::noc
