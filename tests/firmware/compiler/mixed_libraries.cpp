// SPDX-License-Identifier: Apache-2.0
// A message whose two sides use RCCE and iRCCE, both ways, up to the size from which the pipelined
// ones of iRCCE travel in halves.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "sim/base/temporary_folder.h"
#include "tests/support/command.h"

namespace {

using namespace rc::test;

constexpr const char* kMixed = R"(
#include <stdio.h>
#include <stdlib.h>
#include "iRCCE.h"
static char data[8192];
static char right(int i, int way) { return (char)(i * 7 + way + 1); }
int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  const int size = atoi(argv[1]), sends = RCCE_ue() == 0;
  int wrong = 0;
  for (int way = 0; way < 2; ++way) {
    for (int i = 0; i < size; ++i) data[i] = sends ? right(i, way) : 0;
    if (sends)
      way == 0 ? iRCCE_send(data, size, 1) : RCCE_send(data, size, 1);
    else
      way == 0 ? RCCE_recv(data, size, 0) : iRCCE_recv(data, size, 0);
    for (int i = 0; i < size; ++i) wrong += data[i] != right(i, way);
  }
  printf("%d bytes, %d wrong\n", size, wrong);
  return RCCE_finalize() != RCCE_SUCCESS || wrong != 0;
})";

TEST(MixedLibraries, SidesOfAMessageMayDifferBelowAChunk) {
  const rc::sim::base::TemporaryFolder folder("rockcreek-mixed-");
  std::ofstream(folder.file("mixed.c")) << kMixed;
  const std::string program = folder.file("mixed.elf");
  const CommandResult built =
      run_command(ROCKCREEK_SIM " cc -O1 " + folder.file("mixed.c") + " -o " + program);
  ASSERT_EQ(built.exit_code, 0) << built.error;
  for (const char* size : {"1", "31", "32", "33", "4096", "8096", "8127"}) {
    const CommandResult result =
        run_command(ROCKCREEK_SIM " run " + program + " --ues 2 -- " + size);
    EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
    EXPECT_TRUE(has(result.out, "[01] " + std::string(size) + " bytes, 0 wrong")) << result.out;
  }
}

}  // namespace
