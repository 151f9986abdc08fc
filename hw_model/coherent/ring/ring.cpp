// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/ring/ring.h"

#include <algorithm>

#include "hw_model/coherent/cores/access.h"
#include "hw_model/kernel/frequency.h"

namespace rc::coherent {

using kernel::Cycle;

Ring::Ring(const RingParams& params)
    : Transport(true), params_(params), period_(kernel::period_of(params.clock_mhz).value) {
  kernel::check_ranges(params, "ring.");
  data_parts_ = (kLineBytes + params.data_bytes - 1) / params.data_bytes;
  for (LaneState& lane : lanes_) {
    for (auto& slots : lane.free_at) slots.assign(params.stops * params.hop_cycles, 0);
    lane.arrivals.assign(params.stops * params.credits, 0);
    lane.oldest.assign(params.stops, 0);
  }
}

unsigned Ring::distance(unsigned from, unsigned to) const {
  const unsigned up = upwards(from, to);
  return std::min(up, params_.stops - up);
}

std::optional<kernel::Picos> Ring::send(kernel::Picos now, const Message& message) {
  LaneState& lane = lanes_[static_cast<unsigned>(message.lane)];
  RingCounters& counters = counters_[static_cast<unsigned>(message.lane)];
  const unsigned up = upwards(message.from, message.to);
  const unsigned hops = std::min(up, params_.stops - up);
  const bool down = up != hops;
  auto& slots = lane.free_at[down];
  const Cycle asked = (now.value + period_ - 1) / period_ + params_.stop_cycles;
  std::uint32_t& oldest = lane.oldest[message.to];
  Cycle& credit = lane.arrivals[message.to * params_.credits + oldest];
  Cycle at = std::max(asked, credit);
  const unsigned parts = message.lane == Lane::data ? data_parts_ : 1;
  const Cycle way = Cycle{hops} * params_.hop_cycles;
  if (hops > 0) {
    // The slot at the sender's stop: positions move with the time, in the other direction against
    // it.
    const Cycle length = slots.size(), place = Cycle{message.from} * params_.hop_cycles;
    const Cycle phase = at % length;
    Cycle slot = down ? place + phase : place + length - phase;
    if (slot >= length) slot -= length;
    const auto wait = [&] {
      ++at;
      if (down)
        slot = slot + 1 == length ? 0 : slot + 1;
      else
        slot = slot == 0 ? length - 1 : slot - 1;
    };
    for (unsigned part = 0; part < parts; ++part, wait()) {
      while (slots[slot] > at) wait();
      slots[slot] = at + way;
    }
  }
  if (hops > 0) --at;  // of the last part
  const Cycle arrival = at + way + params_.stop_cycles;
  credit = arrival;
  oldest = oldest + 1 == params_.credits ? 0 : oldest + 1;
  ++counters.messages;
  counters.hops += hops;
  counters.waited_cycles += at - asked;
  return kernel::Picos{arrival * period_};
}

}  // namespace rc::coherent
