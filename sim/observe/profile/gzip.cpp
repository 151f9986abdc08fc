// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/gzip.h"

#include <zlib.h>

#include <array>
#include <stdexcept>

namespace rc::sim::observe {

struct PackedText::Stream {
  z_stream z{};
  Stream() {
    constexpr int kGzip = 16;
    if (deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + kGzip, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK)
      throw std::runtime_error("zlib cannot start");
  }
  ~Stream() { deflateEnd(&z); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

PackedText::PackedText(std::ostream& out, bool gzip)
    : out_(out), stream_(gzip ? std::make_unique<Stream>() : nullptr) {}
PackedText::~PackedText() = default;

void PackedText::write(std::string_view text) {
  if (!stream_) {
    out_.write(text.data(), static_cast<std::streamsize>(text.size()));
    return;
  }
  // zlib does not write to it.
  stream_->z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream_->z.avail_in = static_cast<uInt>(text.size());
  deflate_all(Z_NO_FLUSH);
}

void PackedText::finish() {
  if (stream_) deflate_all(Z_FINISH);
}

void PackedText::deflate_all(int flush) {
  std::array<char, 1 << 16> packed;
  do {
    stream_->z.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream_->z.avail_out = packed.size();
    deflate(&stream_->z, flush);
    out_.write(packed.data(), static_cast<std::streamsize>(packed.size() - stream_->z.avail_out));
  } while (stream_->z.avail_out == 0);
}

}  // namespace rc::sim::observe
