#include "hw_model/ring/ring.h"

#include <algorithm>

#include "hw_model/kernel/frequency.h"

namespace rc::ring {

using kernel::Cycle;

namespace {
constexpr unsigned kLineBytes = 64;
}

Ring::Ring(const RingParams& params)
    : params_(params), period_(kernel::period_of(params.clock_mhz).value) {
  kernel::check_ranges(params, "ring.");
  for (LaneState& lane : lanes_) {
    for (auto& slots : lane.free_at) slots.assign(params.stops * params.hop_cycles, 0);
    lane.arrivals.assign(params.stops * params.credits, 0);
    lane.oldest.assign(params.stops, 0);
  }
}

unsigned Ring::distance(unsigned from, unsigned to) const {
  const unsigned up = (to + params_.stops - from) % params_.stops;
  return std::min(up, params_.stops - up);
}

std::optional<kernel::Picos> Ring::send(kernel::Picos now, const Message& message) {
  LaneState& lane = lanes_[static_cast<unsigned>(message.lane)];
  RingCounters& counters = counters_[static_cast<unsigned>(message.lane)];
  const unsigned hops = distance(message.from, message.to);
  const bool down = (message.to + params_.stops - message.from) % params_.stops != hops;
  auto& slots = lane.free_at[down];
  const Cycle asked = (now.value + period_ - 1) / period_ + params_.stop_cycles;
  Cycle& credit = lane.arrivals[message.to * params_.credits + lane.oldest[message.to]];
  Cycle at = std::max(asked, credit);
  const unsigned parts =
      message.lane == Lane::data ? (kLineBytes + params_.data_bytes - 1) / params_.data_bytes : 1;
  const Cycle length = slots.size();
  // The slot at a stop in a cycle: positions move with the time, against it in the other direction.
  const Cycle place = Cycle{message.from} * params_.hop_cycles;
  const auto slot_of = [&](Cycle cycle) {
    const Cycle phase = cycle % length;
    return down ? (place + phase) % length : (place + length - phase) % length;
  };
  const Cycle way = Cycle{hops} * params_.hop_cycles;
  for (unsigned part = 0; hops > 0 && part < parts; ++part, ++at) {
    while (slots[slot_of(at)] > at) ++at;
    slots[slot_of(at)] = at + way;
  }
  if (hops > 0) --at;  // of the last part
  const Cycle arrival = at + way + params_.stop_cycles;
  credit = arrival;
  lane.oldest[message.to] = (lane.oldest[message.to] + 1) % params_.credits;
  ++counters.messages;
  counters.hops += hops;
  counters.waited_cycles += at - asked;
  return kernel::Picos{arrival * period_};
}

}  // namespace rc::ring
