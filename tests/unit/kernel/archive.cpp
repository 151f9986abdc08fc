// SPDX-License-Identifier: Apache-2.0
// Archives: what is saved is loaded, and bytes of another layout are refused by name.
#include "hw_model/kernel/archive.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/time.h"

namespace rc::kernel {
namespace {

struct Box {
  bool flag = false;
  std::uint16_t number = 0;
  double real = 0;
  std::array<std::uint32_t, 3> words{};
  std::vector<std::string> names;
  std::vector<bool> bits;
  std::optional<Picos> time;
  std::map<std::pair<int, bool>, std::string> lines;
  std::vector<std::uint8_t> table = std::vector<std::uint8_t>(4);

  void archive(Archive& archive) {
    archive(flag, number, real, words, names, bits, time, lines);
    archive.fixed(table);
  }
  bool operator==(const Box&) const = default;
};

Box example() {
  return {true,          0xABCD,
          0.1,           {1, 2, 3},
          {"a", ""},     {true, false, true},
          Picos{123456}, {{{7, true}, "unfinished"}},
          {9, 8, 7, 6}};
}

std::string saved(Box box, const std::string& section = "box") {
  Archive archive;
  archive.section(section);
  archive(box);
  archive.finish();
  return archive.bytes();
}

std::string refusal(const std::string& bytes, Box box = {}) {
  try {
    Archive archive(bytes);
    archive.section("box");
    archive(box);
    archive.finish();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Archive, LoadsWhatWasSaved) {
  Archive archive(saved(example()));
  Box box;
  archive.section("box");
  archive(box);
  archive.finish();
  EXPECT_EQ(box, example());
}

TEST(Archive, RefusesAnotherSectionByName) {
  EXPECT_NE(refusal(saved(example(), "other")).find("expected section 'box'"), std::string::npos);
}

TEST(Archive, RefusesAnotherLayout) {
  Box wider;
  wider.table.resize(5);
  EXPECT_NE(refusal(saved(wider)).find("'box'"), std::string::npos);
  Archive longer;
  longer.section("box");
  std::uint8_t more = 0;
  Box box = example();
  longer(box, more);
  longer.finish();
  EXPECT_NE(refusal(longer.bytes()).find("another length"), std::string::npos);
}

struct Element {
  static inline std::size_t made = 0;
  std::uint64_t value = 0;
  Element() { ++made; }
  void archive(Archive& archive) { archive(value); }
};

// Whatever a count says, no more elements are made than the bytes that are there can fill.
TEST(Archive, BelievesNoCount) {
  constexpr std::size_t kBytes = 1000;
  const auto refused = [](auto container) {
    Archive archive;
    std::vector<std::uint8_t> bytes(kBytes);  // its count is that of as many elements
    archive(bytes);
    Archive wrong(archive.bytes());
    Element::made = 0;
    EXPECT_THROW(wrong(container), InputError);
    return container.size();
  };
  constexpr std::size_t kThere = kBytes / sizeof(std::uint64_t) + 1;
  EXPECT_LE(refused(std::vector<Element>()), kThere);
  EXPECT_LE(Element::made, kThere);
  EXPECT_LE(refused(std::deque<Element>()), kThere);
  EXPECT_LE(Element::made, kThere);
  EXPECT_EQ(refused(std::vector<std::uint64_t>()), 0u);
}

TEST(Archive, SaysWhatMakesNoSense) {
  Archive archive(saved(example()));
  archive.section("box");
  archive.expect(true);
  EXPECT_THROW(archive.expect(false), InputError);
}

TEST(Archive, RefusesEveryShorterText) {
  const std::string whole = saved(example());
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(refusal(whole.substr(0, length)), "") << length;
  EXPECT_NE(refusal(whole + 'x'), "");
}

}  // namespace
}  // namespace rc::kernel
