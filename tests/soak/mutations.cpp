// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/mutations.h"

#include <algorithm>
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
                                     "(",
                                     ")",
                                     "*",
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

// Another number in the place of one.
void change_number(std::string& text, Random& random) {
  const std::size_t at = text.find_first_of("0123456789", below(random, text.size() + 1));
  if (at == text.npos) return;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
  const std::uint64_t other = random.chance(20) ? random.bits() >> random.below(64) : random.edge();
  text.replace(at, end - at, std::to_string(other));
}

// A piece many times in a row, and sometimes another one as often: depth and length without end.
void repeat_piece(std::string& text, std::uint32_t at, std::uint32_t length,
                  const std::vector<std::string>& words, Random& random) {
  const std::uint32_t times = std::uint32_t{1} << below(random, 16);
  const std::string piece = random.chance(30) ? text.substr(at, length) : odd_word(words, random);
  if (piece.size() > 32) return;
  static const std::string kEnds[] = {"", ")", "]", "}"};
  const std::string& end = kEnds[below(random, std::size(kEnds))];
  std::string many;
  for (std::uint32_t i = 0; i < times; ++i) many += piece;
  for (std::uint32_t i = 0; i < times; ++i) many += end;
  text.insert(at, many);
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
    if (random.chance(1)) {
      repeat_piece(text, at, length, words, random);
      continue;
    }
    switch (random.below(6)) {
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
        change_number(text, random);
        break;
      case 4:
        text.insert(below(random, text.size() + 1), text.substr(at, length));
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random.word());
        break;
    }
  }
  return text;
}

std::string spoiled_toml(const std::string& good, const std::vector<std::string>& words,
                         Random& random) {
  std::string text = spoiled(good, words, random);
  if (!random.chance(2)) return text;
  std::string name = "a";
  for (std::uint32_t parts = std::uint32_t{1} << random.below(17); parts > 1; --parts) name += ".a";
  const std::size_t end = text.find('\n', below(random, text.size() + 1));
  text.insert(end == text.npos ? 0 : end + 1, name + " = 1\n");
  return text;
}

}  // namespace rc::soak
