// SPDX-License-Identifier: Apache-2.0
// The launcher with the system around it replaced: what it installs, builds and hands over.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <regex>

#include "sim/cli/verbs.h"
#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

const std::string kConfigures = "cmake --preset release -DBUILD_TESTING=OFF\n";
const std::string kBuildsInfo = "ninja rockcreek-sim rockcreek-info\n";
const std::string kInfoOnce = kConfigures + kBuildsInfo;
const std::string kTests = "cmake --preset release -DBUILD_TESTING=ON\n";

class Launcher : public ::testing::Test {
 protected:
  fs::path root_ = fs::temp_directory_path() / ("rockcreek_launcher_" + std::to_string(::getpid()));

  void SetUp() override {
    fs::create_directories(root_ / "bin");
    fs::create_directories(root_ / "elsewhere");
    for (const char* file : {"rockcreek", "CMakeLists.txt"})
      fs::copy_file(fs::path(ROCKCREEK_SOURCE_DIR) / file, root_ / file);
    // Every replaced tool writes down how it was called.
    stub("dpkg-query",
         "for p in \"$@\"; do case $p in -*) ;; *) [ \"$p\" = \"$ABSENT\" ] || "
         "echo \"installed $p\" ;; esac; done");
    stub("apt-get",
         "echo \"apt-get $*\" >> $CALLS; case \"$*\" in *install*) [ -z \"$APT_STALE\" ] "
         "|| [ -e $CALLS.updated ] ;; *update*) touch $CALLS.updated ;; esac");
    stub("sudo", "echo sudo >> $CALLS; exec \"$@\"");
    stub("id", "echo ${WHO:-0}");
    stub("nproc", "echo 2");
    stub("cmake",
         "echo \"cmake $*\" >> $CALLS; mkdir -p build/release/sim build/release/firmware/machine; "
         "cd "
         "build/release; touch "
         "build.ninja; echo BUILD_TESTING:BOOL=${3#*=} > CMakeCache.txt");
    stub("ninja",
         "echo \"ninja $*\" >> $CALLS; [ -z \"$BUILD_FAILS\" ] || { echo 'x.cpp:1: error: "
         "no'; exit 1; }; echo '[1/1] Linking'; [ -d sim ] || exit 0; printf '#!/bin/sh\\necho "
         "\"ran $* in "
         "$(pwd)\"; exit 3\\n' > sim/rockcreek-sim; chmod +x sim/rockcreek-sim");
    stub("ctest", "echo \"ctest $*\" >> $CALLS; exit 8");
  }
  void TearDown() override { fs::remove_all(root_); }

  void stub(const std::string& name, const std::string& body) {
    const fs::path path = root_ / "bin" / name;
    std::ofstream(path) << "#!/bin/bash\n" << body << "\n";
    fs::permissions(path, fs::perms::owner_all);
  }
  CommandResult launch(const std::string& arguments, const std::string& environment = "") {
    return rc::test::run_command(
        "cd " + (root_ / "elsewhere").string() + " && env CALLS=" + (root_ / "calls").string() +
        " PATH=" + (root_ / "bin").string() + ":/usr/bin:/bin " + environment + " " +
        (root_ / "rockcreek").string() + " " + arguments);
  }
  // A source that is newer than what was built.
  void edit() {
    fs::last_write_time(root_ / "CMakeLists.txt",
                        fs::file_time_type::clock::now() + std::chrono::hours(1));
  }
  // Whether Ninja was called for these targets, in whatever order with other calls.
  bool built(const std::string& targets) const {
    return ("\n" + calls()).find("\nninja " + targets + "\n") != std::string::npos;
  }
  std::string calls() const {
    std::ostringstream text;
    text << std::ifstream(root_ / "calls").rdbuf();
    return text.str();
  }
};

TEST_F(Launcher, BuildsOnceAndRunsWhereTheUserIs) {
  const CommandResult first = launch("run 'a b' -- c");
  EXPECT_EQ(first.exit_code, 3);
  EXPECT_EQ(first.out, "ran run a b -- c in " + (root_ / "elsewhere").string() + "\n");
  EXPECT_EQ(calls(), kConfigures + "ninja rockcreek-sim rockcreek-run\n");

  const CommandResult second = launch("run other");
  EXPECT_EQ(second.error, "") << "quiet when there is nothing to say";
  EXPECT_EQ(calls(), kConfigures + "ninja rockcreek-sim rockcreek-run\n") << "asks no tool";

  edit();
  launch("run other");
  EXPECT_TRUE(calls().ends_with("ninja build.ninja\nninja rockcreek-sim rockcreek-run\n"))
      << calls();
}

TEST_F(Launcher, AVerbBuildsWhatItNeeds) {
  launch("noc --rate 0.1");
  EXPECT_EQ(calls(), kConfigures + "ninja rockcreek-sim rockcreek-noc\n");
  launch("run build/release/firmware/apps/hello.elf --router rtl");
  EXPECT_TRUE(built("hello") && built("rockcreek-sim rockcreek-run rockcreek-rtl")) << calls();
  launch("native heat");
  EXPECT_TRUE(built("rockcreek-sim rockcreek-run native_apps")) << calls();
  launch("reproduce power");
  EXPECT_TRUE(built("rockcreek-sim rockcreek-reproduce-scc")) << calls();
  fs::remove(root_ / "calls");
  launch("reproduce coherence --part pingpong");
  EXPECT_TRUE(built("rockcreek-sim rockcreek-reproduce")) << "a part, no experiment" << calls();
  edit();
  launch("reproduce --all");
  EXPECT_TRUE(built("rockcreek-sim rockcreek-reproduce") && built("all")) << calls();
  launch("cc x.c");
  EXPECT_TRUE(built("libraries firmware_libstdcxx")) << calls();
}

TEST_F(Launcher, ALongBuildSaysHowFarItIs) {
  stub("ninja", "echo '[7/9] Building'; sleep 6; echo '[8/9] Building'");
  const std::string said = launch("info").error;
  EXPECT_NE(said.find("building the simulator: 8/9 done"), std::string::npos) << said;
}

TEST_F(Launcher, BuildsProgramsForTheHostWhereTheyAreAskedFor) {
  launch("run app.elf");
  EXPECT_EQ(calls().find("native_apps"), std::string::npos);
  for (const char* call : {"native heat", "run --native heat", "cc --native heat.c"}) {
    fs::remove(root_ / "calls");
    launch(call);
    EXPECT_NE(calls().find(" native_apps\n"), std::string::npos) << call << calls();
    edit();
  }
}

TEST_F(Launcher, ConfiguresAnewWhereNinjaCannot) {
  launch("info");
  edit();
  stub("ninja", "echo \"ninja $*\" >> $CALLS; case $* in build.ninja) exit 1 ;; *) exit 0 ;; esac");
  EXPECT_EQ(launch("info").exit_code, 3);
  EXPECT_EQ(calls(), kInfoOnce + "ninja build.ninja\n" + kInfoOnce);
}

TEST_F(Launcher, InstallsOnlyWhatIsMissing) {
  launch("info", "ABSENT=verilator");
  EXPECT_EQ(calls(), "apt-get -q -y install --no-install-recommends verilator\n" + kInfoOnce);
}

TEST_F(Launcher, FetchesPackageListsOnlyWhenTheyAreStale) {
  launch("info", "ABSENT=verilator APT_STALE=1");
  EXPECT_TRUE(
      calls().starts_with("apt-get -q -y install --no-install-recommends verilator\n"
                          "apt-get -q -y update\n"
                          "apt-get -q -y install --no-install-recommends verilator\n"))
      << calls();
}

TEST_F(Launcher, NeedsRootOrSudoToInstall) {
  launch("info", "ABSENT=verilator WHO=1000");
  EXPECT_TRUE(calls().starts_with("sudo\napt-get")) << calls();
}

TEST_F(Launcher, AFailedBuildIsShownAndStops) {
  const CommandResult result = launch("info", "BUILD_FAILS=1");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find("x.cpp:1: error: no"), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("rockcreek: error: the build failed"), std::string::npos);
}

TEST_F(Launcher, TestHandsArgumentsToCtest) {
  EXPECT_EQ(launch("test -R Elf").exit_code, 8);
  EXPECT_EQ(calls(), kTests + "ninja all\nctest --preset release -j 2 -R Elf\n");
}

TEST_F(Launcher, AnEngineIsInstalledOnlyWhereItIsAskedFor) {
  const std::string install = "apt-get -q -y install --no-install-recommends ";
  launch("explore plan.toml", "ABSENT=snakemake");
  EXPECT_EQ(calls().find("snakemake"), std::string::npos) << calls();
  launch("explore plan.toml --engine snakemake", "ABSENT=snakemake");
  EXPECT_NE(calls().find(install + "snakemake\n"), std::string::npos) << calls();
  launch("test -R Engine", "ABSENT=slurmd");
  EXPECT_EQ(calls().find("slurmd"), std::string::npos) << calls();
  EXPECT_EQ(launch("test --with-engine -R Engine", "ABSENT=slurmd").exit_code, 8);
  EXPECT_NE(calls().find(install + "slurmd\n"), std::string::npos) << calls();
  EXPECT_TRUE(calls().ends_with("ctest --preset release -j 2 -R Engine\n")) << calls();
}

TEST_F(Launcher, HelpAndVersionNeitherInstallNorBuild) {
  const std::string help = launch("--help", "ABSENT=verilator").out;
  EXPECT_EQ(launch("help").out, help);
  const CommandResult nothing = launch("");
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_EQ(nothing.error, help);
  EXPECT_TRUE(
      std::regex_match(launch("--version").out, std::regex(R"(rockcreek \d+\.\d+\.\d+\n)")));
  EXPECT_FALSE(fs::exists(root_ / "calls")) << calls();
}

// The verbs of the simulator, as the front has them (sim/cli/verbs.h).
TEST_F(Launcher, HelpListsEveryVerb) {
  const std::string help = launch("--help").out;
  std::vector<std::string> verbs{"cc, c\\+\\+", "build", "test"};
  for (const rc::sim::cli::Verb& verb : rc::sim::cli::kVerbs)
    if (verb.program != "cc") verbs.emplace_back(verb.name);
  EXPECT_GE(verbs.size(), 12u);
  for (const std::string& verb : verbs)
    EXPECT_TRUE(std::regex_search(help, std::regex("\n  " + verb + "  "))) << verb << help;
}

// The launcher and the front agree on the experiments of rockcreek-reproduce-scc.
TEST_F(Launcher, KnowsTheExperimentsThatNeedLess) {
  for (const std::string_view name : rc::sim::cli::kSccExperiments) {
    fs::remove(root_ / "calls");
    launch("reproduce " + std::string(name));
    EXPECT_TRUE(built("rockcreek-sim rockcreek-reproduce-scc")) << name << calls();
    edit();
  }
}

TEST_F(Launcher, TheFirstUseSaysWhatItInstallsAndBuildsAndHowLongItTakes) {
  const CommandResult first = launch("info", "ABSENT=verilator");
  EXPECT_NE(first.error.find("installing Debian packages (a minute or two): verilator\n"),
            std::string::npos)
      << first.error;
  EXPECT_TRUE(std::regex_search(
      first.error, std::regex("building rockcreek-info and its firmware: about \\d+ minutes")))
      << first.error;
  const CommandResult tests = launch("test");
  EXPECT_TRUE(
      std::regex_search(tests.error, std::regex("and the tests: about \\d+ minutes on 2 cores")))
      << tests.error;
  EXPECT_EQ(launch("test").error, "");
}

TEST_F(Launcher, WhatOnlyTestsNeedWaitsForThem) {
  launch("info", "ABSENT=yosys");
  EXPECT_EQ(calls(), kInfoOnce);
  launch("test", "ABSENT=yosys");
  EXPECT_EQ(calls(), kInfoOnce + "apt-get -q -y install --no-install-recommends yosys\n" + kTests +
                         "ninja all\nctest --preset release -j 2\n");
}

TEST_F(Launcher, ABuildWithTestsKeepsThem) {
  launch("build");
  launch("info");
  EXPECT_EQ(calls(), kTests + "ninja all\nninja build.ninja\n" + kBuildsInfo);
}

TEST_F(Launcher, BenchAddsTheEmulatorItComparesWith) {
  launch("info", "ABSENT=libunicorn-dev");
  EXPECT_EQ(calls(), kInfoOnce);
  launch("bench iss", "ABSENT=libunicorn-dev");
  EXPECT_TRUE(calls().starts_with(
      kInfoOnce + "apt-get -q -y install --no-install-recommends libunicorn-dev\n" + kConfigures))
      << calls();
  EXPECT_TRUE(built("rockcreek-sim rockcreek-bench rockcreek-rtl")) << calls();
}

TEST_F(Launcher, AnotherPreset) {
  stub("cmake",
       "echo \"cmake $*\" >> $CALLS; mkdir -p build/asan/sim; touch build/asan/build.ninja");
  launch("build", "ROCKCREEK_PRESET=asan");
  EXPECT_EQ(calls(), "cmake --preset asan -DBUILD_TESTING=ON\nninja all\n");
}

}  // namespace
