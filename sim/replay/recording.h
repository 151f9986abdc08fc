// What the cores of an SCC asked of its mesh in one run, and what each request waited for
// (docs/replay.md). Times are in picoseconds.
//
// Each core is a list of operations, which it does one after the other:
// - send: a request goes to an end point, which answers `service` after it was delivered. The core
//   goes on when the answer is delivered.
// - mark: the core wrote to the MPB of its own tile, which needs no mesh.
// - wait: the core goes on when another core's operation has taken effect: a send when its request
//   is delivered, a mark at once.
// `delay` is what the core took since the operation before.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/packet.h"

namespace rc::sim {

struct Operation {
  enum class Kind : char { send = 's', mark = 'm', wait = 'w' };
  Kind kind = Kind::mark;
  std::uint64_t delay = 0;
  std::uint32_t target = 0;     // send: the end point that answers; wait: the other core's index
  std::uint32_t operation = 0;  // wait: the other core's
  std::uint8_t flits = 0, answer = 0;  // send: of the request and of the answer
  std::uint64_t service = 0;           // send
  bool operator==(const Operation&) const = default;
};

struct CoreTraffic {
  std::uint32_t end_point = 0;
  std::vector<Operation> operations;
  std::uint64_t rest = 0;  // from the last operation to the program's end
  bool operator==(const CoreTraffic&) const = default;
};

struct Recording {
  std::uint32_t cols = 0, rows = 0;
  std::uint64_t time = 0;  // from reset to the last exit
  std::vector<noc::EndPoint> end_points;
  std::vector<CoreTraffic> cores;
  bool operator==(const Recording&) const = default;
};

// Text, one operation a line, packed by gzip. kernel::InputError if it cannot be written.
void write_recording(const std::string& file, const Recording& recording);

// kernel::InputError "file: line N: reason" for what is no recording.
Recording read_recording(const std::string& file);

}  // namespace rc::sim
