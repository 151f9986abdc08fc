// SPDX-License-Identifier: Apache-2.0
// The terms of all broadcast schedules here: which process sends which part to which in each round.
//
// A schedule is a pure function of process, round and its own parameters. It knows neither library
// nor hardware, so that the host can test it; transfers (rcce_broadcast.cpp, ...) carry it out.
// Processes are ranks 0 to n - 1; a message is cut into parts 0 to parts - 1.
#pragma once

#include <stddef.h>

namespace collectives {

// One direction of one process in one round: parts [part, part + count) with `peer`.
struct Transfer {
  int peer = -1;
  int part = -1;
  int count = 0;       // 0: no transfer this round
  bool piped = false;  // may go in smaller pieces, each passed on as soon as it is there

  explicit operator bool() const { return count > 0; }
  bool operator==(const Transfer&) const = default;
};

// What one process does in one round: at most one send and one receive. With blocking transfers
// their order matters; the schedules choose it so that there is no deadlock.
struct Turn {
  Transfer send;
  Transfer receive;
  bool send_first = true;

  bool operator==(const Turn&) const = default;
};

// A message of `bytes` cut into parts of `part_bytes` (at least 1); the last may be short.
struct Cut {
  size_t bytes = 0;
  size_t part_bytes = 1;

  int parts() const { return static_cast<int>((bytes + part_bytes - 1) / part_bytes); }
  // Where `part` starts: parts behind the message are empty and start at its end.
  size_t offset(int part) const {
    const size_t start = static_cast<size_t>(part) * part_bytes;
    return start < bytes ? start : bytes;
  }
  // Bytes of the parts [part, part + count).
  size_t size(int part, int count = 1) const { return offset(part + count) - offset(part); }
};

// The least q with 2^q >= n: rounds that any broadcast of one part to n processes needs.
constexpr int log2_ceil(int n) {
  int q = 0;
  while ((1 << q) < n) ++q;
  return q;
}

// Ranks counted from the root, and back.
constexpr int relative_rank(int process, int root, int processes) {
  return process >= root ? process - root : process - root + processes;
}
constexpr int absolute_rank(int relative, int root, int processes) {
  return relative + root < processes ? relative + root : relative + root - processes;
}

}  // namespace collectives
