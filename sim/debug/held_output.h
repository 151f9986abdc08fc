// SPDX-License-Identifier: Apache-2.0
// What the simulated programs print while a debugger drives them. The same part of a run may be
// simulated more than once, so output is held until the server says how much of it is new: what
// lies behind a position in the output of the whole run.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <streambuf>
#include <string>

namespace rc::sim::debug {

class HeldOutput {
 public:
  // Characters by stream: output, errors.
  using Positions = std::array<std::uint64_t, 2>;

  // Holds what goes to these streams from now on, until release(). `kept`: nothing is ever printed, and
  // text() has all of it.
  HeldOutput(std::ostream& out, std::ostream& error, bool kept = false);
  ~HeldOutput() { release(); }
  HeldOutput(const HeldOutput&) = delete;
  HeldOutput& operator=(const HeldOutput&) = delete;

  Positions positions() const;
  // Prints what is held and lies behind `shown`; the rest was printed before.
  void show(const Positions& shown);
  // Of the output, at most so many bytes from that position on, as far as it is held.
  std::string text(std::uint64_t from, std::size_t bytes) const;
  // From now on the streams print by themselves; what is held is lost.
  void release();

 private:
  class Stream : public std::streambuf {
   public:
    explicit Stream(std::ostream& stream) : stream_(stream), own_(stream.rdbuf(this)) {}
    std::uint64_t position() const { return begin_ + held_.size(); }
    void show(std::uint64_t shown);
    void release();
    std::string text(std::uint64_t from, std::size_t bytes) const;

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override { return 0; }

   private:
    std::ostream& stream_;
    std::streambuf* own_;
    std::uint64_t begin_ = 0;  // position of what is held
    std::string held_;
  };

  std::array<Stream, 2> streams_;
  bool kept_;
};

}  // namespace rc::sim::debug
