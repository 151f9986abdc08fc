// SPDX-License-Identifier: Apache-2.0
// Figures by class, source and pair; batches, limits and traces with dependencies, evaluated.
#include <bzlib.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "sim/lab/evaluation/netrace_file.h"
#include "sim/lab/evaluation/report.h"
#include "tests/support/netrace_writer.h"
#include "tests/unit/lab/evaluation/four_by_four.h"

namespace rc::sim::lab {
namespace {

TEST(SimNocTraffic, StreamsSayWhoGotWhat) {
  NocSetup setup = four_by_four(0.3);
  setup.params.vcs = 2;
  setup.params.message_classes = 1;
  setup.pairs = true;
  const NocResult straight = evaluated(setup);
  EXPECT_EQ(straight.streams->overtaken(), 0u);  // one way
  EXPECT_GT(straight.fairness, 0.99);
  std::uint64_t packets = 0;
  for (const PairStats& pair : straight.streams->pairs()) packets += pair.packets;
  EXPECT_EQ(packets, straight.latency.count());
  EXPECT_EQ(straight.streams->pairs().size(), 256u);
  setup.params.routing = "o1turn";
  EXPECT_GT(evaluated(setup).streams->overtaken(), 0u);
  setup.params.routing = "xy";
  setup.pattern = {"hotspot", {5}, 1};
  EXPECT_LT(evaluated(setup).fairness, 0.9);
}

TEST(SimNocTraffic, OvertakenPacketsAreThoseThatComeLate) {
  Streams streams(2, 1, false);
  const auto arrives = [&](std::uint64_t created) {
    noc::PacketRecord packet;
    packet.created = created;
    packet.delivered = 100;
    packet.destination = 1;
    streams.add(packet);
  };
  for (const std::uint64_t created : {10u, 30u, 20u, 25u, 30u, 40u}) arrives(created);
  EXPECT_EQ(streams.overtaken(), 2u);
}

TEST(SimNocTraffic, FairnessIsJains) {
  Streams streams(4, 1, false);
  noc::PacketRecord packet;
  packet.flits = 3;
  streams.add(packet);
  EXPECT_DOUBLE_EQ(streams.fairness(std::vector<noc::OfferedLoad>(4, {0.1, 1})), 0.25);
  packet.source = 2;
  packet.flits = 6;
  streams.add(packet);
  // Shares of 3 / 0.1 and 6 / 0.2 are equal; sources that offer nothing do not count.
  EXPECT_DOUBLE_EQ(streams.fairness({{0.1, 1}, {0, 1}, {0.2, 1}, {0, 1}}), 1);
}

// A netrace without dependencies is a trace: the same packets give the same results, from a file
// as from its compressed form.
TEST(SimNocTraffic, ANetraceWithoutDependenciesIsATrace) {
  test::NetraceWriter writer(16);
  std::string plain;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const auto source = static_cast<std::uint8_t>(i * 7 % 16);
    const auto destination = static_cast<std::uint8_t>(i * 5 % 16);
    writer.add({.cycle = i / 2,
                .id = i,
                .type = 1,
                .source = source,
                .destination = destination,
                .successors = {}});
    plain += fmt::format("{} {} {} 1 0\n", i / 2, source, destination);
  }
  const std::string file = testing::TempDir() + "netrace" + std::to_string(::getpid()) + ".tra.bz2";
  // In two streams, as parallel packers write them.
  const std::string text = writer.text();
  std::ofstream out(file, std::ios::binary);
  for (std::string part : {text.substr(0, 1000), text.substr(1000)}) {
    auto size = static_cast<unsigned>(part.size() + 1000);
    std::string packed(size, '\0');
    BZ2_bzBuffToBuffCompress(packed.data(), &size, part.data(), static_cast<unsigned>(part.size()),
                             9, 0, 0);
    out.write(packed.data(), size);
  }
  out.close();
  NocSetup setup = four_by_four(0);
  setup.netrace_file = file;
  setup.netrace = std::make_shared<const noc::Netrace>(read_netrace_file(file, ~0ull));
  const NocResult with = evaluated(setup);
  NocSetup trace = four_by_four(0);
  trace.trace_file = "t";
  trace.trace_text = plain;
  const NocResult without = evaluated(trace);
  EXPECT_EQ(with.latency.count(), 300u);
  Json first = point_json(setup, with), second = point_json(trace, without);
  for (const char* key : {"offered"}) {  // by the last packet's cycle, which a netrace does not fix
    first.erase(key);
    second.erase(key);
  }
  EXPECT_EQ(first.dump(), second.dump());
  std::filesystem::remove(file);
  EXPECT_THROW(read_netrace_file(file, ~0ull), kernel::InputError);
  std::ofstream(file) << "BZh and then something else";
  EXPECT_THROW(read_netrace_file(file, ~0ull), kernel::InputError);
  std::filesystem::remove(file);
}

TEST(SimNocTraffic, PacketsThatWaitForEachOtherAreAnError) {
  const auto refusal = [](const std::vector<std::pair<unsigned, unsigned>>& waits) -> std::string {
    test::NetraceWriter writer(16);
    for (const auto& [id, successor] : waits)
      writer.add({.cycle = 0, .id = id, .successors = {successor}});
    const std::string file = testing::TempDir() + "circle" + std::to_string(::getpid());
    std::ofstream(file) << writer.text();
    NocSetup setup = four_by_four(0);
    setup.netrace_file = file;
    setup.netrace = std::make_shared<const noc::Netrace>(read_netrace_file(file, ~0ull));
    std::filesystem::remove(file);
    try {
      evaluated(setup);
    } catch (const kernel::InputError& error) {
      return std::string(error.what()).substr(file.size());
    }
    return "";
  };
  EXPECT_EQ(refusal({{1, 2}, {2, 1}}), ": 2 packets wait for each other in a circle");
  EXPECT_EQ(refusal({{1, 1}}), ": a packet waits for itself");
}

TEST(SimNocTraffic, BatchesRunToTheEnd) {
  NocSetup setup = four_by_four(0.1);
  setup.batch = 20;
  setup.outstanding = 2;
  setup.exchanges = "1-3:1,2-1:1";
  const NocResult result = evaluated(setup);
  EXPECT_FALSE(result.verdict);
  EXPECT_EQ(result.latency.count(), 2u * 16 * 20);
  EXPECT_EQ(result.streams->round_trip().count(), 16u * 20);
  const Json json = single_json(setup, point_json(setup, result), place_json(setup, result));
  EXPECT_TRUE(json["rate"].is_null());
  EXPECT_TRUE(json["verdict"].is_null());
  EXPECT_EQ(json["round_trip"]["replies"], 16 * 20);
  EXPECT_EQ(json["by_class"][0]["packets"], 16 * 20);
  EXPECT_EQ(json["exchanges"], "1-3:1,2-1:1");
  EXPECT_EQ(json["packet_flits"], "by exchange");
  EXPECT_EQ(json["outstanding"], 2);
}

// What a limit lets through is below what is asked for: the wait for a turn grows for ever.
// A credit is under way for longer than the last packet.
TEST(SimNocTraffic, ABatchEndsWithItsLastDeliveryOnEveryNetwork) {
  NocSetup setup = four_by_four(0.1);
  setup.batch = 1;
  GraphSettings settings;
  settings.topology.sizes = {4, 4};
  for (const unsigned wire : {0u, 30u}) {
    settings.topology.wire = wire;
    for (const bool graph : {false, true}) {
      if (!graph && wire != 0) continue;
      setup.graph = graph ? std::make_shared<const GraphModel>(settings) : nullptr;
      std::uint64_t last = 0;
      NocObservers observers;
      observers.packet = [&](const noc::PacketRecord& packet, unsigned) {
        last = packet.delivered;
      };
      const NocResult result = evaluate(setup, noc::make_event_network, observers);
      EXPECT_EQ(result.cycles, last) << wire << graph;
      EXPECT_EQ(result.measured_cycles, last) << wire << graph;
      EXPECT_DOUBLE_EQ(result.accepted, 1.0 / static_cast<double>(last)) << wire << graph;
    }
  }
}

TEST(SimNocTraffic, ALimitBelowTheLoadIsSaturation) {
  NocSetup setup = four_by_four(0.4);
  setup.params.vc_depth = 8;
  setup.exchanges = "1-5";
  EXPECT_EQ(evaluated(setup).verdict, Verdict::stable);
  setup.outstanding = 1;
  EXPECT_EQ(evaluated(setup).verdict, Verdict::saturated);
}

NocSetup two_classes(noc::Priority priority) {
  GraphSettings settings;
  settings.topology.sizes = {4, 4};
  settings.router = noc::scc_router({4, 1}, 5, 4);
  settings.router.priority = priority;
  NocSetup setup = four_by_four(0.4);
  setup.params.vcs = 4;
  setup.params.message_classes = 1;
  setup.graph = std::make_shared<const GraphModel>(settings);
  setup.traffic_classes = {read_traffic_class("rate=0.1/priority=3/flits=2", {}),
                           read_traffic_class("rate=0.3/flits=1:1,5:1/traffic=transpose", {})};
  if (priority != noc::Priority::by_class) setup.traffic_classes[0].priority = 0;
  return setup;
}

// Little's law: flits in the buffers are what arrives times how long each class's flits are there.
TEST(SimNocTraffic, LittlesLawHoldsWithClassesAndPriorities) {
  for (const auto priority : {noc::Priority::none, noc::Priority::by_class, noc::Priority::age}) {
    NocSetup setup = two_classes(priority);
    setup.measure = 20'000;
    setup.traffic_classes[1].pattern.name = "uniform";
    for (TrafficClass& one : setup.traffic_classes) one.packet_flits = "1";
    const NocResult result = evaluated(setup);
    double buffered = 0;
    for (const PortUse& use : result.ports) buffered += use.buffered();
    // As in SimNoc.LittlesLawHolds.
    EXPECT_NEAR(buffered / (result.accepted * 16), result.network_latency.mean() - 4.5, 0.03);
    const auto& classes = result.streams->by_class();
    EXPECT_EQ(classes[0].latency.count() + classes[1].latency.count(), result.latency.count());
  }
}

TEST(SimNocTraffic, ClassesAreFiguresOfTheirOwn) {
  const NocSetup setup = two_classes(noc::Priority::by_class);
  const NocResult result = evaluated(setup);
  const Json json = single_json(setup, point_json(setup, result), place_json(setup, result));
  EXPECT_EQ(json["traffic"], "classes");
  EXPECT_EQ(json["stages"]["priority"], "class");
  EXPECT_EQ(json["traffic_classes"][1]["traffic"], "transpose");
  EXPECT_EQ(json["traffic_classes"][1]["share"], 0.75);
  ASSERT_EQ(json["by_class"].size(), 2u);
  const Json& first = json["by_class"][0];
  EXPECT_EQ(first["priority"], 3);
  EXPECT_EQ(first["offered"], 0.1);
  EXPECT_NEAR(first["flits"].get<double>(), 0.1, 0.01);
  EXPECT_NEAR(json["by_class"][1]["flits"].get<double>(), 0.3, 0.02);
  EXPECT_LT(first["mean"], json["by_class"][1]["mean"]);
}

// transpose takes 3 of 4 flits: its three sources of a row share one channel, and a quarter of the
// flits goes everywhere.
TEST(SimNocTraffic, TheCapacityIsThatOfAllClassesTogether) {
  NocSetup setup = two_classes(noc::Priority::none);
  setup.rate = 0.9;
  const NocResult result = evaluated(setup);
  EXPECT_TRUE(result.by_capacity);
  EXPECT_TRUE(result.capacity.channels);
  setup.traffic_classes.pop_back();
  const double uniform = evaluated(setup).capacity.rate;
  setup.traffic_classes = {read_traffic_class("rate=1/traffic=transpose", {})};
  const double transpose = evaluated(setup).capacity.rate;
  EXPECT_LT(transpose, result.capacity.rate);
  EXPECT_LE(result.capacity.rate, uniform);
}

TEST(SimNocTraffic, AMulticastIsDoneWithItsLastCopy) {
  NocSetup setup = four_by_four(0.01);
  setup.pattern.name = "multicast";
  setup.pattern.group = 4;
  setup.packet_flits = "3";
  setup.params.vcs = 2;  // one a class, and packets as long as it is deep
  const NocResult result = evaluated(setup);
  const LatencyHistogram& last = result.multicasts->last();
  EXPECT_EQ(result.multicasts->incomplete(), 0u);
  EXPECT_EQ(last.count() * 4, result.latency.count());
  EXPECT_GT(last.mean(), result.latency.mean());
  // Four copies leave one after the other: the last one after nine flits or more.
  EXPECT_GE(last.min(), 9u + 2 * 4 + 2);
  EXPECT_EQ(last.max(), result.latency.max());
  const Json json = point_json(setup, result);
  EXPECT_EQ(json["multicast"]["multicasts"], last.count());
  setup.outstanding = 2;
  EXPECT_THROW(check(setup), kernel::InputError);
}

TEST(SimNocTraffic, CopiesOfRoutersAreFewerFlitsOnTheWay) {
  NocSetup setup = two_classes(noc::Priority::none);
  setup.traffic_classes.clear();
  setup.rate = 0.1;
  setup.pattern.name = "multicast";
  const Json by_source = point_json(setup, evaluated(setup));
  setup.forks = true;
  const NocResult result = evaluated(setup);
  const Json by_routers = point_json(setup, result);
  EXPECT_EQ(result.verdict, Verdict::stable);
  EXPECT_FALSE(result.capacity.channels);
  // To 15 others: a tree of 15 channels, and 15 end points.
  EXPECT_NEAR(by_routers["energy"]["hops_per_flit"], 2, 0.02);
  EXPECT_GT(by_source["energy"]["hops_per_flit"], 3);
  EXPECT_LT(by_routers["multicast"]["last_mean"], by_source["multicast"]["last_mean"]);
  EXPECT_EQ(result.multicasts->last().count() * 15, result.latency.count());
  EXPECT_EQ(setup_json(setup)["multicast_copies"], "routers");
}

// Before the run, not with the first of them.
TEST(SimNocTraffic, RoutersThatCannotCopyAreRefused) {
  const auto refused = [](const char* routing, noc::FlowControl flow) {
    GraphSettings settings;
    settings.topology.sizes = {4, 4};
    settings.router = noc::scc_router({4, 1}, 5, 4);
    settings.router.flow = flow;
    settings.routing = routing;
    settings.on_deadlock = GraphSettings::OnDeadlock::judge;
    NocSetup setup = two_classes(noc::Priority::none);
    setup.traffic_classes.clear();
    setup.graph = std::make_shared<const GraphModel>(settings);
    setup.pattern.name = "multicast";
    check(setup);
    setup.forks = true;
    try {
      check(setup);
    } catch (const kernel::InputError&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused("dor", noc::FlowControl::cut_through));
  EXPECT_TRUE(refused("dor", noc::FlowControl::wormhole));
  EXPECT_TRUE(refused("valiant", noc::FlowControl::cut_through));
  EXPECT_TRUE(refused("adaptive", noc::FlowControl::cut_through));
}

TEST(SimNocTraffic, ClassesThatCannotBeAreRefusedInOneLine) {
  const auto refusal = [](const char* text) -> std::string {
    try {
      read_traffic_class(text, {});
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("rate=0.1"), "");
  EXPECT_EQ(total_rate({read_traffic_class("rate=0.1", {}), read_traffic_class("rate=0.2", {})}),
            0.3);
  EXPECT_EQ(refusal("rate=0.1/hot-nodes=1,2/traffic=background"), "");
  EXPECT_EQ(refusal("priority=1"), "--traffic-class 'priority=1': expected rate=FLITS");
  EXPECT_EQ(refusal("rate=2"),
            "--traffic-class 'rate=2': rate: expected flits a node and cycle, above 0 to 1");
  EXPECT_EQ(refusal("rate=0.1/local-share=0.1"),
            "--traffic-class 'rate=0.1/local-share=0.1': local-share: only with another traffic");
  for (const char* wrong :
       {"", "rate", "rate=0.1/", "rate=0.1/priority=256", "rate=0.1/bursts=1,1",
        "rate=0.1/traffic=matrix", "rate=0.1/traffic=multicast", "rate=0.1/arrivals=never",
        "rate=0.1/flits=", "rate=0.1/traffic-group=0/traffic=local", "rate=0.1/what=1"})
    EXPECT_NE(refusal(wrong), "") << wrong;
  NocSetup setup = two_classes(noc::Priority::age);
  setup.traffic_classes[0].priority = 1;
  EXPECT_THROW(check(setup), kernel::InputError);  // a priority that decides nothing
  setup = two_classes(noc::Priority::by_class);
  setup.traffic_classes.clear();
  EXPECT_THROW(check(setup), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::lab
