// SPDX-License-Identifier: Apache-2.0
// `noc --booksim`: three rates of each configuration of docs/booksim beside BookSim 2 itself, the
// tables of docs/booksim.md, and what cannot be.
#include "tests/experiments/booksim.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::test::Booksim;
using rc::test::BooksimRow;

TEST_F(Booksim, QuickRatesAreNear) {
  std::vector<BooksimRow> rows = rc::test::booksim_reference();
  unsigned compared = 0;
  for (BooksimRow& row : rows) {
    const double largest = rc::test::bracket(rows, row.configuration, rc::test::is_stable).stable;
    const bool chosen = row.rate_text == "0.01" || row.rate_text == "0.1" || row.rate_text == "0.3";
    if (!chosen || !row.stable || row.rate > rc::test::kLow * largest) continue;
    measure(row, rc::test::kOptions);
    EXPECT_TRUE(row.our_stable()) << row.configuration << " at " << row.rate_text;
    rc::test::expect_near(row);
    ++compared;
  }
  EXPECT_EQ(compared, 29u);
}

TEST_F(Booksim, KeysAndNamesAreThoseOfThePage) {
  const auto run = rc::test::run_command(std::string(ROCKCREEK_SIM) + " noc --booksim-keys");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  std::ostringstream page;
  page << std::ifstream(BOOKSIM_PAGE).rdbuf();
  std::istringstream tables(run.out);
  std::string missing;
  for (std::string line; std::getline(tables, line);)
    if (page.str().find(line + "\n") == std::string::npos) missing += line + "\n";
  EXPECT_EQ(missing, "") << "docs/booksim.md should have\n" << run.out;
}

TEST_F(Booksim, TheFileAndWhatIsGivenBesideIt) {
  const std::string file = (directory_ / "a.cfg").string();
  std::ofstream(file) << "topology = mesh; k = 4; n = 2; routing_function = dor;\n"
                         "num_vcs = 4; traffic = hotspot({0,5},{1,3}); injection_rate = 0.02;\n"
                         "packet_size = {{1,5}}; packet_size_rate = {{3,1}}; // a comment;\n"
                         "vc_allocator = pim; vc_buf_size = 100;\n";
  const std::string json_file = (directory_ / "a.json").string();
  const std::string call = std::string(ROCKCREEK_SIM) + " noc --booksim " + file +
                           " --max-measure 20000 --json " + json_file;
  const auto run = rc::test::run_command(call + " --seed 4 --booksim-set routing_delay=0");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(rc::test::has(run.error, "a.cfg:4: vc_allocator = pim: approximate")) << run.error;
  EXPECT_TRUE(rc::test::has(run.error, "a.cfg:4: vc_buf_size = 100: approximate: 64, the most"));
  for (const char* line : {"\n====== Overall Traffic Statistics ======\n====== Traffic class 0",
                           "\nPacket latency average = ", "\n\tminimum = ",
                           "\nAccepted flit rate average = ", "\nHops average = "})
    EXPECT_TRUE(rc::test::has(run.out, line)) << line << "\nis not in\n" << run.out;
  const json found = json::parse(std::ifstream(json_file));
  EXPECT_EQ(found["ends"], 16);
  EXPECT_EQ(found["vcs"], 4);
  EXPECT_EQ(found["stages"]["hop"], 3);
  EXPECT_EQ(found["seed"], 4);
  EXPECT_EQ(found["packet_flits"], "1:3,5:1");
  EXPECT_EQ(found["rate"], 0.04);  // packets of 2 flits on average
  EXPECT_EQ(found["hot_nodes"], (std::vector<unsigned>{0, 5, 5, 5}));
}

TEST_F(Booksim, AnotherPatternTakesItsOptionsAway) {
  const std::string file = (directory_ / "h.cfg").string();
  std::ofstream(file) << "topology = mesh; k = 4; n = 2; routing_function = dor;\n"
                         "traffic = hotspot({0,5}); injection_rate = 0.05;";
  const auto run = rc::test::run_command(std::string(ROCKCREEK_SIM) + " noc --booksim " + file +
                                         " --traffic uniform --booksim-options");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(rc::test::has(run.out, "--traffic uniform")) << run.out;
  EXPECT_FALSE(rc::test::has(run.out, "--hot")) << run.out;
}

TEST_F(Booksim, TheCommandThatAFileMeans) {
  const auto run =
      rc::test::run_command(std::string(ROCKCREEK_SIM) + " noc --booksim " +
                            BOOKSIM_CONFIGURATIONS + "/fly4ary3.cfg --rate 0.3 --booksim-options");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(
      run.out,
      "rockcreek noc --topology fly --radix 4 --stages 3 --wire 1 --end-wire 1 --routing "
      "dest-tag --allow-deadlock --allocation two-stage --delays "
      "route=0,vc=1,traverse=1,credit=0,before=0,inject=1 --flow wormhole --classes 1 --vcs 8 "
      "--vc-depth 8 --vc-allocator islip --switch-allocator islip --iterations 1 --arbiter "
      "round-robin --traffic uniform --packet-flits 1 --warmup 12000 --seed 7 --rate 0.3\n");
}

TEST_F(Booksim, TrafficOfEveryKind) {
  const auto found = [&](const std::string& text) {
    const std::string file = (directory_ / "t.cfg").string();
    std::ofstream(file) << "topology = mesh; k = 4; n = 2; routing_function = dor; num_vcs = 8;\n"
                        << text;
    const std::string json_file = (directory_ / "t.json").string();
    const auto run = rc::test::run_command(std::string(ROCKCREEK_SIM) + " noc --booksim " + file +
                                           " --json " + json_file);
    EXPECT_EQ(run.exit_code, 0) << text << run.error;
    return json::parse(std::ifstream(json_file));
  };
  const json bursts = found(
      "injection_process = on_off(0.2,0.3); traffic = background({0,1}); injection_rate = 0.05;");
  EXPECT_EQ(bursts["arrivals"], "bursts");
  EXPECT_EQ(bursts["bursts"], (std::vector<double>{0.2, 0.3}));
  EXPECT_EQ(bursts["rate"], 0.05);
  EXPECT_EQ(bursts["traffic"], "background");
  EXPECT_EQ(bursts["hot_nodes"], (std::vector<unsigned>{0, 1}));
  const json on = found(
      "injection_process = on_off(0.1,-1,0.2); traffic = randperm(7); injection_rate = 0.05;");
  EXPECT_EQ(on["rate"], 0.05);
  EXPECT_NEAR(on["bursts"][1].get<double>(), 0.3, 1e-9);
  EXPECT_EQ(on["pattern_seed"], 7);
  const json reads = found(
      "use_read_write = 1; read_reply_size = 5; write_request_size = 5; write_fraction = 0.25;\n"
      "injection_rate = 0.01; max_outstanding_requests = 4;");
  EXPECT_EQ(reads["exchanges"], "1-5:0.75,5-1:0.25");
  EXPECT_EQ(reads["classes"], 2);
  EXPECT_EQ(reads["outstanding"], 4);
  EXPECT_EQ(reads["rate"], 0.06);
  EXPECT_EQ(found("sim_type = batch; batch_size = 20;")["batch"], 20);
}

TEST_F(Booksim, EachClassHasItsTraffic) {
  const std::string file = BOOKSIM_CONFIGURATIONS "/mesh8x8_two_classes.cfg";
  const std::string json_file = (directory_ / "c.json").string();
  const std::string call = std::string(ROCKCREEK_SIM) + " noc --booksim " + file;
  const auto run = rc::test::run_command(call + " --max-measure 20000 --json " + json_file);
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_FALSE(rc::test::has(run.error, "approximate")) << run.error;
  for (const char* line : {"\n====== Traffic class 0 ======\nPacket latency average = ",
                           "\n====== Traffic class 1 ======\nPacket latency average = ",
                           "\nInjected flit rate average = 0.2 "})
    EXPECT_TRUE(rc::test::has(run.out, line)) << line << "\nis not in\n" << run.out;
  const json found = json::parse(std::ifstream(json_file));
  EXPECT_EQ(found["stages"]["priority"], "class");
  EXPECT_EQ(found["classes"], 1);                       // of messages: all share the VCs
  EXPECT_NEAR(found["rate"].get<double>(), 0.3, 1e-9);  // 0.1 packets of one flit and 0.04 of five
  EXPECT_EQ(found["traffic_classes"][0]["priority"], 1);
  EXPECT_EQ(found["traffic_classes"][1]["packet_flits"], "5");
  EXPECT_LT(found["by_class"][0]["mean"], found["by_class"][1]["mean"]);

  const auto command = [&](const std::string& settings) {
    return rc::test::run_command(call + settings + " --booksim-options");
  };
  // A list that is too short goes on with its last element.
  const auto more = command(
      " --booksim-set classes=3 --booksim-set 'traffic={hotspot({3}),background({1,2})}'"
      " --booksim-set 'injection_process={bernoulli,on_off(0.2,0.3)}' --booksim-set "
      "'packet_size={{1,3},2}'");
  EXPECT_TRUE(rc::test::has(
      more.out,
      " --priority class --arbiter round-robin --traffic-class "
      "traffic=hotspot/hot-nodes=3/hot-share=1/flits=1:1,3:1/rate=0.2/priority=1 --traffic-class "
      "traffic=background/hot-nodes=1,2/flits=2/arrivals=bursts/bursts=0.2,0.3/rate=0.08/priority=0"
      " --traffic-class "
      "traffic=background/hot-nodes=1,2/flits=2/arrivals=bursts/bursts=0.2,0.3/rate=0.08/"
      "priority=0 "))
      << more.out << more.error;
  const auto age = command(" --booksim-set priority=network_age --booksim-set sw_allocator=islip");
  EXPECT_TRUE(rc::test::has(age.out, " --priority network-age ")) << age.out;
  EXPECT_TRUE(rc::test::has(age.error, "sw_allocator = islip heeds it here")) << age.error;
  EXPECT_FALSE(rc::test::has(age.error, "vc_allocator")) << age.error;
  EXPECT_FALSE(rc::test::has(command(" --booksim-set priority=none").out, "--priority"));
}

TEST_F(Booksim, WhatCannotBeGetsALineEach) {
  const std::string file = (directory_ / "b.cfg").string();
  const auto refused = [&](const std::string& text) {
    std::ofstream(file) << text;
    const auto run = rc::test::run_command(std::string(ROCKCREEK_SIM) + " noc --booksim " + file);
    EXPECT_EQ(run.exit_code, 2) << text;
    std::string error = run.error;
    for (std::size_t at = error.find(file); at != std::string::npos; at = error.find(file))
      error.replace(at, file.size(), "F");
    return error;
  };
  EXPECT_EQ(refused("topology = mesh;\nrouting_function = dor;\nnoq = 1;\nwarp = 9;\n"
                    "alloc_iters = 40;\nsubnets = 2;"),
            "rockcreek: error: F:6: subnets = 2: leave it out: there is one network\n"
            "F:4: warp: no key of BookSim's, expected one of `noc --booksim-keys`\n"
            "F:3: noq = 1: expected routing_delay = 0, as BookSim does\n"
            "F:5: alloc_iters = 40: expected a whole number from 1 to 16\n");
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"topology = mesh\nk = 4;", "F:1: 'topology = mesh': expected a ';' after the value"},
           {"k;", "F:1: 'k': expected key = value;"},
           {"k = ;", "expected a value after '='"},
           {"traffic = hotspot({1;", "expected as many closing braces as opening ones"},
           {"k = 8;", "BookSim's default: routing_function = none: expected for torus one of "},
           {"topology = single;", "F:1: topology = single: expected mesh, torus, cmesh"},
           {"topology = qtree; k = 4; n = 2; routing_function = nca;", "F:1: n = 2: expected 3"},
           {"topology = mesh; routing_function = dor; traffic = chess;",
            "F:1: traffic = chess: expected one of uniform, "},
           {"topology = anynet; routing_function = min; network_file = none;",
            "F:1: network_file = none: no such file in "},
           {"topology = mesh; routing_function = dor; injection_rate = x;",
            "F:1: injection_rate = x: expected a number from 0"},
           {"topology = mesh; routing_function = dor; classes = 9;",
            "F:1: classes = 9: expected a whole number from 1 to 8"},
           {"topology = mesh; routing_function = dor; priority = local_age;",
            "F:1: priority = local_age: expected none, class, age or network_age"},
           {"topology = mesh; routing_function = dor; classes = 2; sim_type = batch;",
            "F:1: sim_type = batch: expected latency or throughput with several classes"},
           {"topology = mesh; routing_function = dor; classes = 2; use_read_write = {0,1};",
            "F:1: use_read_write = {0,1}: expected 0 with several classes"},
           {"topology = mesh; routing_function = dor; classes = 2; injection_rate = {0.1,0};",
            "F:1: injection_rate = {0.1,0}: expected above 0"},
           {"topology = mesh; routing_function = dor; injection_rate = 0;",
            "F:1: injection_rate = 0: expected above 0"},
           {"topology = mesh; routing_function = dor; injection_rate = 0.5; packet_size = 4;",
            "F:1: injection_rate = 0.5: 2 flits a node and cycle, expected at most 1"},
           {"topology = mesh; routing_function = dor; packet_size = {1,5};",
            "F:1: packet_size = {1,5}: expected one value, or a list of one class in a list"},
           {"topology = mesh; routing_function = dor; router = chaos;",
            "F:1: router = chaos: use `iq`, the input-queued router"},
           {"topology = mesh; routing_function = dor; internal_speedup = 2.0;",
            "F:1: internal_speedup = 2.0: use input_speedup and output_speedup"},
           {"topology = mesh; routing_function = dor; buffer_policy = dynamic;",
            "F:1: buffer_policy = dynamic: expected private, shared or limited"},
           {"topology = mesh; routing_function = dor; buffer_policy = shared; private_bufs = 2;",
            "F:1: private_bufs = 2: expected -1, or as many as VCs"},
           {"topology = mesh; routing_function = dor; buffer_policy = limited; max_held_slots = 4;",
            "F:1: max_held_slots = 4: expected -1, or all slots of a port"},
           {"topology = mesh; routing_function = dor; vc_allocator = islip(0);",
            "F:1: vc_allocator = islip(0): expected 1 to 16 iterations"},
           {"topology = mesh; routing_function = dor; sw_allocator = separable_input_first(prio);",
            "F:1: sw_allocator = separable_input_first(prio): expected round_robin or matrix"},
           {"topology = mesh; routing_function = dor; measure_stats = 0;",
            "F:1: measure_stats = 0: expected 1 for a class at least"},
           {"topology = mesh; routing_function = dor; traffic = randperm; perm_seed = time;",
            "F:1: perm_seed = time: expected a whole number"},
           {"topology = flatfly; k = 4; n = 3; x = 4; y = 4; routing_function = ran_min;",
            "F:1: n = 3: expected 1 or 2 for a flatfly, or use_noc_latency = 0"},
           {"topology = mesh; routing_function = dor; injection_rate = {0.1,0.2};",
            "F:1: injection_rate = {0.1,0.2}: expected one value, for one class"}})
    EXPECT_TRUE(rc::test::has(refused(text), expected)) << text << "\n" << refused(text);
}

}  // namespace
