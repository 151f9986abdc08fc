#include "sim/replay/recording.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <string_view>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/profile/gzip.h"

namespace rc::sim {
namespace {

using kernel::InputError;

constexpr std::string_view kTitle = "rockcreek-traffic";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostBytes = std::size_t{1} << 31;
// Of one time; a sum of 2^20 of them does not overflow.
constexpr std::uint64_t kMostPicos = std::uint64_t{1} << 43;
constexpr std::uint64_t kMostTime = std::uint64_t{1} << 62;
constexpr std::uint64_t kMostOperations = std::uint64_t{1} << 26;

std::string unpacked(const std::string& file) {
  const auto refuse = [&](const char* why) {
    return InputError(fmt::format("{}: {}", kernel::shown(file, kernel::kMostOfAPath), why));
  };
  const std::string packed = read_file(file, kMostProgram);
  struct Stream {
    z_stream z{};
    ~Stream() { inflateEnd(&z); }
  } stream;
  constexpr int kGzip = 16;
  if (inflateInit2(&stream.z, MAX_WBITS + kGzip) != Z_OK) throw refuse("zlib cannot start");
  // zlib does not write to it.
  stream.z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.z.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  std::array<char, 1 << 16> part;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.z.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.z.avail_out = part.size();
    status = inflate(&stream.z, Z_NO_FLUSH);
    text.append(part.data(), part.size() - stream.z.avail_out);
    if (text.size() > kMostBytes) throw refuse("more than 2 GB when unpacked");
  }
  if (status != Z_STREAM_END || stream.z.avail_in != 0)
    throw refuse(
        "no recorded traffic, or cut off or changed: expected a file of run "
        "--record-traffic");
  return text;
}

class Reader {
 public:
  Reader(const std::string& file, std::string_view text) : file_(file), rest_(text) {}

  void line() {
    if (!rest_.empty() && rest_.front() != '\n') fail("expected the end of the line");
    if (!rest_.empty()) rest_.remove_prefix(1);
    ++number_;
  }
  std::string_view word() {
    const std::size_t size = std::min(rest_.find_first_of(" \n"), rest_.size());
    const std::string_view found = rest_.substr(0, size);
    rest_.remove_prefix(size);
    if (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    return found;
  }
  void expect(std::string_view name) {
    if (word() != name) fail(fmt::format("expected '{}'", name));
  }
  std::uint64_t number(std::string_view what, std::uint64_t least, std::uint64_t most) {
    const std::string_view text = word();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value < least ||
        value > most)
      fail(fmt::format("{} '{}': expected {} to {}", what, kernel::shown(std::string(text)), least,
                       most));
    return value;
  }
  bool at_end() const { return rest_.empty(); }
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(
        fmt::format("{}: line {}: {}", kernel::shown(file_, kernel::kMostOfAPath), number_, why));
  }

 private:
  const std::string& file_;
  std::string_view rest_;
  std::size_t number_ = 1;
};

Operation read_operation(Reader& in, const Recording& recording) {
  const std::string_view kind = in.word();
  if (kind != "s" && kind != "m" && kind != "w") in.fail("expected an operation s, m or w");
  Operation each;
  each.kind = static_cast<Operation::Kind>(kind.front());
  each.delay = in.number("delay", 0, kMostPicos);
  if (each.kind == Operation::Kind::send) {
    each.target =
        static_cast<std::uint32_t>(in.number("end point", 0, recording.end_points.size() - 1));
    each.flits = static_cast<std::uint8_t>(in.number("flits", 1, noc::kMaxPacketFlits));
    each.answer = static_cast<std::uint8_t>(in.number("flits", 1, noc::kMaxPacketFlits));
    each.service = in.number("service", 0, kMostPicos);
  } else if (each.kind == Operation::Kind::wait) {
    each.target = static_cast<std::uint32_t>(in.number("core", 0, recording.cores.size() - 1));
    each.operation = static_cast<std::uint32_t>(in.number("operation", 0, kMostOperations));
  }
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
            kernel::shown(file, kernel::kMostOfAPath), core, each.operation, each.target));
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
  OutputFile out(file);
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
  const std::string text = unpacked(file);
  Reader in(file, text);
  Recording recording;
  in.expect(kTitle);
  in.number("version", kVersion, kVersion);
  in.line();
  in.expect("mesh");
  recording.cols = static_cast<std::uint32_t>(in.number("columns", 1, 16));
  recording.rows = static_cast<std::uint32_t>(in.number("rows", 1, 16));
  in.line();
  in.expect("time");
  recording.time = in.number("time", 0, kMostTime);
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
  for (CoreTraffic& core : recording.cores) {
    in.expect("core");
    core.end_point =
        static_cast<std::uint32_t>(in.number("end point", 0, recording.end_points.size() - 1));
    const std::uint64_t operations = in.number("operations", 0, kMostOperations);
    core.rest = in.number("rest", 0, kMostPicos);
    in.line();
    for (std::uint64_t i = 0; i < operations; ++i)
      core.operations.push_back(read_operation(in, recording));
  }
  if (!in.at_end()) in.fail("expected the end of the file");
  check_waits(file, recording);
  return recording;
}

}  // namespace rc::sim
