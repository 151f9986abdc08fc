// SPDX-License-Identifier: Apache-2.0
// The host's end of the kernels' protocol, message by message.
#include "hw_model/ipsc/host_channel.h"

#include <gtest/gtest.h>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"

namespace {

using rc::ipsc::HostChannel;
using rc::ipsc::Message;
using rc::kernel::Picos;

constexpr unsigned kNodes = 8;
constexpr std::uint32_t kPid = 3u << IPSC_PID_SHIFT;

class HostChannelTest : public ::testing::Test {
 protected:
  std::vector<Message> sent_;
  HostChannel channel_{kNodes, [this](Message message, Picos) { sent_.push_back(message); }};

  Message from(unsigned node, std::uint32_t kind, std::uint32_t tag, std::size_t bytes = 0) {
    Message message;
    message.source = static_cast<std::uint8_t>(node);
    message.kind = kind;
    message.tag = tag;
    message.data.resize(bytes);
    return message;
  }
};

TEST_F(HostChannelTest, ShortAndForcedMessagesLeaveAtOnce) {
  channel_.send(2, 7, kPid, std::vector<std::uint8_t>(IPSC_UNRESERVED_BYTES), Picos{1});
  channel_.send(3, IPSC_FORCED_FIRST, kPid, std::vector<std::uint8_t>(5000), Picos{2});
  ASSERT_EQ(sent_.size(), 2u);
  for (const Message& message : sent_) {
    EXPECT_EQ(message.kind, IPSC_KIND_DATA);
    EXPECT_EQ(message.source, kNodes);
    EXPECT_EQ(message.tag, kPid);
  }
  EXPECT_EQ(sent_[1].destination, 3);
}

TEST_F(HostChannelTest, LongMessagesWaitForTheirGrants) {
  channel_.send(2, 7, kPid, std::vector<std::uint8_t>(200), Picos{1});
  channel_.send(4, 8, kPid, std::vector<std::uint8_t>(300), Picos{1});
  ASSERT_EQ(sent_.size(), 2u);
  EXPECT_EQ(sent_[0].kind, IPSC_KIND_RESERVE);
  EXPECT_EQ(sent_[0].count, 200u);
  const std::uint32_t mask = (1u << IPSC_PID_SHIFT) - 1;
  Message grant = from(4, IPSC_KIND_GRANT, sent_[1].tag & mask);
  grant.count = 77;  // the node's reservation
  EXPECT_FALSE(channel_.take(grant, Picos{2}));
  ASSERT_EQ(sent_.size(), 3u);
  EXPECT_EQ(sent_[2].kind, IPSC_KIND_RESERVED);
  EXPECT_EQ(sent_[2].destination, 4);
  EXPECT_EQ(sent_[2].tag, 77u);
  EXPECT_EQ(sent_[2].data.size(), 300u);
  EXPECT_FALSE(channel_.take(from(2, IPSC_KIND_REFUSE, sent_[0].tag & mask), Picos{3}));
  EXPECT_EQ(sent_.size(), 3u);
}

TEST_F(HostChannelTest, ItGrantsEveryReservationAndKnowsWhoseTheDataIs) {
  EXPECT_FALSE(channel_.take(from(5, IPSC_KIND_RESERVE, kPid | 12), Picos{1}));
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(sent_[0].kind, IPSC_KIND_GRANT);
  EXPECT_EQ(sent_[0].destination, 5);
  EXPECT_EQ(sent_[0].tag, 12u);
  const auto came = channel_.take(from(5, IPSC_KIND_RESERVED, sent_[0].count, 400), Picos{2});
  ASSERT_TRUE(came);
  EXPECT_EQ(came->tag, kPid);
  EXPECT_EQ(came->data.size(), 400u);
}

TEST_F(HostChannelTest, AKindThatTheHostIsNeverSentIsAnError) {
  EXPECT_THROW(channel_.take(from(1, IPSC_KIND_KILL, 0), Picos{1}), rc::kernel::MachineError);
}

}  // namespace
