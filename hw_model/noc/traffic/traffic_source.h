// What the nodes of a network want to send, and when: made up as it goes, or read from a trace.
#pragma once

#include <cstdint>
#include <optional>

namespace rc::noc {

struct Demand {
  std::uint64_t cycle = 0;  // from which on the packet is ready at its source; the first cycle is 1
  std::uint16_t destination = 0;  // node x + cols * y
  std::uint8_t flits = 1;
  std::uint8_t message_class = 0;
};

class TrafficSource {
 public:
  virtual ~TrafficSource() = default;
  // The next packet of `node`, in order of cycles; nothing after its last. Asked for only when the
  // one before has left, so that a saturated network needs no memory for what queues up.
  virtual std::optional<Demand> next(std::uint32_t node) = 0;
};

}  // namespace rc::noc
