// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/elf_image.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "tests/support/elf_builder.h"

namespace rc::sim::machine {
namespace {

using test::ElfBuilder;
constexpr std::uint64_t kMemory = 1u << 24;

ElfImage parse(const std::vector<std::uint8_t>& data) {
  return parse_elf(data, "app.elf", kMemory);
}

std::string complaint(const std::vector<std::uint8_t>& data) {
  try {
    parse(data);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "(accepted)";
}
std::string complaint(const ElfBuilder& elf) { return complaint(elf.build()); }

TEST(Elf, ReadsSegmentsEntryAndSymbols) {
  ElfBuilder elf = ElfBuilder::small();
  elf.segments.push_back({0x200000, {1, 2, 3}, 100, PF_R | PF_W});
  const ElfImage image = parse(elf.build());
  EXPECT_EQ(image.entry, 0x100000u);
  ASSERT_EQ(image.segments.size(), 2u);
  EXPECT_EQ(image.segments[1].address, 0x200000u);
  EXPECT_EQ(image.segments[1].memory_bytes, 100u);
  EXPECT_EQ(image.segments[1].bytes, (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_EQ(image.locate(0x100000), "_start");
  EXPECT_EQ(image.locate(0x100013), "spin()+0x3");
  EXPECT_EQ(image.locate(0x100030), "0x00100030");
}

TEST(Elf, SegmentsComeSortedByAddress) {
  ElfBuilder elf = ElfBuilder::small();
  elf.segments.insert(elf.segments.begin(), {0x300000, {1}, 1, PF_R});
  const ElfImage image = parse(elf.build());
  EXPECT_LT(image.segments[0].address, image.segments[1].address);
}

TEST(Elf, StrippedImageHasNoSymbols) {
  ElfBuilder elf = ElfBuilder::small();
  elf.functions.clear();
  EXPECT_EQ(parse(elf.build()).locate(0x100000), "0x00100000");
}

TEST(Elf, EveryTruncationIsRefused) {
  const std::vector<std::uint8_t> whole = ElfBuilder::small().build();
  parse(whole);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string text = complaint({whole.begin(), whole.begin() + size});
    EXPECT_TRUE(text.starts_with("app.elf: truncated: ")) << size << ": " << text;
  }
}

TEST(Elf, NamesWhatIsWrong) {
  ElfBuilder elf = ElfBuilder::small();
  elf.header.e_ident[0] = 'X';
  EXPECT_EQ(complaint(elf), "app.elf: not an ELF file, expected an i386 executable");

  elf = ElfBuilder::small();
  elf.header.e_machine = EM_ARM;
  EXPECT_EQ(complaint(elf), "app.elf: code for ARM, expected i386");

  elf = ElfBuilder::small();
  elf.header.e_ident[EI_CLASS] = ELFCLASS64;
  elf.header.e_machine = EM_X86_64;
  EXPECT_EQ(complaint(elf), "app.elf: a 64-bit file for x86-64, expected a 32-bit i386 executable");

  elf = ElfBuilder::small();
  elf.header.e_ident[EI_DATA] = ELFDATA2MSB;
  EXPECT_EQ(complaint(elf), "app.elf: big-endian, expected a little-endian i386 file");

  elf = ElfBuilder::small();
  elf.header.e_type = ET_DYN;
  EXPECT_EQ(complaint(elf),
            "app.elf: a shared object or position-independent executable, expected a statically "
            "linked executable");

  elf = ElfBuilder::small();
  elf.header.e_phentsize = 1;
  EXPECT_EQ(complaint(elf), "app.elf: program headers of 1 bytes, expected 32");

  elf = ElfBuilder::small();
  elf.segments.clear();
  EXPECT_EQ(complaint(elf), "app.elf: no program headers, expected something to load");
}

// Records of .rockcreek.marks: address, kind, name.
TEST(Elf, ReadsMarks) {
  ElfBuilder elf = ElfBuilder::small();
  elf.sections = {
      {".rockcreek.marks", {0x20, 0, 0x10, 0, 0, 'a', ' ', 'b', 0, 0x08, 0, 0x10, 0, 1, 'r', 0,  //
                            0x09, 0, 0x10, 0, 2, 0}}};
  const ElfImage image = parse(elf.build());
  ASSERT_EQ(image.marks.size(), 3u);
  EXPECT_EQ(image.marks[0].address, 0x100008u);
  EXPECT_EQ(image.marks[0].kind, ProgramMark::Kind::begin);
  EXPECT_EQ(image.marks[1].kind, ProgramMark::Kind::end);
  EXPECT_EQ(image.marks[1].name, "");
  EXPECT_EQ(image.marks[2].name, "a b");

  const auto refused = [&](const std::vector<std::uint8_t>& bytes, const std::string& why) {
    elf.sections[0].second = bytes;
    EXPECT_EQ(complaint(elf), "app.elf: section .rockcreek.marks: mark 1 " + why);
  };
  refused({0x08, 0, 0x10, 0, 3, 0}, "is of an unknown kind, expected 0 to 2");
  refused({0x08, 0, 0x10, 1, 0, 0}, "lies in no code");
  for (const std::vector<std::uint8_t>& cut :
       {std::vector<std::uint8_t>{1}, {0x08, 0, 0x10, 0, 0}, {0x08, 0, 0x10, 0, 0, 'a'}})
    refused(cut, "has no end, expected address, kind and a name with a zero");
}

TEST(Elf, ImageOverMemory) {
  ElfBuilder elf = ElfBuilder::small();
  elf.segments.push_back({kMemory - 4, {}, 8, PF_R});
  EXPECT_EQ(complaint(elf),
            "app.elf: segment 1 ends at 0x1000004, beyond private memory, which ends at 0x1000000; "
            "on an SCC it needs machine.private_slots = 2");
  elf.segments.back() = {0xFFFFFFFC, {}, 8, PF_R};
  EXPECT_EQ(complaint(elf),
            "app.elf: segment 1 ends at 0x100000004, beyond private memory, which ends at "
            "0x1000000");
}

TEST(Elf, OverlapsAndStrayEntry) {
  ElfBuilder elf = ElfBuilder::small();
  elf.segments.push_back({0x10003F, {}, 8, PF_R});
  EXPECT_EQ(complaint(elf), "app.elf: segments at 0x100000 and 0x10003f overlap");

  elf = ElfBuilder::small();
  elf.segments.push_back({0x1FFF, {}, 1, PF_R});
  EXPECT_EQ(complaint(elf), "app.elf: segment 1 at 0x1fff lies over the boot block at 0x1000");

  elf = ElfBuilder::small();
  elf.header.e_entry = 0x100040;
  EXPECT_EQ(complaint(elf), "app.elf: the entry 0x100040 lies in no executable segment");

  elf = ElfBuilder::small();
  elf.segments[0].memory_bytes = 63;
  EXPECT_EQ(complaint(elf), "app.elf: segment 0 has 64 bytes in the file but 63 in memory");
}

TEST(Elf, MissingFileIsNamed) {
  EXPECT_THROW(load_elf("/nonexistent/app.elf", kMemory), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::machine
