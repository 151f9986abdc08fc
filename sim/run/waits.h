// SPDX-License-Identifier: Apache-2.0
// Who waits for whom when no program can go on, in the words of the message libraries: RCCE, iRCCE
// and NX. What a library is doing is read off the frames on its stack and their arguments (waits.cpp);
// wait_lines.cpp makes the report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

struct Wait {
  enum class Kind : std::uint8_t { other, send, receive };
  std::string call;        // of a library; empty: the program itself waits
  std::string collective;  // its function, if all UEs of a communicator must call it
  std::string where;       // in the program: "ring.c:12, called from ring.c:20"; empty: unknown
  std::string what;        // "until UE 1 sends"; empty: unknown
  std::optional<std::size_t> partner;  // rank that it waits for
  bool in_barrier = false;
  Kind kind = Kind::other;             // of a message between the two
  std::optional<std::uint32_t> bytes;  // of that message
};

// "0-6, 9"
std::string ranges_text(const std::vector<std::size_t>& ranks);

// "1 byte", "100 bytes"
std::string bytes_text(std::uint32_t bytes);

Wait wait_of(const StoppedMachine& machine, std::size_t rank);

// Lines of a report, each behind a line feed and two spaces: one for each program that has not
// ended, with where it stands.
std::string standing_lines(const StoppedMachine& machine);
// The same where nothing can go on; then sizes and libraries that differ, messages of NX that lie where another one is
// waited for, circles, partners that have ended, and collective operations that only some have called.
std::string wait_lines(const StoppedMachine& machine);

}  // namespace rc::sim::run
