// SPDX-License-Identifier: Apache-2.0
// I/O ports: what the host prints, and the 8250 as drivers look for it.
#include "hw_model/scc/port_consoles.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace rc::scc {
namespace {

constexpr std::uint32_t kData = 0x3F8, kEnables = 0x3F9, kIdentification = 0x3FA, kLine = 0x3FB,
                        kModem = 0x3FC, kLineStatus = 0x3FD, kModemStatus = 0x3FE, kScratch = 0x3FF;

class PortConsolesTest : public testing::Test {
 protected:
  std::uint32_t in(std::uint32_t port) { return ports_.in(1, port, 1, now_); }
  void out(std::uint32_t port, std::uint32_t value) { ports_.out(1, port, 1, value); }

  kernel::Picos now_{0};
  std::map<std::pair<std::uint32_t, unsigned>, std::string> text_;
  PortConsoles ports_{2, [this](std::uint32_t core, unsigned console, std::uint8_t byte) {
                        text_[{core, console}] += static_cast<char>(byte);
                      }};
};

TEST_F(PortConsolesTest, EachCoreAndConsoleHasItsOwnText) {
  for (const char byte : std::string("one")) ports_.out(0, 0x3F8, 1, static_cast<unsigned>(byte));
  for (const char byte : std::string("two")) ports_.out(1, 0x2F8, 1, static_cast<unsigned>(byte));
  ports_.out(0, 0x3E8, 1, '3');
  ports_.out(0, 0x2E8, 1, '4');
  ports_.out(0, 0x80, 1, 'b');
  EXPECT_EQ((text_[{0, 0}]), "one");
  EXPECT_EQ((text_[{1, 1}]), "two");
  EXPECT_EQ((text_[{0, 2}]), "3");
  EXPECT_EQ((text_[{0, 3}]), "4");
  EXPECT_EQ((text_[{0, SCC_UARTS}]), "b");
}

// Barrelfish's console: bit 5 of the line status, then the byte.
TEST_F(PortConsolesTest, IsReadyToSendAndReceivesNothing) {
  EXPECT_EQ(in(kLineStatus), 0x60u);
  EXPECT_EQ(in(kData), 0xFFu);
  out(kData, 'x');
  EXPECT_EQ(in(kLineStatus), 0x60u);
}

// Ten bits of 1/9600 s each after time 0, and after the character before was read; with divisor 1 and
// two stop bits eleven of 1/115200 s.
TEST_F(PortConsolesTest, WhatIsTypedTakesTheTimeOfTheLine) {
  const auto at = [this](std::uint64_t ps) { now_ = kernel::Picos{ps}; };
  ports_.type(1, {'a', 'b', 'c'});
  EXPECT_EQ(ports_.in(0, kLineStatus, 1, kernel::Picos{2'000'000'000}), 0x60u) << "another core";
  at(1'041'666'665);
  EXPECT_EQ(in(kLineStatus), 0x60u);
  EXPECT_EQ(in(kData), 0xFFu);
  at(1'041'666'666);
  EXPECT_EQ(in(kLineStatus), 0x61u);
  out(kEnables, 1);
  EXPECT_EQ(in(kIdentification), 0xC4u);
  at(5'000'000'000);
  out(kLine, 0x87);
  out(kData, 1);
  out(kEnables, 0);
  out(kLine, 0x07);
  EXPECT_EQ(in(kData), 'a');
  EXPECT_EQ(in(kLineStatus), 0x60u);
  at(5'095'486'110);
  EXPECT_EQ(in(kLineStatus), 0x60u);
  at(5'095'486'111);
  EXPECT_EQ(in(kData), 'b');
  at(6'000'000'000);
  EXPECT_EQ(in(kData), 'c');
  at(7'000'000'000);
  EXPECT_EQ(in(kLineStatus), 0x60u) << "nothing is left";
}

// What Linux's 8250 driver probes for: interrupt enables keep four bits, FIFOs, scratch, divisor and
// the loop back of the modem lines.
TEST_F(PortConsolesTest, LooksLikeA16550A) {
  out(kEnables, 0xFF);
  EXPECT_EQ(in(kEnables), 0x0Fu);
  EXPECT_EQ(in(kIdentification), 0xC2u);
  out(kEnables, 0);
  EXPECT_EQ(in(kIdentification), 0xC1u);
  out(kScratch, 0xA5);
  EXPECT_EQ(in(kScratch), 0xA5u);
  out(kLine, 0x83);
  out(kData, 1);
  out(kEnables, 2);
  EXPECT_EQ(in(kData), 1u);
  EXPECT_EQ(in(kEnables), 2u);
  out(kLine, 0x03);
  EXPECT_EQ(in(kEnables), 0u);
  out(kModem, 0x1A);
  EXPECT_EQ(in(kModemStatus)&0xF0, 0x90u);
  EXPECT_EQ(in(kModemStatus)&0x0F, 0u);  // the changes went with the first reading
  EXPECT_TRUE(text_.empty());
}

TEST_F(PortConsolesTest, LoopsBackOnTheLine) {
  out(kModem, 0x10);
  out(kEnables, 1);
  out(kData, 'y');
  EXPECT_EQ(in(kLineStatus), 0x61u);
  EXPECT_EQ(in(kIdentification), 0xC4u);
  EXPECT_EQ(in(kData), unsigned{'y'});
  EXPECT_EQ(in(kLineStatus), 0x60u);
  EXPECT_TRUE(text_.empty());
}

TEST_F(PortConsolesTest, NobodyAnswersWithOnes) {
  EXPECT_EQ(in(0x60), 0xFFu);
  EXPECT_EQ(ports_.in(0, 0x3C0, 4, now_), 0xFFFFFFFFu);
  // Two bytes are two ports: line control, then modem control.
  EXPECT_EQ(ports_.in(0, kLine, 2, now_), 0x0303u);
  ports_.out(0, 0xED, 1, 0);
  EXPECT_TRUE(text_.empty());
}

}  // namespace
}  // namespace rc::scc
