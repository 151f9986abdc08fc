// SPDX-License-Identifier: Apache-2.0
// The debug information of a job's programs, read when it is first asked for: most runs never are.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "sim/run/job_programs.h"
#include "sim/symbols/debug_info.h"

namespace rc::sim::run {

class ProgramLines {
 public:
  const symbols::DebugInfo& of(const JobPrograms::Program& program);
  // "sum+0x4, null.c:2"; without a line "sum+0x4"; of an inlined function
  // "main+0x4, null.c:2 in sum, called from null.c:9".
  // `caller`: the program's call that led there is before it; 0: there is none.
  std::string locate(const JobPrograms::Program& program, std::uint32_t eip,
                     std::uint32_t caller = 0);
  // As symbols::Frame::text(): "sum (null.c:2)"; without a line "sum+0x4".
  const std::string& named(const JobPrograms::Program& program, std::uint32_t eip);

 private:
  // By JobPrograms::Program::number.
  std::map<std::size_t, std::unique_ptr<symbols::DebugInfo>> all_;
  // A name takes long to find, and a place is met often.
  std::map<std::size_t, std::unordered_map<std::uint32_t, std::string>> names_;
};

}  // namespace rc::sim::run
