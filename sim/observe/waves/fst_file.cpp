// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/fst_file.h"

#include <fmt/format.h>
#include <gtkwave/fstapi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::observe {
namespace {

[[noreturn]] void no_memory(const std::string& path, int reason) {
  throw kernel::InputError(fmt::format("{}: cannot keep waves in memory: {}",
                                       kernel::shown(path, kernel::kMaxPathShown),
                                       std::strerror(reason)));
}

}  // namespace

FstFile::FstFile(std::string path, int exponent)
    : path_(std::move(path)), memory_(::memfd_create("waves", MFD_CLOEXEC)) {
  if (memory_ < 0) no_memory(path_, errno);
  writer_ = fstWriterCreate(fmt::format("/proc/self/fd/{}", memory_).c_str(), 1);
  if (writer_ == nullptr) {
    const int reason = errno;
    ::close(memory_);
    no_memory(path_, reason);
  }
  fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
  fstWriterSetTimescale(writer_, exponent);
  fstWriterSetVersion(writer_, "Rock Creek");
  fstWriterSetDate(writer_, "");  // equal runs leave equal files
}

FstFile::~FstFile() {
  finish();
  ::close(memory_);
}

void FstFile::finish() {
  if (writer_ != nullptr) fstWriterClose(std::exchange(writer_, nullptr));
}

void FstFile::open_scope(const std::string& name) {
  scopes_.push_back(name);
  fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
}

void FstFile::close_scope() {
  scopes_.pop_back();
  fstWriterSetUpscope(writer_);
}

FstFile::Signal FstFile::declare(const std::string& name, unsigned bits) {
  signals_.push_back({scopes_, name, bits});
  const std::string shown = bits == 1 ? name : fmt::format("{} [{}:0]", name, bits - 1);
  handles_.push_back(
      fstWriterCreateVar(writer_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, shown.c_str(), 0));
  return static_cast<Signal>(handles_.size() - 1);
}

void FstFile::time(std::uint64_t time) {
  if (std::exchange(time_, time) != time) fstWriterEmitTimeChange(writer_, time);
}

void FstFile::change(Signal signal, const Value& value) {
  const std::uint32_t bits = signals_[signal].bits;
  if (bits <= 64) {
    fstWriterEmitValueChange64(writer_, handles_[signal], bits, value.low);
  } else {
    // As digits: the library's function for 64-bit words keeps 32 bits of each (Verilator 5.006).
    std::string digits(bits, '0');
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      const std::uint64_t word = bit < 64 ? value.low : value.high;
      if ((word >> bit % 64 & 1) != 0) digits[bits - 1 - bit] = '1';
    }
    fstWriterEmitValueChange(writer_, handles_[signal], digits.c_str());
  }
}

void FstFile::commit() {
  finish();
  base::OutputFile out(path_);
  char buffer[1 << 16];
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(memory_, buffer, sizeof buffer, at);
    if (got < 0) no_memory(path_, errno);
    if (got == 0) break;
    out.stream().write(buffer, got);
    at += got;
  }
  out.commit();
}

}  // namespace rc::sim::observe
