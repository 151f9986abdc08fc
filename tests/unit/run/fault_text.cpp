// SPDX-License-Identifier: Apache-2.0
#include "sim/run/fault_text.h"

#include <gtest/gtest.h>

namespace rc::sim::run {
namespace {

using kernel::FaultError;

machine::ElfImage image() {
  machine::ElfImage elf;
  elf.segments = {{0x100000, 0x1000, true, {}}};
  elf.symbols = {{0x100080, 0x20, "descend"}};
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

TEST(FaultText, OthersAreWhatTheMachineSays) {
  machine::ElfImage no_stack = image();
  no_stack.stack_bytes = 0;
  EXPECT_EQ(explained(at(0x7FF000), no_stack, {9}), at({}).what());
  for (const std::uint32_t address : {0x7FEFFFu, 0x800000u, 0u})
    EXPECT_EQ(explained(at(address), image(), {9}), at({}).what());
  EXPECT_EQ(explained(at({}), image(), {9}), at({}).what());
}

}  // namespace
}  // namespace rc::sim::run
