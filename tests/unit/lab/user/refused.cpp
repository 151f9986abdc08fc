// SPDX-License-Identifier: Apache-2.0
// What keeps a network from being built, told in a line each before the compiler starts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "tests/unit/lab/user/built.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

class Refused : public rc::test::BuiltNetworkTest {};

// One pin of a network that keeps the contract, declared in another way: what is said of it.
struct WrongPin {
  const char* name;
  const char* instead;  // of its declaration
  const char* said;     // behind "net.sv:LINE: pin NAME: "
};

class WrongPins : public Refused, public testing::WithParamInterface<WrongPin> {};

TEST_P(WrongPins, IsToldBeforeTheBuild) {
  static const std::map<std::string, std::string> kDeclared{
      {"clk", "input logic clk"},
      {"rst", "input logic rst"},
      {"in_valid", "input logic [N-1:0][CLASSES-1:0] in_valid"},
      {"in_ready", "output logic [N-1:0][CLASSES-1:0] in_ready"},
      {"in_flit", "input flit_t in_flit [N][CLASSES]"},
      {"out_valid", "output logic [N-1:0][CLASSES-1:0] out_valid"},
      {"out_ready", "input logic [N-1:0][CLASSES-1:0] out_ready"},
      {"out_flit", "output flit_t out_flit [N][CLASSES]"}};
  const WrongPin& wrong = GetParam();
  write_network("");
  std::string pins;
  int line = 1, at = 0;
  for (const auto& [name, declared] : kDeclared) {
    ++line;
    if (name == wrong.name) at = line;
    pins += fmt::format("{}  {}\n", pins.empty() ? "" : ",",
                        name == wrong.name ? wrong.instead : declared);
  }
  write("net/net.sv", "module net import rc_net_pkg::*; (\n" + pins + "); endmodule\n");
  const CommandResult found = rockcreek("network check net --grid 4x1 --cycles 200");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(
      found.error.find(fmt::format("error: {}/net/net.sv:{}: pin {}: {}\n",
                                   fs::canonical(folder_).string(), at, wrong.name, wrong.said)),
      std::string::npos)
      << found.error;
  EXPECT_EQ(found.error.find("compiler"), std::string::npos) << found.error;
}

INSTANTIATE_TEST_SUITE_P(
    Network, WrongPins,
    testing::Values(
        WrongPin{"clk", "output logic clk", "found output logic, expected input logic"},
        WrongPin{"rst", "input logic [1:0] rst", "found input logic [1:0], expected input logic"},
        WrongPin{"in_valid", "input logic [N-1:0][CLASSES:0] in_valid",
                 "found input logic [3:0][2:0], expected input logic [N-1:0][CLASSES-1:0] (here "
                 "[3:0][1:0])"},
        WrongPin{"in_valid", "input logic [CLASSES-1:0][N-1:0] in_valid",
                 "found input logic [1:0][3:0], expected input logic [N-1:0][CLASSES-1:0] (here "
                 "[3:0][1:0])"},
        WrongPin{"in_ready", "output logic [0:N*CLASSES-1] in_ready",
                 "found output logic [0:7], expected output logic [N-1:0][CLASSES-1:0] (here "
                 "[3:0][1:0])"},
        WrongPin{"out_ready", "input logic [CLASSES-1:0] out_ready [N]",
                 "found input logic [1:0] out_ready [0:3], expected input logic "
                 "[N-1:0][CLASSES-1:0] (here [3:0][1:0])"},
        WrongPin{"in_flit", "input flit_t in_flit [CLASSES][N]",
                 "found input rc_net_pkg::flit_t in_flit [0:1][0:3] (148 bits), expected input "
                 "flit_t in_flit [N][CLASSES] (here 148 bits in [0:3][0:1])"},
        WrongPin{"in_flit", "input flit_t in_flit [N-1:0][CLASSES-1:0]",
                 "found input rc_net_pkg::flit_t in_flit [3:0][1:0] (148 bits), expected input "
                 "flit_t in_flit [N][CLASSES] (here 148 bits in [0:3][0:1])"},
        WrongPin{"out_flit", "output flit_t [N-1:0][CLASSES-1:0] out_flit",
                 "found output rc_net_pkg::flit_t [3:0][1:0] (1184 bits), expected output flit_t "
                 "out_flit [N][CLASSES] (here 148 bits in [0:3][0:1])"},
        WrongPin{"out_flit", "output logic [DATA_W-1:0] out_flit [N][CLASSES]",
                 "found output logic [127:0] out_flit [0:3][0:1], expected output flit_t out_flit "
                 "[N][CLASSES] (here 148 bits in [0:3][0:1])"}));

// Equal bits at equal places are equal pins. What is refused is found after them.
TEST_F(Refused, PinsMayBeFlat) {
  write_network("", "[statistics]\nhops = \"nothing\"\n");
  write("net/net.sv",
        "module net (clk, rst, in_valid, in_ready, in_flit, out_valid, out_ready, out_flit);\n"
        "  import rc_net_pkg::*;\n  typedef logic [FLIT_W-1:0] word_t;\n"
        "  input clk, rst;\n  input [N*CLASSES-1:0] in_valid;\n"
        "  output reg [N*CLASSES-1:0] in_ready;\n  input word_t in_flit [N][CLASSES];\n"
        "  output bit [N*CLASSES-1:0] out_valid;\n  input [N*CLASSES-1:0] out_ready;\n"
        "  output word_t out_flit [1:N][CLASSES];\nendmodule\n");
  const CommandResult found = check("net");
  EXPECT_EQ(found.error.find(": pin "), std::string::npos) << found.error;
  EXPECT_NE(found.error.find("[statistics] hops = "), std::string::npos) << found.error;
}

// What is too much, what lacks, and what else the build needs of the description.
TEST_F(Refused, EveryFaultOfThePinsIsALine) {
  write_network("");
  write("net/net.sv",
        "module net import rc_net_pkg::*; (\n  input logic clk, rst,\n"
        "  input logic [N-1:0][CLASSES-1:0] in_valids,\n  output logic [3:0] debug);\nendmodule\n");
  const CommandResult found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  for (const char* line :
       {"net.sv:3: pin in_valids: found input logic [1:0][1:0], expected none of this name: ",
        "net.sv:4: pin debug: found output logic [3:0], expected none of this name: ",
        "net.sv:1: pin in_valid: the module net lacks it (did you mean 'in_valids'?), expected "
        "input logic [N-1:0][CLASSES-1:0] (here [1:0][1:0])\n",
        "net.sv:1: pin in_ready: the module net lacks it, ",
        "net.sv:1: pin in_flit: the module net lacks it, ",
        "net.sv:1: pin out_valid: the module net lacks it, ",
        "net.sv:1: pin out_ready: the module net lacks it, ",
        "net.sv:1: pin out_flit: the module net lacks it, "})
    EXPECT_TRUE(found.error.find(line) != std::string::npos) << line << " in " << found.error;
}

// Two modules with a register inside, each fed by the other: only Verilator sees no register.
TEST_F(Refused, ACircleThroughHierarchicalModules) {
  write_network(
      "  logic [1:0] a, b;\n  inner u_a (.clk, .i(b), .o(a));\n  inner u_b (.clk, .i(a), .o(b));\n"
      "  assign in_ready = {a, b};\n  assign out_valid = '0;\n  assign out_flit = in_flit;\n"
      "endmodule\nmodule inner (input logic clk, input logic [1:0] i, output logic [1:0] o);\n"
      "  logic [1:0] q;\n  always_ff @(posedge clk) q <= i;\n  assign o = ~q;\n",
      "hierarchical = [\"inner\"]\n");
  const CommandResult found = check("net");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("net/network.toml: hierarchical: a circle through net."),
            std::string::npos)
      << found.error;
}

TEST_F(Refused, WhatTheDescriptionHasWrongIsToldByItsEntry) {
  const auto said = [this] {
    const CommandResult found = check("net");
    EXPECT_EQ(found.exit_code, 2);
    EXPECT_EQ(found.error.find("rc_net_top.sv"), std::string::npos) << found.error;
    return found.error;
  };
  write_network("", "[parameters]\nDEPTH = 4\n");
  EXPECT_NE(said().find("net/network.toml: parameters: DEPTH = 4: "), std::string::npos) << said();
  write_network("", "[statistics]\nhops = \"u_core.hops\"\n");
  EXPECT_NE(said().find("net/network.toml: [statistics] hops = \"u_core.hops\": "),
            std::string::npos)
      << said();
  write_network("  // module inner\n", "hierarchical = [\"inner\"]\n");
  EXPECT_NE(said().find("net/network.toml: hierarchical: 'inner': no such module in the sources\n"),
            std::string::npos)
      << said();
  write_network("endmodule\nmodule inner #(parameter logic [3:0] SETS = '1) ();\n",
                "hierarchical = [\"inner\"]\n");
  EXPECT_NE(said().find("net/network.toml: hierarchical: 'inner': parameter SETS = '1, which "),
            std::string::npos)
      << said();
  write_network("");
  write("net/net.sv",
        "package rc_net_pkg;\n  localparam int N = 4;\nendpackage\nmodule net (input logic clk);\n"
        "endmodule\n");
  EXPECT_NE(said().find("net.sv:1:9: another rc_net_pkg: Rock Creek makes this package"),
            std::string::npos)
      << said();
  write("net/net.sv", "module net (input logic [N-1:0][CLASSES-1:0] in_valid);\nendmodule\n");
  EXPECT_NE(said().find("; write 'import rc_net_pkg::*' behind the module's name"),
            std::string::npos)
      << said();
  write_network("  other u_other ();\n");
  EXPECT_NE(said().find("'other'; add its file to sources, or its folder to library_dirs"),
            std::string::npos)
      << said();
}

}  // namespace
