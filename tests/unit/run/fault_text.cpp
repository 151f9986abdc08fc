// SPDX-License-Identifier: Apache-2.0
#include "sim/run/fault_text.h"

#include <gtest/gtest.h>

namespace rc::sim::run {
namespace {

using kernel::FaultError;

machine::ElfImage image() {
  machine::ElfImage elf;
  elf.segments = {{0x100000, 0x1000, true, {}}};
  elf.symbols = machine::SymbolTable({{0x100080, 0x20, "descend"}}, {});
  elf.stack = 0x800000;
  elf.stack_bytes = 64 << 10;
  return elf;
}

FaultError at(std::optional<std::uint32_t> unmapped) {
  return {{9, 0x100086, unmapped}, "core 9: page fault at", ", address"};
}

TEST(FaultText, TheMachineNamesThePlace) {
  EXPECT_STREQ(at({}).what(), "core 9: page fault at EIP 0x00100086, address");
  EXPECT_STREQ(at({}).named("descend+0x6").what(),
               "core 9: page fault at EIP 0x00100086 (descend+0x6), address");
  EXPECT_EQ(at({}).named("f").named("g").fault().eip, 0x100086u);
}

TEST(FaultText, APageBelowTheStackIsAnOverflow) {
  const std::string overflow =
      "UE 1 (core 9): stack overflow in descend+0x6 at EIP 0x00100086: the stack has 64 KB; run or "
      "cc --stack SIZE gives it more";
  for (const std::uint32_t address : {0x7FFFFFu, 0x7FF000u})
    EXPECT_EQ(explained(at(address), image(), {4, 9}), overflow);
  EXPECT_EQ(explained(at(0x7FF000), image(), {}),
            "node 9: stack overflow in descend+0x6 at EIP 0x00100086: the stack has 64 KB; cc "
            "--stack SIZE gives it more");
}

TEST(FaultText, AnOverflowNamesWhoFilledTheStack) {
  symbols::Frame inner, outer;
  inner.function = outer.function = "depth";
  inner.file = outer.file = "tree.c";
  inner.line = 7;
  outer.line = 9;
  inner.registers.general[symbols::Registers::kEsp] = 0x1000;
  outer.registers.general[symbols::Registers::kEsp] = 0x1010;
  const std::string place = "in depth (tree.c:7), called from depth (tree.c:9)";
  EXPECT_EQ(overflow_story({}, 1 << 20), "");
  EXPECT_EQ(overflow_story({inner}, 1 << 20), "in depth (tree.c:7)");
  EXPECT_EQ(overflow_story({inner, outer}, 8000), place);  // 500 calls
  EXPECT_EQ(overflow_story({inner, outer}, 1 << 20),
            place + ": more than 65000 calls of depth fill it; does its recursion end?");
}

TEST(FaultText, OthersAreWhatTheMachineSays) {
  machine::ElfImage no_stack = image();
  no_stack.stack_bytes = 0;
  EXPECT_EQ(explained(at(0x7FF000), no_stack, {9}), at({}).what());
  for (const std::uint32_t address : {0x7FEFFFu, 0x800000u, 0u})
    EXPECT_EQ(explained(at(address), image(), {9}), at({}).what());
  EXPECT_EQ(explained(at({}), image(), {9}), at({}).what());
}

TEST(FaultText, TheStoryNamesWhatHappenedAndWhoCalled) {
  symbols::Frame sum, caller, nowhere;
  sum.function = "sum";
  sum.file = "null.c";
  sum.line = 2;
  caller.function = "main";
  caller.offset = 0x10;
  const auto story = [&](std::uint32_t vector, std::uint32_t code, std::uint32_t address) {
    return fault_story({9, 0x100086, address, kernel::Fault::Exception{vector, code}},
                       {sum, caller});
  };
  EXPECT_EQ(story(14, 0, 4), "a null pointer is read in sum (null.c:2), called from main+0x10");
  EXPECT_TRUE(story(14, 2, 4).starts_with("a null pointer is written in"));
  EXPECT_TRUE(story(14, 3, 0x100000).starts_with("memory that can only be read is written in"));
  EXPECT_TRUE(story(14, 0, 0x700000).starts_with("memory that does not exist is read in"));
  EXPECT_TRUE(story(0, 0, 0).starts_with("a division by zero or INT_MIN / -1 in"));
  EXPECT_TRUE(story(6, 0, 0).starts_with(
      "no instruction, or ud2 (the trap of -fsanitize=undefined and __builtin_trap()) in sum ("));
  EXPECT_EQ(
      fault_story({9, 0x700000, 0x700000, kernel::Fault::Exception{14, 0}}, {nowhere, caller}),
      "a jump to nowhere, called from main+0x10");
  EXPECT_EQ(fault_story({9, 0x100086, {}}, {}), "");
  EXPECT_EQ(
      fault_story({9, 0x100086, {}}, std::vector<symbols::Frame>(7, sum)),
      "in sum (null.c:2), called from sum (null.c:2), from sum (null.c:2), from sum (null.c:2), "
      "from sum (null.c:2), from sum (null.c:2), ...");
}

TEST(FaultText, AFailedCallIsNamedAndWhoMadeIt) {
  symbols::Frame check, send, helper, main;
  check.function = "nx::check_send";
  send.function = "csend";
  check.library = send.library = true;
  helper.function = "pass";
  main.function = "main";
  helper.file = main.file = "ring.c";
  helper.line = 4;
  main.line = 9;
  EXPECT_EQ(call_story({check, send, helper, main}),
            "in csend, called from pass (ring.c:4), from main (ring.c:9)");
  EXPECT_EQ(call_story({main}), "while the program was in main (ring.c:9)");
  helper.called = "csendrecv";  // which ended in a jump
  EXPECT_EQ(call_story({check, helper}), "in csendrecv, called from pass (ring.c:4)");
  EXPECT_EQ(call_story({check, send}), "");
}

}  // namespace
}  // namespace rc::sim::run
