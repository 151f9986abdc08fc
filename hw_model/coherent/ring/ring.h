// SPDX-License-Identifier: Apache-2.0
// A bidirectional slotted ring: for each of three lanes (data, address, acknowledge) two rings, one
// a direction. A message takes the shorter path; at equal length the one of growing numbers.
//
// In each direction the slots move one stop every hop_cycles. A message enters the first empty slot
// that comes by its stop, keeps it to its destination, and leaves it there. Data wider than a slot
// take several. A stop grants a limited number of messages of a lane that are in flight to it
// (credits); others wait at their sender.
//
// A slot that moves with the ring is a position minus the time: that is what is booked, so a
// message costs no event on its path.
#pragma once

#include <array>
#include <vector>

#include "hw_model/coherent/ring/params.h"
#include "hw_model/coherent/ring/transport.h"

namespace rc::coherent {

struct RingCounters {
  std::uint64_t messages = 0, hops = 0, waited_cycles = 0;
};

class Ring final : public Transport {
 public:
  // kernel::InputError for parameters out of range.
  explicit Ring(const RingParams& params);

  unsigned stops() const override { return params_.stops; }
  std::optional<kernel::Picos> send(kernel::Picos now, const Message& message) override;

  // Hops of the path that a message takes.
  unsigned distance(unsigned from, unsigned to) const;
  const RingCounters& counters(Lane lane) const { return counters_[static_cast<unsigned>(lane)]; }

 private:
  struct LaneState {
    // By direction and slot: the cycle in which it is empty again.
    std::array<std::vector<kernel::Cycle>, 2> free_at;
    // By stop: arrivals of the last `credits` messages, a circular list.
    std::vector<kernel::Cycle> arrivals;
    std::vector<std::uint32_t> oldest;
  };

  // Hops the way of growing numbers.
  unsigned upwards(unsigned from, unsigned to) const {
    return to >= from ? to - from : to + params_.stops - from;
  }

  RingParams params_;
  std::uint64_t period_;
  unsigned data_parts_ = 1;  // slots that a line takes
  std::array<LaneState, kLanes> lanes_;
  std::array<RingCounters, kLanes> counters_;
};

}  // namespace rc::coherent
