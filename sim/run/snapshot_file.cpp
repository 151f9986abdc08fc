// SPDX-License-Identifier: Apache-2.0
#include "sim/run/snapshot_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::run {
namespace {

constexpr std::string_view kTitle = "Rock Creek snapshot 10\n";
constexpr std::uint64_t kMaxPacked = std::uint64_t{4} << 30;
// Pages that a program never wrote are left out: 48 cores that wrote all of their memory are more.
constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30;

// What stands between the title and the packed bytes.
struct Head {
  std::uint64_t packed = 0, bytes = 0;  // lengths
  std::uint64_t checksum = 0;           // CRC-32 of the lengths and the packed bytes

  std::uint64_t computed(std::string_view data) const {
    const std::uint64_t lengths[] = {packed, bytes};
    uLong sum = ::crc32(0, reinterpret_cast<const Bytef*>(lengths), sizeof lengths);
    for (std::size_t at = 0; at < data.size(); at += 1u << 30) {
      const std::string_view part = data.substr(at, 1u << 30);
      sum =
          ::crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    }
    return sum;
  }
};

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw kernel::InputError(fmt::format("{}: {}", kernel::shown(file, kernel::kMaxPathShown), what));
}

// `packed` as `bytes` bytes; nothing if it is not so many. Room is taken for those that come.
std::optional<std::string> unpacked(std::string_view packed, std::uint64_t bytes) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) return std::nullopt;
  const std::unique_ptr<z_stream, decltype(&::inflateEnd)> end(&stream, &::inflateEnd);
  std::string whole, part(1u << 20, '\0');
  int state = Z_OK;
  while (state == Z_OK && whole.size() <= bytes) {
    if (stream.avail_in == 0) {
      const std::string_view next = packed.substr(0, 1u << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(next.data()));
      stream.avail_in = static_cast<uInt>(next.size());
      packed.remove_prefix(next.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    state = ::inflate(&stream, Z_NO_FLUSH);
    whole.append(part, 0, part.size() - stream.avail_out);
  }
  const bool all = state == Z_STREAM_END && whole.size() == bytes;
  return all ? std::optional(std::move(whole)) : std::nullopt;
}

}  // namespace

void write_snapshot_file(const std::string& file, const std::string& bytes) {
  if (bytes.size() > kMaxBytes)
    refuse(file,
           fmt::format("a snapshot of {} bytes; at most {} are saved", bytes.size(), kMaxBytes));
  uLongf size = ::compressBound(bytes.size());
  std::string packed(size, '\0');
  if (::compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                  Z_BEST_SPEED) != Z_OK) {
    refuse(file, "zlib cannot pack it");
  }
  packed.resize(size);
  Head head{packed.size(), bytes.size(), 0};
  head.checksum = head.computed(packed);
  base::OutputFile out(file);
  out.stream() << kTitle;
  out.stream().write(reinterpret_cast<const char*>(&head), sizeof head);
  out.stream() << packed;
  out.commit();
}

std::string read_snapshot_file(const std::string& file) {
  base::InputFile in(file);
  const std::string_view words = kTitle.substr(0, kTitle.find_last_of(' '));
  const std::string title = in.read(kTitle.size());
  if (!title.starts_with(words)) refuse(file, "no snapshot of a run");
  if (title != kTitle) refuse(file, "a snapshot of another version of the simulator");
  Head head;
  const std::string lengths = in.read(sizeof head);
  if (lengths.size() < sizeof head) refuse(file, "a snapshot that is cut off");
  std::memcpy(&head, lengths.data(), sizeof head);
  if (head.packed > kMaxPacked)
    refuse(file, fmt::format("a snapshot of {} packed bytes; at most {} are read", head.packed,
                             kMaxPacked));
  if (head.bytes > kMaxBytes)
    refuse(file, fmt::format("a snapshot of {} bytes; at most {} are read", head.bytes, kMaxBytes));
  const std::string packed = in.read(head.packed);
  if (packed.size() != head.packed)
    refuse(file, fmt::format("a snapshot of {} packed bytes, of which {} are there", head.packed,
                             packed.size()));
  if (!in.read(1).empty()) refuse(file, "a snapshot with something behind its end");
  if (head.computed(packed) != head.checksum)
    refuse(file, "a snapshot with a wrong checksum: it was changed");
  std::optional<std::string> bytes = unpacked(packed, head.bytes);
  if (!bytes) refuse(file, "a snapshot that zlib cannot unpack");
  return std::move(*bytes);
}

}  // namespace rc::sim::run
