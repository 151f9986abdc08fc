// SPDX-License-Identifier: Apache-2.0
// What the cores of an SCC asked of its mesh in one run, and what each request waited for
// (docs/replay.md). Times are in picoseconds.
//
// Each core is a list of operations, which it does one after the other:
// - send: a request goes to an end point, which answers `service` after it was delivered. The core
//   goes on when the answer is delivered.
// - memory: the same to a memory controller, which answers when it has served the request.
// - mark: the core wrote to the MPB of its own tile, which needs no mesh.
// - wait: the core goes on when another core's operation has taken effect: a send or memory when
//   its request is delivered, a mark at once.
// `delay` is what the core took since the operation before.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/packet.h"

namespace rc::sim::observe {

struct Operation {
  enum class Kind : char { send = 's', memory = 'd', mark = 'm', wait = 'w' };
  Kind kind = Kind::mark;
  std::uint8_t flits = 0, answer = 0;  // send, memory: of the request and of the answer
  std::uint32_t target = 0;            // the end point that answers; wait: the other core's index
  std::uint32_t operation = 0;         // wait: the other core's
  std::uint32_t line = 0;              // memory: of 32 bytes, in the controller
  std::uint64_t delay = 0;
  std::uint64_t service = 0;  // send
  bool asks() const { return kind == Kind::send || kind == Kind::memory; }
  // Of memory: only a write is answered by a single flit.
  bool writes() const { return answer == 1; }
  bool operator==(const Operation&) const = default;
};

struct CoreTraffic {
  std::uint32_t end_point = 0;
  std::vector<Operation> operations;
  // From the last operation to the program's end, which may be before the operation's answer.
  std::int64_t rest = 0;
  bool operator==(const CoreTraffic&) const = default;
};

constexpr unsigned kLineBits = 5;  // of an address

struct Recording {
  std::uint32_t cols = 0, rows = 0;
  std::uint64_t time = 0;  // from reset to the last exit
  std::vector<noc::EndPoint> end_points;
  std::vector<CoreTraffic> cores;
  bool operator==(const Recording&) const = default;
};

// Text, one operation a line, packed by gzip. kernel::InputError if it cannot be written.
void write_recording(const std::string& file, const Recording& recording);

// kernel::InputError "file: line N: reason" for what is no recording, for more operations than
// 2^16 and 16 for each byte of the file, and for times that are longer than base::kMaxPicos
// together.
Recording read_recording(const std::string& file);

}  // namespace rc::sim::observe
