// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/netrace_file.h"

#include <bzlib.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::lab {
namespace {

// zlib's interface over bzip2.
class Bzip2File {
 public:
  explicit Bzip2File(const std::string& file)
      : file_(file), handle_(BZ2_bzopen(file.c_str(), "rb")) {
    if (handle_ == nullptr) refuse("cannot read");
  }
  ~Bzip2File() { BZ2_bzclose(handle_); }
  Bzip2File(const Bzip2File&) = delete;

  std::size_t read(char* buffer, std::size_t size) {
    std::size_t got = 0;
    while (got < size) {
      const auto part =
          static_cast<int>(std::min<std::size_t>(size - got, std::numeric_limits<int>::max()));
      const int count = BZ2_bzread(handle_, buffer + got, part);
      if (count < 0) refuse("damaged, not what bzip2 wrote");
      if (count == 0) break;
      got += static_cast<std::size_t>(count);
    }
    return got;
  }

 private:
  [[noreturn]] void refuse(const char* reason) const {
    throw kernel::InputError(kernel::shown(file_, kernel::kMaxPathShown) + ": " + reason);
  }

  std::string file_;
  BZFILE* handle_;
};

}  // namespace

noc::Netrace read_netrace_file(const std::string& file, std::uint64_t cycles) {
  if (base::InputFile(file).read(3) == "BZh") {
    Bzip2File packed(file);
    return noc::read_netrace(
        [&](char* buffer, std::size_t size) { return packed.read(buffer, size); }, cycles, file);
  }
  std::ifstream plain(file, std::ios::binary);
  return noc::read_netrace(
      [&](char* buffer, std::size_t size) {
        plain.read(buffer, static_cast<std::streamsize>(size));
        return static_cast<std::size_t>(plain.gcount());
      },
      cycles, file);
}

}  // namespace rc::sim::lab
