// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/netrace_file.h"

#include <bzlib.h>

#include <cstdint>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::lab {
namespace {

// What bzip2 packed, unpacked piece by piece: one stream behind the other, as parallel packers write
// them.
class Bzip2File {
 public:
  explicit Bzip2File(const std::string& file) : name_(file), file_(file) { start(); }
  ~Bzip2File() { BZ2_bzDecompressEnd(&stream_); }
  Bzip2File(const Bzip2File&) = delete;
  Bzip2File& operator=(const Bzip2File&) = delete;

  std::size_t read(char* buffer, std::size_t size) {
    stream_.next_out = buffer;
    stream_.avail_out = static_cast<unsigned>(size);
    while (!ended_ && stream_.avail_out != 0) {
      if (stream_.avail_in == 0 && !refill()) refuse("cut off, expected more of what bzip2 wrote");
      const int status = BZ2_bzDecompress(&stream_);
      if (status == BZ_STREAM_END)
        next_stream();
      else if (status != BZ_OK)
        refuse("damaged, not what bzip2 wrote");
    }
    return size - stream_.avail_out;
  }

 private:
  void start() {
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) refuse("bzip2 cannot start");
  }
  void next_stream() {
    ended_ = stream_.avail_in == 0 && !refill();
    if (ended_) return;
    BZ2_bzDecompressEnd(&stream_);
    start();
  }
  // False at the end of the file.
  bool refill() {
    constexpr std::uint64_t kPart = 1 << 16;
    part_ = file_.read(kPart);
    stream_.next_in = part_.data();
    stream_.avail_in = static_cast<unsigned>(part_.size());
    return !part_.empty();
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
