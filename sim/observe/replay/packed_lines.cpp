// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/replay/packed_lines.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::observe {

struct PackedLines::Stream {
  z_stream z{};
  ~Stream() { inflateEnd(&z); }
};

PackedLines::PackedLines(std::string file)
    : file_(std::move(file)),
      packed_(base::read_file(file_, base::kMaxProgram)),
      stream_(std::make_unique<Stream>()) {
  z_stream& z = stream_->z;
  constexpr int kGzip = 16;
  if (inflateInit2(&z, MAX_WBITS + kGzip) != Z_OK) refuse("zlib cannot start");
  z.next_in = reinterpret_cast<Bytef*>(packed_.data());
  z.avail_in = static_cast<uInt>(packed_.size());
  refill();
}

PackedLines::~PackedLines() = default;

void PackedLines::refuse(const char* why) const {
  throw kernel::InputError(fmt::format("{}: {}", kernel::shown(file_, kernel::kMaxPathShown), why));
}

void PackedLines::fail(const std::string& why) const {
  throw kernel::InputError(
      fmt::format("{}: line {}: {}", kernel::shown(file_, kernel::kMaxPathShown), number_, why));
}

void PackedLines::refill() {
  std::copy(rest_.begin(), rest_.end(), part_.begin());
  z_stream& z = stream_->z;
  z.next_out = reinterpret_cast<Bytef*>(part_.data() + rest_.size());
  z.avail_out = static_cast<uInt>(part_.size() - rest_.size());
  while (!ended_ && z.avail_out != 0) {
    const int status = inflate(&z, Z_NO_FLUSH);
    if (status == Z_STREAM_END && z.avail_in == 0)
      ended_ = true;
    else if (status != Z_OK)
      refuse(
          "no recorded traffic, or cut off or changed: expected a file of run "
          "--record-traffic");
  }
  rest_ = {part_.data(), part_.size() - z.avail_out};
}

void PackedLines::line() {
  if (rest_.empty() ? !ended_ : rest_.front() != '\n') fail("expected the end of the line");
  if (!rest_.empty()) rest_.remove_prefix(1);
  ++number_;
  if (rest_.size() < kLongestLine && !ended_) refill();
}

std::string_view PackedLines::word() {
  std::size_t size = 0;
  while (size < rest_.size() && rest_[size] != ' ' && rest_[size] != '\n') ++size;
  const std::string_view found = rest_.substr(0, size);
  skip(size);
  return found;
}

void PackedLines::skip(std::size_t size) {
  rest_.remove_prefix(size);
  if (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
}

void PackedLines::expect(std::string_view name) {
  if (word() != name) fail(fmt::format("expected '{}'", name));
}

std::uint64_t PackedLines::number(std::string_view what, std::uint64_t least, std::uint64_t most) {
  const char* at = rest_.data();
  const char* const end = at + rest_.size();
  std::uint64_t value = 0;
  for (; at != end && *at >= '0' && *at <= '9'; ++at)
    value = 10 * value + static_cast<unsigned>(*at - '0');
  const bool whole = at == end || *at == ' ' || *at == '\n';
  const auto size = static_cast<std::size_t>(at - rest_.data());
  constexpr std::size_t kMaxDigits = 19;  // value did not overflow
  if (size == 0 || size > kMaxDigits || !whole || value < least || value > most)
    fail(fmt::format("{} '{}': expected {} to {}", what, kernel::shown(std::string(word())), least,
                     most));
  skip(size);
  return value;
}

std::int64_t PackedLines::signed_number(std::string_view what, std::uint64_t most) {
  const bool negative = !rest_.empty() && rest_.front() == '-';
  if (negative) rest_.remove_prefix(1);
  const auto value = static_cast<std::int64_t>(number(what, 0, most));
  return negative ? -value : value;
}

}  // namespace rc::sim::observe
