// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/netrace_file.h"

#include <bzlib.h>

#include <cstdint>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::lab {
namespace {

// What bzip2 packed, unpacked piece by piece.
class Bzip2File {
 public:
  explicit Bzip2File(const std::string& file) : name_(file), file_(file) {
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) refuse("bzip2 cannot start");
  }
  ~Bzip2File() { BZ2_bzDecompressEnd(&stream_); }
  Bzip2File(const Bzip2File&) = delete;
  Bzip2File& operator=(const Bzip2File&) = delete;

  std::size_t read(char* buffer, std::size_t size) {
    stream_.next_out = buffer;
    stream_.avail_out = static_cast<unsigned>(size);
    while (!ended_ && stream_.avail_out != 0) {
      if (stream_.avail_in == 0) refill();
      const int status = BZ2_bzDecompress(&stream_);
      ended_ = status == BZ_STREAM_END;
      if (!ended_ && status != BZ_OK) refuse("damaged, not what bzip2 wrote");
    }
    return size - stream_.avail_out;
  }

 private:
  void refill() {
    constexpr std::uint64_t kPart = 1 << 16;
    part_ = file_.read(kPart);
    if (part_.empty()) refuse("cut off, expected more of what bzip2 wrote");
    stream_.next_in = part_.data();
    stream_.avail_in = static_cast<unsigned>(part_.size());
  }
  [[noreturn]] void refuse(const char* reason) const {
    throw kernel::InputError(kernel::shown(name_, kernel::kMaxPathShown) + ": " + reason);
  }

  std::string name_, part_;
  base::InputFile file_;
  bz_stream stream_{};
  bool ended_ = false;
};

}  // namespace

noc::Netrace read_netrace_file(const std::string& file, std::uint64_t cycles) {
  if (base::InputFile(file).read(3) == "BZh") {
    Bzip2File packed(file);
    return noc::read_netrace(
        [&](char* buffer, std::size_t size) { return packed.read(buffer, size); }, cycles, file);
  }
  base::InputFile plain(file);
  return noc::read_netrace(
      [&](char* buffer, std::size_t size) { return plain.read(size).copy(buffer, size); }, cycles,
      file);
}

}  // namespace rc::sim::lab
