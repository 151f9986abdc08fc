// SPDX-License-Identifier: Apache-2.0
// The system interface as cores reach it: registers, ports, doorbells, and the packets of its pins.
#include "hw_model/scc/system_interface.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "hw_model/arch/system_interface_map.h"

namespace rc::scc {
namespace {

using kernel::Picos;

constexpr noc::EndPoint kPlace{3, 0, noc::kSouth};

class SystemInterfaceTest : public testing::Test {
 protected:
  static Message request(Command command, std::uint32_t address, std::uint32_t value = 0) {
    Message message;
    message.command = command;
    message.source = {2, 1, noc::kLocal};
    message.unit = 1;
    message.destination = kPlace;
    message.subdestination = SCC_SUBDEST_SOUTH;
    message.bytes = 4;
    message.address = address;
    std::memcpy(message.data.data(), &value, 4);
    return message;
  }
  SystemInterface::Served serve(const Message& message) {
    now_ = now_ + Picos{1'000'000};
    return interface_.serve(message, now_);
  }
  std::uint32_t read(std::uint32_t offset) {
    const auto served = serve(request(Command::read, offset));
    EXPECT_EQ(served.response.command, Command::data) << std::hex << offset;
    std::uint32_t value = 0;
    std::memcpy(&value, served.response.data.data(), 4);
    return value;
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    EXPECT_EQ(serve(request(Command::write, offset, value)).response.command, Command::acknowledge)
        << std::hex << offset;
  }

  Picos now_{0};
  std::vector<std::pair<unsigned, std::uint32_t>> calls_;
  std::string text_;
  Supplies supplies_{{0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 0, 0.7}, 66};
  SystemInterface interface_{SccParams{},
                             {[this](unsigned core, std::uint32_t value, Picos) {
                                calls_.emplace_back(core, value);
                                return 1u;
                              },
                              [this](std::uint32_t core, unsigned console, std::uint8_t byte) {
                                text_ += std::to_string(core) + ":" + std::to_string(console) +
                                         static_cast<char>(byte);
                              },
                              [this](Picos) { return supplies_; }}};
};

TEST_F(SystemInterfaceTest, PortsAreOfTheCoreThatAsks) {
  Message out = request(Command::write_port, 0x3F8, 'A');
  out.bytes = 1;
  EXPECT_EQ(serve(out).response.command, Command::acknowledge);
  EXPECT_EQ(text_, "17:0A");
  Message in = request(Command::read_port, 0x3FD);
  in.bytes = 1;
  const Message answer = serve(in).response;
  EXPECT_EQ(answer.command, Command::data);
  EXPECT_EQ(answer.data[0], 0x60);
  EXPECT_EQ(answer.destination, in.source);
}

TEST_F(SystemInterfaceTest, AnInterruptIsAPacketToTheTarget) {
  write(SCC_GRB_IRQ_MASK + 8 * 29, 0);
  const auto served = serve(request(Command::write, SCC_GRB_IRQ_REQUEST + 8 * 17, 1u << 29));
  EXPECT_EQ(served.response.command, Command::acknowledge);
  ASSERT_EQ(served.raised.size(), 1u);
  const Message pin = interface_.raising(served.raised[0], kPlace);
  EXPECT_EQ(pin.source, kPlace);
  EXPECT_EQ(pin.destination, (noc::EndPoint{2, 2, noc::kLocal}));
  EXPECT_EQ(pin.subdestination, SCC_SUBDEST_CRB);
  EXPECT_EQ(pin.address, SCC_CRB_GLCFG1);
  EXPECT_EQ(pin.data[0], SCC_GLCFG_INTR);
}

TEST_F(SystemInterfaceTest, TellsWhatSccKitWrites) {
  EXPECT_EQ(read(SCC_GRB_MAC_HIGH), 0x0045u);
  EXPECT_EQ(read(SCC_GRB_MAC_LOW), 0x4D414431u);
  EXPECT_EQ(read(SCC_GRB_IP), 0xC0A80001u);
  EXPECT_EQ(read(SCC_GRB_FEATURES), 0u);
  EXPECT_EQ(read(SCC_GRB_CONFIG), 0xAu);
  EXPECT_EQ(read(SCC_GRB_DISPLAY_X), 640u);
  write(SCC_GRB_DISPLAY_X, 800);
  EXPECT_EQ(read(SCC_GRB_DISPLAY_X), 640u);
}

// status.c of sccApps multiplies the words with these factors.
TEST_F(SystemInterfaceTest, MeasuresTheSupplies) {
  EXPECT_NEAR(read(SCC_GRB_VCC(0)) * 25.177e-6, 0.8, 1e-4);
  EXPECT_NEAR(read(SCC_GRB_VCC(5)) * 25.177e-6, 1.3, 1e-4);
  EXPECT_NEAR(read(SCC_GRB_VCC(6)) * 25.177e-6, 0.7, 1e-4);
  const double volts = read(SCC_GRB_3V3SCC_VOLTS) * 0.25e-3;
  const double amperes = read(SCC_GRB_3V3SCC_AMPERES) * 6.249025e-3;
  EXPECT_NEAR(volts * amperes, 66, 0.05);
  EXPECT_EQ(read(0x8518) * 0.125e-3, 12.0);
  EXPECT_EQ(read(SCC_GRB_SUPPLIES_END - 4), 0u);
}

TEST_F(SystemInterfaceTest, EmacsKeepWhatSoftwareWritesAndHaveNoLink) {
  const std::uint32_t start = SCC_GRB_EMAC + 0x1000 + 4 * 47;
  EXPECT_EQ(read(start), 0u);
  write(start, 0x1234);
  EXPECT_EQ(read(start), 0x1234u);
  // The write index is the eMAC's own, and nothing comes.
  write(SCC_GRB_EMAC + 0x200, 7);
  EXPECT_EQ(read(SCC_GRB_EMAC + 0x200), 0u);
}

TEST_F(SystemInterfaceTest, DoorbellsLieBehindTheRegisters) {
  write(SCC_GRB_HOSTCALL + 8 * 5, 0x2000);
  ASSERT_EQ(calls_.size(), 1u);
  EXPECT_EQ(calls_[0], (std::pair<unsigned, std::uint32_t>{5, 0x2000}));
  EXPECT_EQ(read(SCC_GRB_HOSTCALL + 8 * 5), 1u);
  // Where they were before there is a register of the fourth eMAC.
  write(0xC000 + 8 * 5, 1);
  EXPECT_EQ(calls_.size(), 1u);
}

TEST_F(SystemInterfaceTest, WhatIsNotThereAborts) {
  for (const std::uint32_t offset : {0x0u, 0x3200u, 0x7000u, 0x8010u, 0x90C0u, 0x9F00u, 0xD1C0u,
                                     0x10000u, SCC_GRB_HOSTCALL + 8 * SCC_CORES}) {
    EXPECT_EQ(serve(request(Command::read, offset)).response.command, Command::abort)
        << std::hex << offset;
    EXPECT_EQ(serve(request(Command::write, offset)).response.command, Command::abort)
        << std::hex << offset;
  }
}

}  // namespace
}  // namespace rc::scc
