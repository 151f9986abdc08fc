// SPDX-License-Identifier: Apache-2.0
// The host's commands of an iPSC/860, as a user types them.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

class Cubes : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_cubes_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  std::string command(const std::string& arguments) const {
    return std::string(ROCKCREEK_SIM) + " cube --system " + (directory_ / "system.json").string() +
           " " + arguments;
  }
  // Standard output is a pipe, so that getcube does not take it for the cube's file.
  CommandResult cube(const std::string& arguments) const {
    return rc::test::run_command("bash -c 'set -o pipefail; " + command(arguments) + " | cat'");
  }
  static std::string app(const std::string& name) {
    return std::string(FIRMWARE_APPS) + "/" + name + ".elf";
  }
  static void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
  }
  void wait_until_it_runs() const {
    for (int tries = 0; tries < 200; ++tries) {
      if (cube("cubeinfo").out.find("(running)") != std::string::npos) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
};

TEST_F(Cubes, SeveralOnOneMachine) {
  EXPECT_EQ(cube("getcube -t2rx").exit_code, 0);
  expect_parts(cube("getcube -c mycube -t4m8rx").out, {"mycube", "4 nodes, 4 to 7"});
  expect_parts(cube("cubeinfo").out, {"mycube *"});
  expect_parts(cube("cubeinfo -a").out, {"defaultname", "mycube *"});
  expect_parts(cube("cubeinfo -s").out, {"122 of 128 nodes of ipsc860 are free"});

  CommandResult result = cube("load " + app("nx_hello"));
  EXPECT_EQ(result.exit_code, 0) << result.error;
  expect_parts(result.out, {"node 3 of 4"});
  result = cube("load -c defaultname " + app("nx_hello"));
  expect_parts(result.out, {"node 1 of 2"});
  EXPECT_EQ(cube("attachcube").exit_code, 0);
  expect_parts(cube("load " + app("nx_hello")).out, {"of 2, dimension 1"});

  EXPECT_EQ(cube("relcube -c mycube").exit_code, 0);
  expect_parts(cube("cubeinfo").out, {"defaultname *", "nx_hello"});
  EXPECT_EQ(cube("relcube -a").exit_code, 0);
  expect_parts(cube("cubeinfo -s").out, {"128 of 128"});
}

TEST_F(Cubes, ArgumentsAreTheProgramsOwn) {
  EXPECT_EQ(cube("getcube -t2").exit_code, 0);
  const CommandResult result = cube("load " + app("nx_misuse") + " outside -c -t -x");
  EXPECT_EQ(result.exit_code, 3);
  expect_parts(result.error, {"csend: node 7 is outside the cube of 2 nodes"});
}

TEST_F(Cubes, OutputOfARedirectedGetcubeTakesThatOfThePrograms) {
  const fs::path file = directory_ / "output.txt";
  EXPECT_EQ(std::system((command("getcube -t2 > ") + file.string()).c_str()), 0);
  EXPECT_EQ(cube("load " + app("nx_hello")).out, "");
  EXPECT_EQ(cube("load " + app("nx_misuse") + " lost").error, "");
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  expect_parts(text.str(), {"getcube: cube defaultname", "[01] node 1 of 2", "message lost"});
}

TEST_F(Cubes, ACubeThatRunsIsBusyUntilKilled) {
  EXPECT_EQ(cube("getcube -t2").exit_code, 0);
  std::thread endless([this] {
    const CommandResult load = cube("load " + app("nx_misuse") + " endless");
    EXPECT_EQ(load.exit_code, 3);
    EXPECT_EQ(load.error, "rockcreek: error: load: cube 'defaultname': " + app("nx_misuse") +
                              " was ended by killcube, relcube or a signal\n");
  });
  wait_until_it_runs();
  const CommandResult busy = cube("load " + app("nx_hello"));
  EXPECT_EQ(busy.exit_code, 2);
  expect_parts(busy.error, {"load: cube 'defaultname' is running", "killcube"});
  EXPECT_EQ(cube("killcube").exit_code, 0);
  endless.join();
  EXPECT_EQ(cube("cubeinfo").out.find("(running)"), std::string::npos);
  EXPECT_EQ(cube("load " + app("nx_hello")).exit_code, 0);
}

TEST_F(Cubes, ARebootEndsWhatRunsAndKeepsTheCubes) {
  EXPECT_EQ(cube("getcube -c spare -t4").exit_code, 0);
  EXPECT_EQ(cube("getcube -t2").exit_code, 0);
  CommandResult load;
  std::thread endless([&] { load = cube("load " + app("nx_misuse") + " endless"); });
  wait_until_it_runs();
  EXPECT_EQ(cube("rebootcube -c spare").exit_code, 0);
  EXPECT_NE(cube("cubeinfo").out.find("(running)"), std::string::npos);
  EXPECT_EQ(cube("rebootcube").exit_code, 0);
  endless.join();
  EXPECT_NE(load.exit_code, 0);
  const std::string all = cube("cubeinfo -a").out;
  EXPECT_EQ(all.find("nx_misuse"), std::string::npos) << all;
  expect_parts(all, {"spare", "defaultname"});
  EXPECT_EQ(cube("load " + app("nx_hello")).exit_code, 0);
}

TEST_F(Cubes, Errors) {
  const auto expect_error = [&](const std::string& arguments,
                                const std::vector<std::string>& parts) {
    const CommandResult result = cube(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: ")) << result.error;
    expect_parts(result.error, parts);
  };
  expect_error("getcube -t256rx", {"getcube: 256 nodes: ipsc860 has 128"});
  expect_error("getcube -t3", {"getcube: 3 nodes"});
  expect_error("getcube -t4m500", {"getcube: 500 MB a node"});
  expect_error("load x.elf", {"load: no cube is allocated"});
  expect_error("relcube", {"relcube: no cube is allocated"});
  EXPECT_EQ(cube("getcube").exit_code, 0);
  expect_error("getcube -c more -t1", {"getcube: no cube of 1 node is free"});
  expect_error("getcube", {"getcube: cube 'defaultname' is allocated already"});
  expect_error("attachcube -c none", {"attachcube: no cube 'none'"});
  expect_error("killcube -c none", {"killcube: no cube 'none'"});
  expect_error("rebootcube -c none", {"rebootcube: no cube 'none'"});
  expect_error("load", {"load: expected a program"});
  expect_error("load " + (directory_ / "none.elf").string(), {"none.elf", "cannot read"});
  std::ofstream(directory_ / "system.json") << "{";
  expect_error("cubeinfo", {"system.json: not the state of an iPSC/860 as rockcreek cube writes"});
}

}  // namespace
