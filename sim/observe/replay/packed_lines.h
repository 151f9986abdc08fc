// SPDX-License-Identifier: Apache-2.0
// The lines of a text packed by gzip, unpacked as they are read: however large the text, it takes
// the memory of the file and of one part.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rc::sim::observe {

class PackedLines {
 public:
  // kernel::InputError if the file cannot be read.
  explicit PackedLines(std::string file);
  ~PackedLines();
  PackedLines(const PackedLines&) = delete;
  PackedLines& operator=(const PackedLines&) = delete;

  // The next word of the line, empty at its end.
  std::string_view word();
  void expect(std::string_view name);
  // fail() unless the next word is a decimal number from `least` to `most` (below 2^63).
  std::uint64_t number(std::string_view what, std::uint64_t least, std::uint64_t most);
  // The same with a sign if it is negative; `most` of its digits.
  std::int64_t signed_number(std::string_view what, std::uint64_t most);
  // On to the next line; fail() if words are left in this one.
  void line();
  std::size_t packed_bytes() const { return packed_.size(); }
  bool at_end() const { return rest_.empty(); }
  // kernel::InputError "file: line N: why".
  [[noreturn]] void fail(const std::string& why) const;

 private:
  struct Stream;
  static constexpr std::size_t kPart = 1 << 16;
  static constexpr std::size_t kLongestLine = 1 << 10;

  void skip(std::size_t word);
  void refill();
  [[noreturn]] void refuse(const char* why) const;

  std::string file_, packed_;
  std::unique_ptr<Stream> stream_;
  std::array<char, kPart> part_;
  std::string_view rest_;  // in part_, not yet read; whole lines but at the end of part_
  std::size_t number_ = 1;
  bool ended_ = false;  // all is unpacked
};

}  // namespace rc::sim::observe
