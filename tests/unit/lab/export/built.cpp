// SPDX-License-Identifier: Apache-2.0
// Exported networks of eight topologies behind their pins, and their benches; Verilator takes minutes.
#include "tests/unit/lab/export/exported_network.h"

namespace rc::test {
namespace {

class ExportedNetworks : public Exported {};

TEST_P(ExportedNetworks, KeepTheContractAndAreTheModel) { expect_the_model(); }

TEST_P(ExportedNetworks, AreHardware) { expect_hardware(); }

TEST_P(ExportedNetworks, HaveABenchThatPasses) {
  export_case(" --vcs 4 --flit-bits 16");
  const CommandResult bench = in_folder(
      "cd net && $(sed -n 's|^// In the folder above: \\(verilator .*\\) && .*|\\1|p' "
      "bench/bench.sv) >log && "
      "obj_dir/Vbench");
  EXPECT_EQ(bench.exit_code, 0) << bench.error << bench.out;
  EXPECT_NE(bench.out.find("each in the cycles of the model"), bench.out.npos) << bench.out;
}
INSTANTIATE_TEST_SUITE_P(Networks, ExportedNetworks, testing::ValuesIn(kExportCases), case_name);

}  // namespace
}  // namespace rc::test
