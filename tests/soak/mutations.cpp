// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/mutations.h"

#include <cstring>
#include <iterator>

namespace rc::soak {
namespace {

using lockstep::Random;

std::uint32_t below(Random& random, std::size_t n) {
  return random.below(static_cast<std::uint32_t>(n));
}

// A piece of input that has broken a parser before, or might.
std::string odd_word(const std::vector<std::string>& words, Random& random) {
  static const std::string kOdd[] = {"0",
                                     "-1",
                                     "1",
                                     "4294967295",
                                     "4294967296",
                                     "18446744073709551616",
                                     "1e308",
                                     "-1e308",
                                     "nan",
                                     "inf",
                                     "0x",
                                     "0xffffffff",
                                     "1.5",
                                     "",
                                     " ",
                                     "\t",
                                     "\n",
                                     "\r\n",
                                     "\"",
                                     "'",
                                     "#",
                                     "[",
                                     "]",
                                     "[[",
                                     "{",
                                     "}",
                                     "=",
                                     ".",
                                     ",",
                                     ":",
                                     "\\",
                                     std::string(1, '\0'),
                                     "\x1b[31m",
                                     "\xff\xfe",
                                     "\xc3",
                                     std::string(300, 'a'),
                                     std::string(40, '['),
                                     std::string(40, '.')};
  if (!words.empty() && random.chance(50)) return words[below(random, words.size())];
  return kOdd[below(random, std::size(kOdd))];
}

}  // namespace

Bytes spoiled(const Bytes& good, Random& random) {
  static constexpr std::uint32_t kEdges[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFE0, 0xFFFFFFFF};
  Bytes data = good;
  // Files of many megabytes are spoiled in their head, where the structure is.
  const std::size_t reach =
      random.chance(50) ? data.size() : std::min<std::size_t>(data.size(), 256);
  const std::uint32_t changes = 1 + random.below(4);
  for (std::uint32_t i = 0; i < changes; ++i) {
    if (random.chance(50) || reach < sizeof(std::uint32_t)) {
      data[below(random, reach)] = static_cast<std::uint8_t>(random.word());
    } else {
      const std::uint32_t value = random.chance(50)
                                      ? kEdges[below(random, std::size(kEdges))]
                                      : static_cast<std::uint32_t>(good.size() - random.below(64));
      std::memcpy(&data[below(random, reach / 4) * 4], &value, sizeof value);
    }
  }
  if (random.below(8) == 0) data.resize(below(random, data.size()));
  return data;
}

std::string spoiled(const std::string& good, const std::vector<std::string>& words,
                    Random& random) {
  std::string text = good;
  const std::uint32_t changes = 1 + random.below(5);
  for (std::uint32_t i = 0; i < changes; ++i) {
    const std::uint32_t at = below(random, text.size() + 1);
    const std::uint32_t length = below(random, std::min<std::size_t>(text.size() - at, 30) + 1);
    switch (random.below(5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, odd_word(words, random));
        break;
      case 2:
        text.replace(at, length, odd_word(words, random));
        break;
      case 3:
        text.insert(below(random, text.size() + 1), text.substr(at, length));
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random.word());
        break;
    }
  }
  return text;
}

}  // namespace rc::soak
