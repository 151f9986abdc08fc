// SPDX-License-Identifier: Apache-2.0
// Programs in the manner of those that came with RCCE: their makefiles, archives and launcher.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

const std::string kBin = ROCKCREEK_SOURCE_DIR "/firmware/sdk/bin/";
const std::string kHere = ROCKCREEK_SOURCE_DIR "/tests/firmware/compiler/";

class Makefiles : public ::testing::Test {
 protected:
  fs::path dir_ = fs::temp_directory_path() / ("rockcreek_make_" + std::to_string(::getpid()));
  void SetUp() override {
    fs::create_directories(dir_ / "root/bin/SCC_LINUX");
    for (const char* file : {"Makefile", "symbols", "ring.c"})
      fs::copy_file(kHere + "makefiles/" + file, dir_ / file);
  }
  void TearDown() override { fs::remove_all(dir_); }

  CommandResult in_dir(const std::string& command) const {
    return rc::test::run_command("cd " + dir_.string() +
                                 " && export ROCKCREEK_PRESET=" ROCKCREEK_PRESET_NAME " && " +
                                 command);
  }
  std::string output_of(const std::string& command) const {
    const CommandResult result = in_dir(command);
    EXPECT_EQ(result.exit_code, 0) << command << result.out << result.error;
    return result.out;
  }
  // As docs/firmware.md says: an empty archive for make, and our compiler.
  void make(const std::string& archive, const std::string& switches) const {
    output_of("make clean && ar rc root/bin/SCC_LINUX/" + archive + " && make CCOMPILE='" + kBin +
              "rockcreek-cc' RCCEROOT=root " + switches + " ring");
  }
};

TEST_F(Makefiles, OfRcceWithEveryOneOfItsSwitches) {
  make("libRCCE_bigflags_nongory_nopwrmgmt.a", "");
  EXPECT_EQ(output_of(kBin + "rccerun -nue 4 ring"), "[00] sum 6 on core 0 at 0.533 GHz\n");
  EXPECT_EQ(output_of("printf 'rck40\\nrck01 # a comment\\n05\\n' > hosts && " + kBin +
                      "rccerun -nue 2 -f hosts -clock 0.8 ring 10"),
            "[00] sum 21 on core 1 at 0.800 GHz\n");
  make("libRCCE_smallflags_gory_nopwrmgmt.a", "API=gory SINGLEBITFLAGS=1");
  EXPECT_EQ(output_of(kBin + "rccerun -nue 2 ring"), "[00] sum 0 on core 0 at 0.533 GHz\n");
  make("libRCCE_bigflags_nongory_pwrmgmt.a", "PWRMGMT=1");
  EXPECT_EQ(output_of(kBin + "rccerun -nue 2 ring"), "[00] sum 1 on core 0 at 0.533 GHz\n");
}

TEST_F(Makefiles, TheEmulatorIsANativeRun) {
  output_of(kBin + "rockcreek-cc --native ring.c -lRCCE_bigflags_nongory_nopwrmgmt -o ring");
  EXPECT_EQ(output_of(kBin + "rccerun -nue 6 -emulator ring"),
            "[00] sum 15 on core 0 at 1.000 GHz\n");
}

TEST_F(Makefiles, RequestListsOfIrcceInEveryBuild) {
  for (const char* options : {"-lRCCE_bigflags_nongory_nopwrmgmt", "-DSINGLEBITFLAGS libiRCCE.a",
                              "-DBIGFLAGS nowhere/libRCCE_bigflags_nongory_nopwrmgmt.a -liRCCE"}) {
    output_of(kBin + "rockcreek-cc -O2 " + kHere + "programs/request_list.c -o list " + options);
    EXPECT_EQ(output_of(kBin + "rccerun -nue 3 list"), "[00] all came\n") << options;
  }
}

TEST_F(Makefiles, FieldsOfRequestsOfIrcce) {
  for (const char* options : {"", "-DBIGFLAGS"}) {
    for (const char* emulator : {"", "--native "}) {
      output_of(kBin + "rockcreek-cc -O2 " + kHere + "programs/request_fields.c -o fields " +
                emulator + options);
      const std::string launcher = *emulator == 0 ? "rccerun -nue 2" : "rccerun -emulator -nue 2";
      EXPECT_EQ(output_of(kBin + launcher + " fields"), "") << options << emulator;
    }
  }
}

TEST_F(Makefiles, TheLauncherSaysWhatItExpects) {
  for (const auto& [arguments, expected] :
       {std::pair{"ring", "-nue ''"},
        {"-nue 3", "expected a program"},
        {"-nue", "-nue: its value is missing"},
        {"-nue 2 -f none ring", "-f none: cannot be read"},
        {"-nue 2 -clock 0.7 ring", "-clock 0.7: expected 1.6 GHz over 2 to 16"},
        {"-nue 2 -fast ring", "-fast: expected -nue N"}}) {
    const CommandResult result = in_dir(kBin + "rccerun " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_NE(result.error.find(expected), std::string::npos) << result.error;
  }
  const CommandResult few = in_dir("echo 1 > hosts; " + kBin + "rccerun -nue 2 -f hosts ring");
  EXPECT_NE(few.error.find("-f hosts: 1 cores, and -nue 2"), std::string::npos) << few.error;
}

}  // namespace
