// SPDX-License-Identifier: Apache-2.0
// A network in SystemVerilog in a folder of its own, with a cache of its own.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/command.h"

namespace rc::test {

class BuiltNetworkTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "rc-built-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  CommandResult rockcreek(const std::string& arguments) const {
    return run_command("cd " + folder_.string() + " && XDG_CACHE_HOME=" + folder_.string() +
                       "/cache " ROCKCREEK_SIM " " + arguments);
  }
  CommandResult check(const std::string& network) const {
    return rockcreek("network check " + network + " --grid 2x1 --cycles 200");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  // A network of `module`'s text around the pins.
  void write_network(const std::string& body, const std::string& more = "") const {
    std::filesystem::create_directories(folder_ / "net");
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

  std::filesystem::path folder_;
};

}  // namespace rc::test
