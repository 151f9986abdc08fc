// The arrows of docs/architecture.md, read from the sources: who may include whom, and who may link
// whom. A folder sees what lies below it, never a sibling and never what stands on it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
const fs::path kRoot = ROCKCREEK_SOURCE_DIR;

// Height of a part of the model; parts of equal height are siblings.
const std::map<std::string, int> kHeight{{"arch", 0},   {"kernel", 1},  {"cpu", 2},  {"noc", 2},
                                         {"memory", 2}, {"vrc", 2},     {"tile", 3}, {"ipsc", 3},
                                         {"chip", 4},   {"systemc", 5}, {"sim", 6},  {"tests", 7}};

// "cpu" of "hw_model/cpu/core.h", "sim" of "sim/main.cpp", "firmware" of "firmware/hal/mpb.h". The
// schedules of complete exchange are pure functions that firmware and simulator share: a part of
// their own, "exchange".
std::string part_of(const fs::path& path) {
  if (path.string().starts_with("firmware/nx/exchange/")) return "exchange";
  auto it = path.begin();
  if (it == path.end()) return "";
  if (*it != "hw_model") return it->string();
  return ++it == path.end() ? "" : it->string();
}

bool may_see(const std::string& from, const std::string& to) {
  if (from == to) return true;
  if (from == "exchange") return false;
  if (to == "exchange") return from == "firmware" || from == "sim" || from == "tests";
  if (from == "firmware") return to == "arch";
  if (from == "rtl_stubs") return to == "arch" || to == "kernel" || to == "noc" || to == "ipsc";
  if (to == "firmware") return from == "tests";
  if (to == "rtl_stubs") return from == "sim" || from == "tests";
  const auto above = kHeight.find(from), below = kHeight.find(to);
  return above != kHeight.end() && below != kHeight.end() && below->second < above->second;
}

std::string read(const fs::path& path) {
  std::ifstream in(kRoot / path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

// Files of the project, relative to its root; build trees and hidden folders aside.
std::vector<fs::path> project_files(bool (*wanted)(const fs::path&)) {
  std::vector<fs::path> found;
  for (auto it = fs::recursive_directory_iterator(kRoot); it != fs::end(it); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name.starts_with("build") || name.starts_with("."))) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file() && wanted(it->path())) {
      found.push_back(fs::relative(it->path(), kRoot));
    }
  }
  return found;
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> kExtensions{".h", ".c", ".cpp", ".S"};
  return kExtensions.contains(path.extension().string());
}

bool is_build_file(const fs::path& path) {
  return path.filename() == "CMakeLists.txt" || path.extension() == ".cmake" ||
         path.filename() == "CMakePresets.json" || path.filename() == "rockcreek";
}

std::vector<std::string> quoted_includes(const fs::path& file) {
  static const std::regex kInclude(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*"([^"]+)")re");
  return matches(read(file), kInclude);
}

TEST(Arrows, RuleAllowsDownwardsOnly) {
  EXPECT_TRUE(may_see("tile", "cpu"));
  EXPECT_TRUE(may_see("sim", "arch"));
  EXPECT_TRUE(may_see("firmware", "arch"));
  EXPECT_TRUE(may_see("rtl_stubs", "noc"));
  EXPECT_TRUE(may_see("sim", "rtl_stubs"));
  EXPECT_FALSE(may_see("cpu", "noc"));
  EXPECT_FALSE(may_see("cpu", "tile"));
  EXPECT_FALSE(may_see("tile", "ipsc"));
  EXPECT_FALSE(may_see("firmware", "kernel"));
  EXPECT_FALSE(may_see("chip", "sim"));
  EXPECT_FALSE(may_see("sim", "tests"));
  EXPECT_FALSE(may_see("rtl_stubs", "cpu"));
  EXPECT_FALSE(may_see("rtl_stubs", "sim"));
  EXPECT_FALSE(may_see("noc", "rtl_stubs"));
  EXPECT_FALSE(may_see("systemc", "rtl_stubs"));
  EXPECT_TRUE(may_see("sim", "exchange"));
  EXPECT_FALSE(may_see("sim", "firmware"));
  EXPECT_FALSE(may_see("exchange", "firmware"));
}

TEST(Arrows, IncludesFollowThem) {
  unsigned seen = 0;
  for (const fs::path& file : project_files(is_source)) {
    for (const std::string& name : quoted_includes(file)) {
      ++seen;
      // The firmware's public headers carry the names they have on the chip; Verilator's have none
      // of ours.
      const bool bare = name.find('/') == std::string::npos;
      const bool program =
          part_of(file) == "firmware" || file.string().starts_with("tests/firmware/compiler/") ||
          file.string().starts_with("tests/firmware/console/");
      if (bare && (program || part_of(file) == "rtl_stubs")) continue;
      EXPECT_TRUE(may_see(part_of(file), part_of(name))) << file << " includes " << name;
    }
  }
  EXPECT_GT(seen, 100u);
}

TEST(Arrows, ArchitectureHeadersStandAlone) {
  for (const fs::path& file : project_files(is_source)) {
    if (part_of(file) == "arch") {
      EXPECT_TRUE(quoted_includes(file).empty()) << file;
    }
  }
}

// "cpu" of rc_cpu; benchmark libraries and the parts of the simulator count as sim.
std::string part_of_target(std::string name) {
  name = name.substr(3);
  if (name.starts_with("sim") || name.starts_with("bench")) return "sim";
  if (name.starts_with("rtl")) return "rtl_stubs";
  return name;
}

TEST(Arrows, LinksFollowThem) {
  static const std::regex kLink(R"re(target_link_libraries\(([^)]*)\))re");
  static const std::regex kTarget(R"re((?:^|[\s:])(rc_[a-z_]+))re");
  unsigned seen = 0;
  for (const fs::path& file : project_files(is_build_file)) {
    if (part_of(file) == "tests") continue;
    for (const std::string& call : matches(read(file), kLink)) {
      const std::vector<std::string> targets = matches(call, kTarget);
      for (std::size_t i = 1; i < targets.size(); ++i) {
        if (targets[i] == "rc_options") continue;
        ++seen;
        EXPECT_TRUE(may_see(part_of_target(targets[0]), part_of_target(targets[i])))
            << file << ": " << targets[0] << " links " << targets[i];
      }
    }
  }
  EXPECT_GE(seen, 6u);
}

// What the build reads lies in the project or belongs to the system: a path of somebody's machine
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

// Everything in a build file that needs a package finds it in the launcher's one list.
TEST(BuildFiles, EveryPackageIsInstalledByTheLauncher) {
  static const std::map<std::string, std::string> kPackages{{"GTest", "libgtest-dev"},
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
                                                            {"mpfr", "libmpfr-dev"}};
  static const std::regex kFind(R"re(find_package\(\s*(\w+))re");
  static const std::regex kPkgConfig(
      R"re(pkg_check_modules\(\s*\w+(?:\s+(?:REQUIRED|QUIET|IMPORTED_TARGET))*\s+(\w+))re");
  const std::string launcher = read("rockcreek");
  for (const fs::path& file : project_files(is_build_file)) {
    std::vector<std::string> wanted = matches(read(file), kFind);
    for (const std::string& name : matches(read(file), kPkgConfig)) wanted.push_back(name);
    for (const std::string& name : wanted) {
      if (name == "Threads") continue;  // part of the C library
      const auto package = kPackages.find(name);
      ASSERT_NE(package, kPackages.end())
          << file << " looks for " << name << ": which Debian package brings it?";
      EXPECT_NE(launcher.find(" " + package->second), std::string::npos)
          << file << " needs " << package->second << ", which ./rockcreek does not install";
    }
  }
}

}  // namespace
