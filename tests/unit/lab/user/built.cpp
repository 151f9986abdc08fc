// SPDX-License-Identifier: Apache-2.0
// Networks in SystemVerilog through the command line: built once, kept, checked, and refused with
// one line. Four end points: each build takes Verilator a few seconds.
#include "tests/unit/lab/user/built.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

class Built : public rc::test::BuiltNetworkTest {};

// Without compiler and make, and with a Verilator that only prints its version, what is kept starts
// and nothing else does.
TEST_F(Built, TheTemplatePassesAndIsKept) {
  ASSERT_EQ(rockcreek("network new net").exit_code, 0);
  fs::create_directories(folder_ / "bin");
  write("bin/version", rc::test::run_command("verilator --version").out);
  write("bin/verilator", "#!/bin/sh\n[ \"$1\" = --version ] || exit 1\nread -r line < " +
                             (folder_ / "bin/version").string() + "\necho \"$line\"\n");
  fs::permissions(folder_ / "bin/verilator", fs::perms::all);
  const auto without_tools = [&] {
    return rc::test::run_command("cd " + folder_.string() + " && PATH=" + folder_.string() +
                                 "/bin XDG_CACHE_HOME=" + folder_.string() +
                                 "/cache " ROCKCREEK_SIM
                                 " noc --network net --cols 2 --rows 1 --measure 500");
  };
  const CommandResult unbuilt = without_tools();
  EXPECT_EQ(unbuilt.exit_code, 2) << unbuilt.out;
  EXPECT_NE(unbuilt.error.find("building"), std::string::npos) << unbuilt.error;
  const CommandResult first = check("net");
  EXPECT_EQ(first.exit_code, 0) << first.error << first.out;
  EXPECT_NE(first.error.find("building"), std::string::npos);
  const CommandResult second = without_tools();
  EXPECT_EQ(second.exit_code, 0) << second.error;
  EXPECT_EQ(second.error.find("building"), std::string::npos) << "it was built already";
  EXPECT_EQ(rockcreek("network new net").exit_code, 2) << "nothing is overwritten";
}

TEST_F(Built, APathFromInToOutIsFound) {
  // Swaps the two end points' wires.
  write_network(
      "  for (genvar e = 0; e < N; e++) for (genvar k = 0; k < CLASSES; k++) begin : g\n"
      "    assign out_valid[e][k] = in_valid[N-1-e][k];\n"
      "    assign in_ready[e][k] = out_ready[N-1-e][k];\n"
      "    assign out_flit[e][k] = in_flit[N-1-e][k];\n  end\n",
      "self = false\n");
  const CommandResult found = check("net");
  EXPECT_EQ(found.exit_code, 3);
  EXPECT_NE(found.error.find("an early delivery"), std::string::npos) << found.error;
}

TEST_F(Built, WhatVerilatorRefusesIsOneLine) {
  write_network("  assign in_ready = nothing;\n");
  CommandResult found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("net.sv:9:"), std::string::npos) << found.error;
  EXPECT_NE(found.error.find("nothing"), std::string::npos) << found.error;

  write_network("", "");
  write("net/network.toml", "contract = 1\ntop = \"other\"\nsources = [\"net.sv\"]\n");
  found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("no such module"), std::string::npos) << found.error;

  // Of an instance inside it is not the top module that lacks a pin; and the log stays.
  write_network("  inner i(.nothing(clk));\n");
  std::ofstream(folder_ / "net/net.sv", std::ios::app)
      << "module inner(input logic clk); endmodule\n";
  found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_EQ(found.error.find("the top module"), std::string::npos) << found.error;
  EXPECT_NE(found.error.find("net.sv:9:"), std::string::npos) << found.error;
  const auto at = found.error.find("the whole log is ");
  ASSERT_NE(at, std::string::npos) << found.error;
  const std::string log = found.error.substr(at + 17, found.error.find('\n', at) - at - 17);
  std::ostringstream whole;
  whole << std::ifstream(log).rdbuf();
  EXPECT_NE(whole.str().find("nothing"), std::string::npos) << log;
}

// Two end points and one class: each output is a register in front of the other input. A table says
// which is the other.
constexpr const char* kCrossed =
    "  int unsigned hops, bits, other [N];\n"
    "  initial $readmemh(\"tables/other.hex\", other);\n"
    "  for (genvar e = 0; e < N; e++) for (genvar k = 0; k < CLASSES; k++) begin : g\n"
    "    flit_t held;\n    logic full;\n"
    "    assign in_ready[e][k] = !g_full(1 - e, k) || out_ready[1 - e][k];\n"
    "    assign out_valid[e][k] = full;\n    assign out_flit[e][k] = held;\n"
    "    always_ff @(posedge clk) begin\n"
    "      if (rst) full <= 1'b0;\n"
    "      else if (!full || out_ready[e][k]) full <= in_valid[EP_W'(other[e])][k];\n"
    "      if (!full || out_ready[e][k]) held <= in_flit[EP_W'(other[e])][k];\n    end\n  end\n"
    "  function automatic logic g_full(int e, int k);\n    return out_valid[e][k];\n"
    "  endfunction\n"
    "  always_comb bits = $countones(in_valid & in_ready);\n"
    "  always_ff @(posedge clk) hops <= rst ? '0 : hops + bits;\n";

// What is built reads its data files and has its counters; an edited data file has it built again,
// once by two that want it at the same time.
TEST_F(Built, CountsReadsDataAndFollowsEdits) {
  write_network(kCrossed,
                "self = false\ndata_files = [\"tables/other.hex\"]\n"
                "[statistics]\nflit_hops = \"hops\"\n");
  fs::create_directories(folder_ / "net/tables");
  write("net/tables/other.hex", "1\n0\n");
  const std::string noc =
      "noc --network net --cols 2 --rows 1 --traffic bit-complement --rate 0.2 "
      "--warmup 100 --measure 500 --json ";
  CommandResult run = rockcreek(noc + "first.json");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  nlohmann::json first;
  std::ifstream(folder_ / "first.json") >> first;
  const auto flits = first.at("pins").at("flits").get<std::uint64_t>();
  EXPECT_GT(flits, 50u);
  EXPECT_EQ(first.at("pins").at("own").at("flit_hops"), flits) << "each was sent on once";
  EXPECT_EQ(first.at("energy").at("hops_per_flit"), 1);

  write("net/tables/other.hex", "1\n0\n// edited\n");
  run = rc::test::run_command("{ cd " + folder_.string() +
                              " && for n in 1 2; do XDG_CACHE_HOME=" + folder_.string() +
                              "/cache " ROCKCREEK_SIM " " + noc + "$n.json & done; wait; }");
  std::size_t built = 0;
  for (std::size_t at = 0; (at = run.error.find("building", at)) != run.error.npos; ++at) ++built;
  EXPECT_EQ(built, 1u) << run.error;
  for (const char* file : {"1.json", "2.json"}) {
    nlohmann::json again;
    std::ifstream(folder_ / file) >> again;
    EXPECT_EQ(again.at("latency"), first.at("latency")) << file;
  }
}

// What it prints goes to standard error; an assertion, or data that is not there, ends the run.
TEST_F(Built, PrintsAssertsAndReadsWhereItShould) {
  write_network(std::string(kCrossed) +
                    "  initial $display(\"crossed says hello\");\n"
                    "  always_ff @(posedge clk) few: assert (hops < 100) else $error(\"busy\");\n",
                "self = false\ndata_files = [\"tables/other.hex\"]\n");
  fs::create_directories(folder_ / "net/tables");
  write("net/tables/other.hex", "1\n0\n");
  const std::string noc =
      "noc --network net --cols 2 --rows 1 --traffic bit-complement --warmup 20 ";
  const CommandResult good = rockcreek(noc + "--rate 0.01 --measure 100 --max-measure 100");
  EXPECT_EQ(good.exit_code, 0) << good.error;
  EXPECT_EQ(good.out.find("hello"), std::string::npos) << good.out;
  EXPECT_NE(good.error.find("crossed says hello\n"), std::string::npos) << good.error;
  const CommandResult asserted = rockcreek(noc + "--rate 0.5 --measure 2000");
  EXPECT_EQ(asserted.exit_code, 3) << asserted.error;
  EXPECT_NE(asserted.error.find("net.sv:29: an assertion of the network failed"), std::string::npos)
      << asserted.error;

  write("net/network.toml", "contract = 1\ntop = \"net\"\nsources = [\"net.sv\"]\nself = false\n");
  const CommandResult lost = check("net");
  EXPECT_NE(lost.exit_code, 0);
  EXPECT_NE(lost.error.find("$readmem file not found: tables/other.hex; expected it in data_files"),
            std::string::npos)
      << lost.error;
}

// synthesis_top needs no sources of its own, and no build of the network depends on it.
TEST_F(Built, AModuleInsideIsSynthesisedByItsNameAlone) {
  write_network(kCrossed);
  write("net/inner.sv",
        "module inner (input logic clk, rst, input rc_net_pkg::flit_t a, output logic b);\n"
        "  always_ff @(posedge clk) b <= !rst && a.dst == a.src;\nendmodule\n");
  fs::create_directories(folder_ / "net/tables");
  write("net/tables/other.hex", "1\n0\n");
  const auto describe = [this](const std::string& more) {
    write("net/network.toml",
          "contract = 1\ntop = \"net\"\nsources = [\"net.sv\", \"inner.sv\"]\nself = false\n"
          "data_files = [\"tables/other.hex\"]\n" +
              more);
  };
  describe("");
  const std::string noc = "noc --network net --cols 2 --rows 1 --rate 0.1 --measure 200";
  EXPECT_NE(rockcreek(noc).error.find("building"), std::string::npos);
  describe("synthesis_top = \"inner\"\n");
  EXPECT_EQ(rockcreek(noc).error.find("building"), std::string::npos);
  const CommandResult cells = rockcreek("network synth net --grid 2x1");
  EXPECT_EQ(cells.exit_code, 0) << cells.error;
  EXPECT_TRUE(cells.out.starts_with("inner: ")) << cells.out;
  describe("synthesis_top = \"net\"\n");
  const CommandResult unread = rockcreek("network synth net --grid 2x1");
  EXPECT_EQ(unread.exit_code, 2) << unread.out;
  EXPECT_NE(unread.error.find("; of a source that it left out: "), std::string::npos)
      << unread.error;
}

// Options for routers of ours have no effect on it: of the help's groups all but those that say where
// end points are.
TEST_F(Built, OptionsOfOurRoutersAreRefused) {
  const auto refused = [this](const std::string& words, const std::string& name) {
    const CommandResult result = rockcreek(words);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_EQ(result.error, "rockcreek: error: " + name +
                                ": --network has routers and ways of its own, expected one or the "
                                "other\n")
        << words;
  };
  std::istringstream help(rockcreek("noc --help").out);
  std::size_t options = 0;
  bool in_group = false;
  for (std::string line; std::getline(help, line);) {
    if (!line.empty() && line[0] != ' ') in_group = line == "Network:" || line == "Routers:";
    if (!in_group || !line.starts_with("  --")) continue;
    std::istringstream words(line);
    std::string name, type;
    words >> name >> type;
    if (name == "--cols" || name == "--rows" || name == "--classes") continue;
    const bool value =
        type.starts_with("TEXT") || type.starts_with("UINT") || type.starts_with("FLOAT");
    refused("noc --network net " + name + (value ? " 1" : ""), name);
    ++options;
  }
  EXPECT_GT(options, 30u);
  refused("noc --network net --vcs 4 --traffic-class rate=0.1", "--vcs, --traffic-class");
  refused("noc --network net --traffic multicast --multicast-copies routers", "--multicast-copies");
}

// A packet may be as long as the network says, and one that is longer is refused before the build.
TEST_F(Built, PacketsAreAsLongAsTheNetworkTakes) {
  ASSERT_EQ(rockcreek("network new net").exit_code, 0);
  std::ostringstream text;
  text << std::ifstream(folder_ / "net/network.toml").rdbuf();
  const std::string limits = "max_flits = 80\nflit_bits = 64\n";
  std::istringstream lines(text.str());
  std::string all;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("max_flits") && !line.starts_with("flit_bits")) all += line + "\n";
  write("net/network.toml", limits + all);
  const std::string words =
      "noc --network net --cols 2 --rows 1 --measure 500 --rate 0.2 --json found.json ";
  const CommandResult refused = rockcreek(words + "--packet-flits 41");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error,
            "rockcreek: error: packets of 41 flits of 16 bytes: max_flits of the network is 40 of "
            "them\n");
  for (const char* const flits : {"17", "40"}) {
    const CommandResult taken = rockcreek(words + "--packet-flits " + flits);
    EXPECT_EQ(taken.exit_code, 0) << taken.error;
    nlohmann::json found;
    std::ifstream(folder_ / "found.json") >> found;
    EXPECT_NEAR(found.at("accepted").get<double>(), 0.2, 0.05) << flits;
  }
}

// Our own routers behind the pins, without load: the latencies of the mesh that is simulated else.
// Built in the user's cache, which the commands of docs/network.md fill too.
TEST(ExampleMesh, IsTheMeshWithoutLoad) {
  const auto latencies = [](const std::string& network, const std::string& flits) {
    const std::string file =
        fs::temp_directory_path() / ("rc-mesh-" + std::to_string(::getpid()) + ".json");
    const CommandResult run = rc::test::run_command(
        ROCKCREEK_SIM " noc --cols 2 --rows 2 --rate 0.01 --measure 2000 --packet-flits " + flits +
        " --json " + file + network);
    EXPECT_EQ(run.exit_code, 0) << run.error;
    nlohmann::json result;
    std::ifstream(file) >> result;
    fs::remove(file);
    std::vector<std::uint64_t> least;
    for (const nlohmann::json& hop : result.at("by_hop")) least.push_back(hop.at("min"));
    return least;
  };
  for (const char* flits : {"1", "3"}) {
    const auto ours = latencies("", flits);
    EXPECT_EQ(ours.size(), 3u);
    EXPECT_EQ(
        latencies(" --network " ROCKCREEK_SOURCE_DIR "/rtl_stubs/network/networks/mesh", flits),
        ours);
  }
}

// A tool that crashes, and language that it does not know.
TEST_F(Built, WhatVerilatorCannotIsOneLine) {
  write_network("  wire a, b;\n  alias a = b;\n");
  CommandResult found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("net.sv:10:"), std::string::npos) << found.error;
  EXPECT_NE(found.error.find("nsupported"), std::string::npos) << found.error;

  write_network(
      "  import \"DPI-C\" function int elsewhere(input int a);\n  int seen;\n"
      "  always_ff @(posedge clk) seen <= elsewhere(seen);\n  assign in_ready = '0;\n"
      "  assign out_valid = {$bits(out_valid){seen[0]}};\n");
  found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("elsewhere"), std::string::npos) << found.error;
  EXPECT_NE(found.error.find("DPI are not linked"), std::string::npos) << found.error;

  fs::create_directories(folder_ / "bin");
  write("bin/verilator",
        "#!/bin/sh\n[ \"$1\" = --version ] && exec echo 'Verilator 0'\n"
        "kill -SEGV $$\n");
  fs::permissions(folder_ / "bin/verilator", fs::perms::all);
  found = rc::test::run_command("cd " + folder_.string() + " && PATH=" + folder_.string() +
                                "/bin:$PATH XDG_CACHE_HOME=" + folder_.string() +
                                "/cache " ROCKCREEK_SIM " network check net --grid 2x1");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("ended by signal 11"), std::string::npos) << found.error;
}

TEST_F(Built, WhatIsNoNetworkIsRefused) {
  EXPECT_EQ(check("nowhere").exit_code, 2);
  write("text.so", "no library");
  const CommandResult found = check("text.so");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("no shared library"), std::string::npos) << found.error;
  EXPECT_EQ(rockcreek("run --machine ipsc860 --network nowhere x.elf").exit_code, 2);
}

}  // namespace
