// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/replay/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/scc/tile/access_observer.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/observe/profile/gzip.h"
#include "sim/observe/replay/packed_lines.h"

namespace rc::sim::observe {
namespace {

using kernel::InputError;

constexpr std::string_view kTitle = "rockcreek-traffic";
constexpr std::uint64_t kVersion = 2;
constexpr std::uint64_t kMaxLine = (std::uint64_t{1} << (scc::kSystemAddressBits - kLineBits)) - 1;
constexpr std::uint64_t kMaxOperations = std::uint64_t{1} << 26;  // of all cores: 3 GB
// Those of programs take a byte each once they are packed. Only many that are the same take less.
constexpr std::uint64_t kOperationsPerByte = 16, kFreeOperations = 1 << 16;

// `left` is what is left of base::kMaxPicos, which all times share.
Operation read_operation(PackedLines& in, const Recording& recording, std::uint64_t& left) {
  const std::string_view kind = in.word();
  if (kind != "s" && kind != "d" && kind != "m" && kind != "w")
    in.fail("expected an operation s, d, m or w");
  Operation each;
  each.kind = static_cast<Operation::Kind>(kind.front());
  each.delay = in.number("delay", 0, left);
  if (each.asks()) {
    each.target =
        static_cast<std::uint32_t>(in.number("end point", 0, recording.end_points.size() - 1));
    each.flits = static_cast<std::uint8_t>(in.number("flits", 1, noc::kMaxPacketFlits));
    each.answer = static_cast<std::uint8_t>(in.number("flits", 1, noc::kMaxPacketFlits));
    if (each.kind == Operation::Kind::send)
      each.service = in.number("service", 0, left - each.delay);
    else
      each.line = static_cast<std::uint32_t>(in.number("line", 0, kMaxLine));
  } else if (each.kind == Operation::Kind::wait) {
    each.target = static_cast<std::uint32_t>(in.number("core", 0, recording.cores.size() - 1));
    each.operation = static_cast<std::uint32_t>(in.number("operation", 0, kMaxOperations));
  }
  left -= each.delay + each.service;
  in.line();
  return each;
}

// A wait must name something that takes effect.
void check_waits(const std::string& file, const Recording& recording) {
  for (std::size_t core = 0; core < recording.cores.size(); ++core) {
    for (const Operation& each : recording.cores[core].operations) {
      if (each.kind != Operation::Kind::wait) continue;
      const auto& others = recording.cores[each.target].operations;
      if (each.target == core || each.operation >= others.size() ||
          others[each.operation].kind == Operation::Kind::wait)
        throw InputError(fmt::format(
            "{}: core {} waits for operation {} of core {}: expected a send or mark of another",
            kernel::shown(file, kernel::kMaxPathShown), core, each.operation, each.target));
    }
  }
}

void format_operation(std::string& text, const Operation& each) {
  const auto out = std::back_inserter(text);
  switch (each.kind) {
    case Operation::Kind::send:
      fmt::format_to(out, "s {} {} {} {} {}\n", each.delay, each.target, each.flits, each.answer,
                     each.service);
      break;
    case Operation::Kind::memory:
      fmt::format_to(out, "d {} {} {} {} {}\n", each.delay, each.target, each.flits, each.answer,
                     each.line);
      break;
    case Operation::Kind::mark:
      fmt::format_to(out, "m {}\n", each.delay);
      break;
    case Operation::Kind::wait:
      fmt::format_to(out, "w {} {} {}\n", each.delay, each.target, each.operation);
      break;
  }
}

}  // namespace

void write_recording(const std::string& file, const Recording& recording) {
  base::OutputFile out(file);
  PackedText packed(out.stream(), true);
  std::string text =
      fmt::format("{} {}\nmesh {} {}\ntime {}\nend-points {}\n", kTitle, kVersion, recording.cols,
                  recording.rows, recording.time, recording.end_points.size());
  for (const noc::EndPoint& at : recording.end_points)
    text += fmt::format("{} {} {}\n", at.x, at.y, at.port);
  text += fmt::format("cores {}\n", recording.cores.size());
  for (const CoreTraffic& core : recording.cores) {
    text += fmt::format("core {} {} {}\n", core.end_point, core.operations.size(), core.rest);
    for (const Operation& each : core.operations) format_operation(text, each);
    packed.write(text);
    text.clear();
  }
  packed.write(text);
  packed.finish();
  out.commit();
}

Recording read_recording(const std::string& file) {
  PackedLines in(file);
  Recording recording;
  in.expect(kTitle);
  in.number("version", kVersion, kVersion);
  in.line();
  in.expect("mesh");
  recording.cols = static_cast<std::uint32_t>(in.number("columns", 1, 16));
  recording.rows = static_cast<std::uint32_t>(in.number("rows", 1, 16));
  in.line();
  in.expect("time");
  recording.time = in.number("time", 0, base::kMaxPicos);
  in.line();
  in.expect("end-points");
  recording.end_points.resize(in.number("end points", 1, 1280));
  in.line();
  for (noc::EndPoint& at : recording.end_points) {
    at.x = static_cast<std::uint8_t>(in.number("x", 0, recording.cols - 1));
    at.y = static_cast<std::uint8_t>(in.number("y", 0, recording.rows - 1));
    at.port = static_cast<std::uint8_t>(in.number("port", 0, noc::kPorts - 1));
    in.line();
  }
  in.expect("cores");
  recording.cores.resize(in.number("cores", 1, 1024));
  in.line();
  std::uint64_t time_left = base::kMaxPicos;
  std::uint64_t operations_left =
      std::min(kMaxOperations, kFreeOperations + kOperationsPerByte * in.packed_bytes());
  for (CoreTraffic& core : recording.cores) {
    in.expect("core");
    core.end_point =
        static_cast<std::uint32_t>(in.number("end point", 0, recording.end_points.size() - 1));
    const std::uint64_t operations = in.number("operations", 0, kMaxOperations);
    if (operations > operations_left)
      in.fail(fmt::format("operations {}: expected at most {} for each of the file's {} bytes",
                          operations, kOperationsPerByte, in.packed_bytes()));
    operations_left -= operations;
    const auto before = static_cast<std::int64_t>(time_left);
    core.rest = in.signed_number("rest", time_left);
    in.line();
    core.operations.reserve(std::min<std::uint64_t>(operations, 1 << 16));
    for (std::uint64_t i = 0; i < operations; ++i)
      core.operations.push_back(read_operation(in, recording, time_left));
    if (core.rest < static_cast<std::int64_t>(time_left) - before)
      in.fail(fmt::format("rest {}: before the core's begin", core.rest));
    if (core.rest > 0) time_left -= std::min(time_left, static_cast<std::uint64_t>(core.rest));
  }
  if (!in.at_end()) in.fail("expected the end of the file");
  check_waits(file, recording);
  return recording;
}

}  // namespace rc::sim::observe
