// SPDX-License-Identifier: Apache-2.0
// Receives and messages of a program on the host: who gets what.
#include "sim/hypercube/host/host_mail.h"

#include <gtest/gtest.h>

#include "hw_model/arch/ipsc_map.h"

namespace {

using rc::sim::hypercube::HostMail;
using rc::sim::hypercube::Mail;

constexpr auto kForced = static_cast<std::int32_t>(IPSC_FORCED_FIRST);

Mail mail(std::int32_t type, std::int32_t node, std::int32_t pid = 0) {
  return {type, node, pid, {static_cast<std::uint8_t>(type)}};
}

TEST(HostMail, TheReceivePostedFirstGetsTheMessage) {
  HostMail box;
  EXPECT_TRUE(box.post(7, {-1, -1, -1}, 10));
  EXPECT_TRUE(box.post(3, {5, -1, -1}, 10));
  EXPECT_FALSE(box.post(3, {5, -1, -1}, 10));
  EXPECT_TRUE(box.deliver(mail(5, 1)));
  EXPECT_EQ(box.come(3), nullptr);
  ASSERT_NE(box.come(7), nullptr);
  EXPECT_EQ(box.fetch(7).node, 1);
  EXPECT_FALSE(box.posted(7));
  EXPECT_TRUE(box.deliver(mail(5, 2)));
  EXPECT_EQ(box.fetch(3).node, 2);
}

TEST(HostMail, AReceiveTakesTheOldestThatItSelects) {
  HostMail box;
  for (const auto& each : {mail(5, 1), mail(6, 2, 9), mail(6, 3)}) EXPECT_TRUE(box.deliver(each));
  EXPECT_EQ(box.find({6, -1, -1})->node, 2);
  EXPECT_EQ(box.find({6, 3, -1})->node, 3);
  EXPECT_EQ(box.find({-1, -1, 9})->node, 2);
  EXPECT_EQ(box.find({static_cast<std::int32_t>(0x80000040), -1, -1})->type, 6);
  EXPECT_EQ(box.find({7, -1, -1}), nullptr);
  box.post(1, {6, -1, -1}, 10);
  EXPECT_EQ(box.fetch(1).node, 2);
  box.flush({5, -1, -1});
  EXPECT_EQ(box.find({-1, -1, -1})->node, 3);
}

TEST(HostMail, ForcedMessagesNeedTheirOwnReceive) {
  HostMail box;
  box.post(1, {-1, -1, -1}, 10);
  EXPECT_FALSE(box.deliver(mail(kForced, 1)));
  EXPECT_EQ(box.come(1), nullptr);
  box.post(2, {kForced, -1, -1}, 10);
  EXPECT_TRUE(box.deliver(mail(kForced, 1)));
  EXPECT_NE(box.come(2), nullptr);
}

TEST(HostMail, WhatACancelledReceiveHadGoesToTheNext) {
  HostMail box;
  box.post(1, {5, -1, -1}, 10);
  box.post(2, {5, -1, -1}, 10);
  box.deliver(mail(5, 1));
  box.cancel(1);
  ASSERT_NE(box.come(2), nullptr);
  EXPECT_EQ(box.come(2)->node, 1);
}

}  // namespace
