// SPDX-License-Identifier: Apache-2.0
// One line of the console, word by word. Blanks separate words; "two words" in quotes are one, and a
// quote that the line does not close is an error. A word that begins with #, not in quotes, begins a
// comment. Numbers are decimal, or hexadecimal after 0x.
//
// Every reader takes the next word and throws kernel::InputError if it is missing or is not what
// the reader expects; `what` names it in the message.
#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace rc::sim::console {

class CommandWords {
 public:
  // `cores`: how many the machine has.
  CommandWords(const std::string& line, std::uint32_t cores) : in_(line), cores_(cores) {}

  // Nothing at the end of the line.
  std::optional<std::string> maybe();
  std::string next(const std::string& what);
  // 0 to `last`.
  std::uint64_t number(const std::string& what, std::uint64_t last);
  // `least` to `last`, and `missing` at the end of the line.
  std::uint64_t number_or(std::uint64_t missing, const std::string& what, std::uint64_t least,
                          std::uint64_t last);
  // A multiple of 4 from 0 to `last`.
  std::uint64_t aligned(const std::string& what, std::uint64_t last);
  int core();
  // 32-bit values up to the end of the line, at least one.
  std::vector<std::uint32_t> values();
  // Throws if a word is left.
  void end();

 private:
  std::istringstream in_;
  std::uint32_t cores_;
};

}  // namespace rc::sim::console
