// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/inputs/packed.h"

#include <bzlib.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace rc::soak {
namespace {

constexpr int kGzip = MAX_WBITS + 16;

// The lengths, packed and unpacked, and a CRC-32 of both and of the packed bytes; below the title.
using Head = std::array<std::uint64_t, 3>;

Bytef* bytes_of(std::string& text) { return reinterpret_cast<Bytef*>(text.data()); }
Bytef* bytes_of(const std::string& text) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
}

}  // namespace

std::string gunzip(const std::string& packed) {
  z_stream z{};
  inflateInit2(&z, kGzip);
  z.next_in = bytes_of(packed);
  z.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  int status = Z_OK;
  while (status == Z_OK) {
    std::array<char, 1 << 16> part;
    z.next_out = reinterpret_cast<Bytef*>(part.data());
    z.avail_out = part.size();
    status = inflate(&z, Z_NO_FLUSH);
    text.append(part.data(), part.size() - z.avail_out);
  }
  inflateEnd(&z);
  if (status != Z_STREAM_END) throw std::logic_error("not packed by gzip");
  return text;
}

std::string gzip(const std::string& text) {
  z_stream z{};
  deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&z, text.size()), '\0');
  z.next_in = bytes_of(text);
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = bytes_of(packed);
  z.avail_out = static_cast<uInt>(packed.size());
  deflate(&z, Z_FINISH);
  packed.resize(packed.size() - z.avail_out);
  deflateEnd(&z);
  return packed;
}

std::string bzip2(const std::string& text) {
  constexpr int kSmallestBlock = 1;
  auto size =
      static_cast<unsigned>(text.size() + text.size() / 100 + 600);  // bzip2's manual, 3.5.1
  std::string packed(size, '\0');
  const int status =
      BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()),
                               static_cast<unsigned>(text.size()), kSmallestBlock, 0, 0);
  if (status != BZ_OK) throw std::logic_error("bzip2 cannot pack");
  packed.resize(size);
  return packed;
}

std::string snapshot_contents(const std::string& file_text) {
  const std::size_t begin = file_text.find('\n') + 1;
  Head head{};
  if (file_text.size() < begin + sizeof head) throw std::logic_error("no snapshot");
  std::memcpy(&head, file_text.data() + begin, sizeof head);
  std::string contents(head[1], '\0');
  uLongf size = contents.size();
  const std::string packed = file_text.substr(begin + sizeof head);
  if (uncompress(bytes_of(contents), &size, bytes_of(packed), packed.size()) != Z_OK)
    throw std::logic_error("no snapshot");
  return contents;
}

std::string snapshot_with(const std::string& file_text, const std::string& contents) {
  uLongf size = compressBound(contents.size());
  std::string packed(size, '\0');
  compress2(bytes_of(packed), &size, bytes_of(contents), contents.size(), Z_BEST_SPEED);
  packed.resize(size);
  Head head{packed.size(), contents.size(), 0};
  uLong sum = crc32(0, reinterpret_cast<const Bytef*>(head.data()), 2 * sizeof head[0]);
  head[2] = crc32(sum, bytes_of(packed), static_cast<uInt>(packed.size()));
  std::string text = file_text.substr(0, file_text.find('\n') + 1);
  text.append(reinterpret_cast<const char*>(head.data()), sizeof head);
  return text + packed;
}

}  // namespace rc::soak
