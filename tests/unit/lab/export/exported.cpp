// SPDX-License-Identifier: Apache-2.0
// Exported networks of eight topologies: clean SystemVerilog, for Verilator and for Yosys; two of them
// built, the model's in each cycle; and what cannot be exported is refused.
#include "tests/unit/lab/export/exported_network.h"

namespace rc::test {
namespace {

class ExportedText : public Exported {};

TEST_P(ExportedText, IsCleanForVerilator) {
  export_case(" --vcs 4 --flit-bits 16");
  const CommandResult lint =
      in_folder("cd net && verilator --lint-only -Wall --assert -y rtl --top-module " + top() +
                " rtl/rc_router_pkg.sv bench/rc_net_pkg.sv " + inner() + top() + ".sv");
  EXPECT_EQ(lint.exit_code, 0) << lint.error;
}
INSTANTIATE_TEST_SUITE_P(Networks, ExportedText, testing::ValuesIn(kExportCases), case_name);

class ExportedRing : public Exported {};

class ExportedStar : public Exported {};

TEST_P(ExportedStar, IsHardware) { expect_hardware(); }
INSTANTIATE_TEST_SUITE_P(Quick, ExportedStar, testing::Values(kExportCases[5]), case_name);

TEST_P(ExportedRing, KeepsTheContractAndIsTheModel) { expect_the_model(); }
INSTANTIATE_TEST_SUITE_P(Quick, ExportedRing, testing::Values(kExportCases[2], kExportCases[8]),
                         case_name);

class Export : public Exported {
 protected:
  void expect_refused(const std::string& arguments, const std::string& what) const {
    const CommandResult found = rockcreek("network export " + arguments);
    EXPECT_EQ(found.exit_code, 2) << arguments;
    EXPECT_NE(found.error.find(what), found.error.npos) << arguments << ": " << found.error;
    EXPECT_EQ(found.error.find('\n'), found.error.size() - 1) << found.error;
  }
};

TEST_F(Export, WhatCannotBeIsRefusedInOneLine) {
  std::filesystem::create_directories(folder_ / "full");
  std::ofstream(folder_ / "full/file") << "mine";
  expect_refused("full --topology ring --sizes 3", "is not empty");
  expect_refused("full/file --topology ring --sizes 3", "is a file");
  expect_refused("/proc/net1 --topology ring --sizes 3", "/proc/net1");
  expect_refused("net --topology tree", "draws at random");
  expect_refused("net --topology chips --sizes 2x2 --chips 2x1", "several cycles a flit");
  expect_refused("net --topology mesh --sizes 40x30 --routing dor", "1200 end points");
  expect_refused("net --topology ring --sizes 3 --vc-depth 20", "20 flits a VC");
  expect_refused("net --topology ring --sizes 3 --packet-flits 5", "5 flits do not fit");
  expect_refused("net --topology ring --sizes 3 --flit-bits 4", "--flit-bits");
  expect_refused("net --chip --topology torus", "--chip");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "net")) << "nothing is left of what was refused";
}

// As many end points as the chip: for `run`.
TEST_F(Export, AChipHasItsControllers) {
  const CommandResult made = rockcreek("network export net --chip --set noc.topology=torus");
  ASSERT_EQ(made.exit_code, 0) << made.error;
  std::ifstream file(folder_ / "net/network.toml");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_NE(text.find("24 routers"), text.npos) << text;
  EXPECT_NE(text.find("max_end_points = 30\n"), text.npos) << text;
}

}  // namespace
}  // namespace rc::test
