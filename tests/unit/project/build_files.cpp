// SPDX-License-Identifier: Apache-2.0
// What build files name: no private paths, and only what the launcher installs.
#include <gtest/gtest.h>

#include <map>

#include "tests/unit/project/project_files.h"

namespace rc::test {
namespace {

// What the build reads lies in the project or belongs to the system: a path of one user's machine
// builds nowhere else.
TEST(BuildFiles, NameNoPrivatePaths) {
  static const std::regex kPrivate(
      R"re(((?:^|[\s"'=(])/(?:tmp|home|root|work|mnt|media|Users)/\S*))re");
  const std::vector<fs::path> build_files = project_files(is_build_file);
  EXPECT_GT(build_files.size(), 10u);
  for (const fs::path& file : build_files)
    for (const std::string& path : matches(read(file), kPrivate))
      ADD_FAILURE() << file << " names" << path;
}

// The Debian packages in a list of the launcher.
std::set<std::string> launcher_packages(const std::string& list) {
  const std::string launcher = read("rockcreek");
  const std::regex assignment("\n" + list + R"re(=\(([^)]*)\))re");
  std::set<std::string> found;
  for (const std::string& text : matches(launcher, assignment)) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line.substr(0, line.find('#')));
      for (std::string word; words >> word;) found.insert(word);
    }
  }
  EXPECT_FALSE(found.empty()) << list;
  return found;
}

// The launcher installs what a build file looks for before the first run, or before the tests.
TEST(BuildFiles, EveryPackageIsInstalledByTheLauncher) {
  static const std::map<std::string, std::string> kPackages{
      {"GTest", "libgtest-dev"},
      {"Zydis", "libzydis-dev"},
      {"zydis", "libzydis-dev"},
      {"CLI11", "libcli11-dev"},
      {"fmt", "libfmt-dev"},
      {"nlohmann_json", "nlohmann-json3-dev"},
      {"benchmark", "libbenchmark-dev"},
      {"tomlplusplus", "libtomlplusplus-dev"},
      {"PkgConfig", "pkg-config"},
      {"verilator", "verilator"},
      {"systemc", "libsystemc-dev"},
      {"unicorn", "libunicorn-dev"},
      {"mpfr", "libmpfr-dev"},
      {"ZLIB", "zlib1g-dev"},
      {"BZip2", "libbz2-dev"},
      {"libdw", "libdw-dev"},
      {"sqlite3", "libsqlite3-dev"},
      {"re2", "libre2-dev"},
      {"BISON", "bison"},
      {"re2c", "re2c"},
      {"yosys", "yosys"},
      {"clang", "clang"},
      {"clang-format", "clang-format"},
      {"clang-tidy", "clang-tidy"},
      {"shellcheck", "shellcheck"},
      {"patch", "patch"},
      {"chromium", "chromium"},
      {"python3", "python3-numpy"},
      {"Python3", "python3-dev"},
      {"pybind11", "pybind11-dev"},
      {"i686-linux-gnu-g", "g++-i686-linux-gnu"}};
  static const std::set<std::string> kFound{"Threads",             // part of the C library
                                            "ccache",              // used where there is one
                                            "RockCreek",           // ourselves
                                            "i686-linux-gnu-gcc",  // come with the C++ compiler
                                            "i686-linux-gnu-ar",
                                            "i686-linux-gnu-ranlib",
                                            "i686-linux-gnu-as",
                                            "i686-linux-gnu-objdump",
                                            "i686-linux-gnu-objcopy"};
  static const std::regex kFind(R"re(find_package\(\s*(\w+))re");
  static const std::regex kPkgConfig(
      R"re(pkg_check_modules\(\s*\w+(?:\s+(?:REQUIRED|QUIET|IMPORTED_TARGET))*\s+(\w+))re");
  static const std::regex kProgram(R"re(find_program\(\s*\w+\s+([\w-]+))re");
  static const std::regex kLibrary(R"re(find_library\(\s*\w+\s+([\w-]+))re");
  const std::set<std::string> run = launcher_packages("run_packages");
  const std::set<std::string> bench = launcher_packages("bench_packages");
  const std::set<std::string> test = launcher_packages("test_packages");
  for (const fs::path& file : project_files(is_build_file)) {
    std::vector<std::string> wanted = matches(read(file), kFind);
    for (const std::regex* call : {&kPkgConfig, &kProgram, &kLibrary})
      for (const std::string& name : matches(read(file), *call)) wanted.push_back(name);
    // What holds machines in Python is left out where its packages are missing.
    const bool of_tests = part_of(file) == "tests" || file == "cmake/tests.cmake" ||
                          file == "sim/explore/python/CMakeLists.txt";
    for (const std::string& name : wanted) {
      if (kFound.contains(name)) continue;
      const auto package = kPackages.find(name);
      ASSERT_NE(package, kPackages.end())
          << file << " looks for " << name << ": which Debian package brings it?";
      EXPECT_TRUE(run.contains(package->second) || (of_tests && test.contains(package->second)) ||
                  (file == "sim/bench/CMakeLists.txt" && bench.contains(package->second)))
          << file << " needs " << package->second << ", which ./rockcreek does not install in time";
    }
  }
}

}  // namespace
}  // namespace rc::test
