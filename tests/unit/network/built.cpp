// Networks in SystemVerilog through the command line: built once, kept, checked, and refused with
// one line. Four end points: each build takes Verilator a few seconds.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

class Built : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "rc-built-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  CommandResult rockcreek(const std::string& arguments) const {
    return rc::test::run_command("cd " + folder_.string() + " && XDG_CACHE_HOME=" +
                                 folder_.string() + "/cache " ROCKCREEK_SIM " " + arguments);
  }
  CommandResult check(const std::string& network) const {
    return rockcreek("network check " + network + " --grid 2x1 --cycles 200");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  // A network of `module`'s text around the pins.
  void write_network(const std::string& body, const std::string& more = "") const {
    fs::create_directories(folder_ / "net");
    write("net/network.toml", "contract = 1\ntop = \"net\"\nsources = [\"net.sv\"]\n" + more);
    write("net/net.sv",
          "module net import rc_net_pkg::*; (\n  input logic clk, rst,\n"
          "  input logic [N-1:0][CLASSES-1:0] in_valid,\n"
          "  output logic [N-1:0][CLASSES-1:0] in_ready,\n  input flit_t in_flit [N][CLASSES],\n"
          "  output logic [N-1:0][CLASSES-1:0] out_valid,\n"
          "  input logic [N-1:0][CLASSES-1:0] out_ready,\n"
          "  output flit_t out_flit [N][CLASSES]);\n" +
              body + "endmodule\n");
  }

  fs::path folder_;
};

TEST_F(Built, TheTemplatePassesAndIsKept) {
  ASSERT_EQ(rockcreek("network new net").exit_code, 0);
  const CommandResult first = check("net");
  EXPECT_EQ(first.exit_code, 0) << first.error << first.out;
  EXPECT_NE(first.error.find("building"), std::string::npos);
  const CommandResult second = rockcreek("noc --network net --cols 2 --rows 1 --measure 500");
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

  write("net/network.toml", "contract = 1\ntop = \"net\"\nsources = [\"net.sv\"]\n");
  write("net/net.sv", "module net(input logic clk, rst); endmodule\n");
  found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("lacks a pin"), std::string::npos) << found.error;
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
