// SPDX-License-Identifier: Apache-2.0
// A folder for exported networks, and what tests ask of one of them.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.h"

namespace rc::test {

struct ExportCase {
  const char* name;      // of the top module, without rc_net_
  const char* topology;  // options of `noc`
  const char* grid;      // a grid with as many end points
  unsigned cols, rows;
};

inline void PrintTo(const ExportCase& exported, std::ostream* out) { *out << exported.name; }

class Exported : public testing::TestWithParam<ExportCase> {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "rc-export-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  CommandResult in_folder(const std::string& command) const {
    return run_command("cd " + folder_.string() + " && " + command);
  }
  CommandResult rockcreek(const std::string& arguments) const {
    return in_folder("XDG_CACHE_HOME=" + folder_.string() + "/cache " ROCKCREEK_SIM " " +
                     arguments);
  }
  void export_case(const std::string& more) const {
    const CommandResult made =
        rockcreek(std::string("network export net --topology ") + GetParam().topology + more);
    ASSERT_EQ(made.exit_code, 0) << made.error;
  }
  std::string top() const { return std::string("rc_net_") + GetParam().name; }
  // The sources inside the pins.
  std::string inner() const { return top() + "_routes.sv " + top() + "_core.sv "; }
  // Yosys finds neither a latch nor a combinational loop.
  void expect_hardware() const {
    export_case(" --vcs 4 --flit-bits 16");
    const CommandResult yosys = in_folder(
        "cd net && boxes=$(ls rtl/*.sv | grep -v _pkg | tr '\\n' ' ') && "
        "yosys -q -p \"read_verilog -sv -DSYNTHESIS rtl/rc_router_pkg.sv $boxes " +
        inner() + "; hierarchy -check -top " + top() +
        "_core; proc; select -assert-none t:\\$dlatch t:\\$adlatch; flatten; check -assert\"");
    EXPECT_EQ(yosys.exit_code, 0) << yosys.error << yosys.out;
  }
  // By packet: everything but the cycle in which it entered, which the pins do not tell, and hops.
  std::vector<std::string> packets(const std::string& network) const {
    const CommandResult run =
        rockcreek("noc " + network +
                  " --rate 0.4 --warmup 200 --measure 1000 --max-measure 1500 --packets p.csv");
    EXPECT_EQ(run.exit_code, 0) << run.error;
    std::ifstream file(folder_ / "p.csv");
    std::vector<std::string> found;
    for (std::string line; std::getline(file, line);) {
      std::istringstream fields(line);
      std::string kept;
      unsigned number = 0;
      for (std::string field; std::getline(fields, field, ','); ++number)
        if (number != 5 && number != 7) kept += field + ",";
      found.push_back(kept);
    }
    return found;
  }
  // The pins keep the contract, and each packet of one flit takes the model's cycles, to saturation.
  void expect_the_model() const {
    export_case(" --vcs 2 --classes 1");
    const std::string grid = GetParam().grid;
    const CommandResult check =
        rockcreek("network check net --grid " + grid + " --classes 1 --cycles 1000");
    ASSERT_EQ(check.exit_code, 0) << check.error << check.out;
    const std::string cols = std::to_string(GetParam().cols),
                      rows = std::to_string(GetParam().rows);
    const auto ours = packets(std::string("--topology ") + GetParam().topology +
                              " --vcs 2 --classes 1 --end-grid " + grid);
    EXPECT_GT(ours.size(), 500u);
    EXPECT_EQ(packets("--network net --classes 1 --cols " + cols + " --rows " + rows), ours);
  }

  std::filesystem::path folder_;
};

inline std::string case_name(const testing::TestParamInfo<ExportCase>& info) {
  const bool two_stages = std::string(info.param.topology).find("two-stage") != std::string::npos;
  return std::string(info.param.name) + (two_stages ? "_of_two_stages" : "");
}

// Eight topologies, and routers of two stages.
inline const ExportCase kExportCases[] = {
    {"mesh", "mesh --routing dor --sizes 3x2", "3x2", 3, 2},
    {"torus", "torus --sizes 3x2", "3x2", 3, 2},
    {"ring", "ring --sizes 3 --wire 1", "3x1", 3, 1},
    {"cmesh", "cmesh --sizes 2x2 --concentration 4", "4x4", 4, 4},
    {"flattened", "flattened --sizes 3x2 --concentration 2 --end-wire 1", "4x3", 4, 3},
    {"star", "star --concentration 4 --delays inject=1", "2x2", 2, 2},
    {"tree", "tree --radix 2 --stages 2 --routing min", "2x2", 2, 2},
    {"dragonfly", "dragonfly --dragonfly 2,1,1 --routing minimal", "3x2", 3, 2},
    {"ring", "ring --sizes 3 --allocation two-stage --delays inject=1", "3x1", 3, 1},
    {"mesh",
     "mesh --routing dor --sizes 3x2 --allocation two-stage --flow cut-through "
     "--vc-allocator wavefront --switch-allocator separable-output --delays route=1,credit=1",
     "3x2", 3, 2}};

}  // namespace rc::test
