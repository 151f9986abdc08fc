// SPDX-License-Identifier: Apache-2.0
// Traces of netrace: what is read is what was written, and packets wait for those before them.
#include "hw_model/noc/traffic/netrace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "tests/support/netrace_writer.h"

namespace rc::noc {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

Netrace read(const std::string& text, std::uint64_t cycles = kAll) {
  std::size_t at = 0;
  return read_netrace(
      [&](char* buffer, std::size_t size) {
        size = std::min(size, text.size() - at);
        std::memcpy(buffer, text.data() + at, size);
        at += size;
        return size;
      },
      cycles, "t.tra");
}

std::string refused(const std::string& text) {
  try {
    read(text);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

// A read of node 0 at node 3, its answer, and what node 0 writes to node 1 when it has both.
std::string three_packets() {
  rc::test::NetraceWriter writer(4, "some notes");
  writer.add({.cycle = 10, .id = 7, .type = 1, .source = 0, .destination = 3, .successors = {8}});
  writer.add({.cycle = 12, .id = 8, .type = 2, .source = 3, .destination = 0, .successors = {9}});
  writer.add({.cycle = 12, .id = 9, .type = 6, .source = 0, .destination = 1, .successors = {}});
  return writer.text();
}

TEST(NocNetrace, ReadsWhatWasWritten) {
  const Netrace trace = read(three_packets());
  EXPECT_EQ(trace.name, "a test");
  EXPECT_EQ(trace.nodes, 4u);
  ASSERT_EQ(trace.packets.size(), 3u);
  EXPECT_EQ(trace.packets[1].cycle, 12u);
  EXPECT_EQ(trace.packets[1].id, 8u);
  EXPECT_EQ(trace.packets[1].source, 3u);
  EXPECT_EQ(trace.successors, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(read(three_packets(), 12).packets.size(), 1u);
  EXPECT_TRUE(read(three_packets(), 12).successors.empty());  // it waits for nobody here
  EXPECT_EQ(Netrace::bytes_of(1), 8u);
  EXPECT_EQ(Netrace::bytes_of(2), 72u);
  EXPECT_EQ(Netrace::bytes_of(7), 0u);
}

TEST(NocNetrace, PacketsWaitForThoseBeforeThem) {
  NocParams params;
  params.cols = params.rows = 2;
  params.vc_depth = 8;
  const auto trace = std::make_shared<const Netrace>(read(three_packets()));
  for (const std::uint64_t release : {0u, 8u}) {
    NetraceTraffic traffic(params, trace, {.release = release});
    TrafficDriver driver(params, traffic);
    std::vector<PacketRecord> packets;
    driver.on_delivery([&](const PacketRecord& packet) { packets.push_back(packet); });
    driver.run_until(10'000);
    EXPECT_TRUE(driver.finished());
    EXPECT_EQ(traffic.left(), 0u);
    ASSERT_EQ(packets.size(), 3u);
    // Three routers of four cycles; 8 bytes are a flit, 72 are five.
    EXPECT_EQ(packets[0].created, 11u);
    EXPECT_EQ(packets[0].delivered, 11 + 12u);
    EXPECT_EQ(packets[1].created, packets[0].delivered + 1 + release);
    EXPECT_EQ(packets[1].delivered, packets[1].created + 12 + 4);
    EXPECT_EQ(packets[1].message_class, 1);
    EXPECT_EQ(packets[2].created, packets[1].delivered + 1 + release);
    EXPECT_EQ(packets[2].flits, 5u);
    EXPECT_EQ(packets[2].message_class, 0);
  }
}

// Many random packets, each after up to three before it: all arrive, none too early.
TEST(NocNetrace, RandomDependenciesAreKept) {
  kernel::Random random(4);
  std::vector<rc::test::NetracePacket> packets(2'000);
  std::map<std::uint32_t, std::vector<std::uint32_t>> before;
  for (std::uint32_t i = 0; i < packets.size(); ++i) {
    packets[i].cycle = i / 4;
    packets[i].id = 1'000 + i;
    packets[i].type = random.below(2) == 0 ? 1 : 2;
    packets[i].source = static_cast<std::uint8_t>(random.below(16));
    packets[i].destination = static_cast<std::uint8_t>(random.below(16));
    for (unsigned n = random.below(4); n-- > 0 && i > 0;) {
      const std::uint32_t first = i - 1 - random.below(std::min<std::uint32_t>(i, 100));
      packets[first].successors.push_back(packets[i].id);
      before[i].push_back(first);
    }
  }
  rc::test::NetraceWriter writer(16);
  for (const rc::test::NetracePacket& packet : packets) writer.add(packet);
  NocParams params;
  params.cols = params.rows = 4;
  params.vc_depth = 8;
  NetraceTraffic traffic(params, std::make_shared<const Netrace>(read(writer.text())), {});
  TrafficDriver driver(params, traffic);
  std::vector<std::uint64_t> created(packets.size()), delivered(packets.size());
  driver.on_delivery([&](const PacketRecord& packet) {
    created[packet.tag] = packet.created;
    delivered[packet.tag] = packet.delivered;
  });
  driver.run_until(1'000'000);
  EXPECT_TRUE(driver.finished());
  EXPECT_EQ(traffic.left(), 0u);
  for (std::uint32_t i = 0; i < packets.size(); ++i) {
    std::uint64_t ready = packets[i].cycle + 1;
    for (const std::uint32_t first : before[i]) ready = std::max(ready, delivered[first] + 1);
    EXPECT_EQ(created[i], ready) << i;
    EXPECT_GT(delivered[i], created[i]) << i;
  }
}

TEST(NocNetrace, DamagedTracesAreRefusedInOneLine) {
  const std::string right = three_packets();
  EXPECT_NE(refused("").find("t.tra: not a trace"), std::string::npos);
  EXPECT_NE(refused(std::string(100, 'x')).find("not a trace"), std::string::npos);
  EXPECT_NE(refused(right.substr(0, right.size() - 1)).find("in the middle"), std::string::npos);
  EXPECT_NE(refused(right.substr(0, 80)).find("in the middle"), std::string::npos);
  std::string notes = right;
  notes[59] = 0x7F;
  EXPECT_NE(refused(notes).find("bytes of notes"), std::string::npos);
  const auto with = [](const rc::test::NetracePacket& packet) {
    rc::test::NetraceWriter writer(4);
    writer.add({.cycle = 5, .id = 1, .successors = {}});
    writer.add(packet);
    return refused(writer.text());
  };
  EXPECT_NE(with({.cycle = 4, .id = 2, .successors = {}}).find("order"), std::string::npos);
  EXPECT_NE(with({.cycle = 6, .id = 1, .successors = {}}).find("twice"), std::string::npos);
  EXPECT_NE(with({.cycle = 6, .id = 2, .type = 9, .successors = {}}).find("type 9"),
            std::string::npos);
  EXPECT_NE(with({.cycle = 6, .id = 2, .source = 4, .successors = {}}).find("beyond the 4"),
            std::string::npos);
  EXPECT_NE(with({.cycle = kAll, .id = 2, .successors = {}}).find("2^48"), std::string::npos);
}

TEST(NocNetrace, NetworksThatAreTooSmallAreRefused) {
  const auto trace = std::make_shared<const Netrace>(read(three_packets()));
  NocParams params;
  params.cols = params.rows = 2;  // VCs of three flits
  EXPECT_THROW(NetraceTraffic(params, trace, {}), kernel::InputError);
  params.vc_depth = 8;
  params.rows = 1;
  EXPECT_THROW(NetraceTraffic(params, trace, {}), kernel::InputError);
}

}  // namespace
}  // namespace rc::noc
