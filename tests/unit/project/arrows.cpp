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

// Height of a part; parts of equal height are siblings.
const std::map<std::string, int> kHeight{
    {"arch", 0}, {"kernel", 1},   {"cpu", 2},       {"noc", 2},         {"memory", 2},
    {"vrc", 2},  {"host", 2},     {"coherence", 2}, {"transaction", 3}, {"agent", 3},
    {"ring", 3}, {"tile", 4},     {"ipsc", 4},      {"directory", 4},   {"snoop", 4},
    {"chip", 5}, {"coherent", 6}, {"systemc", 6},   {"sim", 7},         {"tests", 8}};

// Height of a room within its folder. Headers at the folder's root are below all rooms: they are
// what the rooms share. Sources there are above all: they put the rooms together.
const std::map<std::string, std::map<std::string, int>> kRooms{
    {"cpu", {{"timing", 1}, {"fpu", 1}, {"decode", 2}, {"memory", 2}, {"execute", 3}}},
    {"noc", {{"router", 1}, {"network", 2}, {"traffic", 3}, {"foreign", 3}}},
    {"sim",
     {{"base", 1},         {"models", 1},        {"check", 1}, {"cstar", 1},       {"lockstep", 1},
      {"network", 2},      {"machine", 2},       {"debug", 3}, {"report", 4},      {"run", 4},
      {"interconnect", 3}, {"host_services", 2}, {"ipsc", 4},  {"coherent", 4},    {"noc", 5},
      {"profile", 5},      {"console", 5},       {"host", 5},  {"experiments", 6}, {"explore", 6},
      {"bench", 7},        {"soak", 7},          {"cli", 8},   {"toolchain", 3},   {"waves", 5},
      {"engine", 2},       {"replay", 6}}}};

// Pure contracts and functions that firmware and simulator share: parts of their own.
const std::vector<std::string> kShared{
    "firmware/nx/exchange/",           "firmware/nx/host/host_call.h",
    "firmware/nx/include/nx_codes.h",  "firmware/cstar/schedule/",
    "firmware/collectives/schedules/", "firmware/coherent/",
    "firmware/native/native_map.h",    "firmware/boot/memory_layout.h"};

// "cpu" of "hw_model/cpu/core.h", "sim" of "sim/cli/main.cpp", "firmware" of "firmware/hal/mpb.h",
// "shared" of what firmware shares with the simulator.
std::string part_of(const fs::path& path) {
  for (const std::string& shared : kShared)
    if (path.string().starts_with(shared)) return "shared";
  auto it = path.begin();
  if (it == path.end()) return "";
  if (*it != "hw_model") return it->string();
  return ++it == path.end() ? "" : it->string();
}

bool may_see(const std::string& from, const std::string& to) {
  if (from == to) return true;
  if (from == "shared") return false;
  if (to == "shared") return from == "firmware" || from == "sim" || from == "tests";
  if (from == "firmware") return to == "arch";
  if (from == "rtl_stubs") return to == "arch" || to == "kernel" || to == "noc" || to == "ipsc";
  if (to == "firmware") return from == "tests";
  if (to == "rtl_stubs") return from == "sim" || from == "tests";
  const auto above = kHeight.find(from), below = kHeight.find(to);
  return above != kHeight.end() && below != kHeight.end() && below->second < above->second;
}

// The room of a file within its part; empty at the part's root.
std::string room_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  auto it = folder.begin();
  if (it != folder.end() && *it == "hw_model") ++it;
  if (it == folder.end() || ++it == folder.end()) return "";
  return it->string();
}

// Whether a file may see another of the same part.
bool room_may_see(const fs::path& from, const fs::path& to) {
  const auto rooms = kRooms.find(part_of(from));
  if (rooms == kRooms.end()) return true;
  const auto height = [&](const fs::path& path) {
    if (const std::string room = room_of(path); !room.empty()) return rooms->second.at(room);
    return path.extension() == ".h" ? 0 : 100;
  };
  return room_of(from) == room_of(to) || height(to) < height(from);
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
  static const std::set<std::string> kExtensions{".h", ".hpp", ".c", ".cpp", ".S", ".y", ".re"};
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
  EXPECT_TRUE(may_see("sim", "shared"));
  EXPECT_FALSE(may_see("sim", "firmware"));
  EXPECT_FALSE(may_see("shared", "firmware"));
  EXPECT_FALSE(may_see("host", "cpu"));
  EXPECT_FALSE(may_see("transaction", "tile"));
  EXPECT_TRUE(room_may_see("sim/cli/main.cpp", "sim/base/files.h"));
  EXPECT_TRUE(room_may_see("hw_model/cpu/core.cpp", "hw_model/cpu/execute/core_impl.h"));
  EXPECT_TRUE(room_may_see("hw_model/cpu/memory/tlb.h", "hw_model/cpu/bus.h"));
  EXPECT_FALSE(room_may_see("sim/base/files.cpp", "sim/cli/cli.h"));
  EXPECT_FALSE(room_may_see("sim/run/stats.cpp", "sim/report/csv.h"));
  EXPECT_FALSE(room_may_see("hw_model/cpu/core.h", "hw_model/cpu/execute/core_impl.h"));
  EXPECT_FALSE(room_may_see("hw_model/noc/router/router.h", "hw_model/noc/network/topology.h"));
}

TEST(Arrows, IncludesFollowThem) {
  unsigned seen = 0;
  for (const fs::path& file : project_files(is_source)) {
    for (const std::string& name : quoted_includes(file)) {
      ++seen;
      // The firmware's public headers carry the names they have on the chip; Verilator's have none
      // of ours.
      const bool bare = name.find('/') == std::string::npos;
      const bool program = part_of(file) == "firmware" ||
                           file.string().starts_with("firmware/collectives/schedules/") ||
                           file.string().starts_with("tests/firmware/compiler/") ||
                           file.string().starts_with("tests/install/own_chip/") ||
                           file.string().starts_with("tests/firmware/console/");
      if (bare && (program || part_of(file) == "rtl_stubs")) continue;
      EXPECT_TRUE(may_see(part_of(file), part_of(name))) << file << " includes " << name;
      if (part_of(file) == part_of(name)) {
        EXPECT_TRUE(room_may_see(file, name)) << file << " includes " << name;
      }
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

// "cpu" of rc_cpu, "sim" of rc_sim_base.
std::string part_of_target(std::string name) {
  name = name.substr(3);
  if (name.starts_with("sim")) return "sim";
  if (name.starts_with("rtl")) return "rtl_stubs";
  return name;
}

// "sim/base/x.h" of rc_sim_base: any file of the room that a library is made of.
fs::path room_target(const std::string& name) {
  return fs::path("sim") / name.substr(std::string("rc_sim_").size()) / "x.h";
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
        if (part_of_target(targets[0]) == "sim" && part_of_target(targets[i]) == "sim") {
          EXPECT_TRUE(room_may_see(room_target(targets[0]), room_target(targets[i])))
              << file << ": " << targets[0] << " links " << targets[i];
        }
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

// Everything that a build file looks for, the launcher installs: before the first run, or, what
// build files of tests look for, before the tests.
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
      {"libdw", "libdw-dev"},
      {"sqlite3", "libsqlite3-dev"},
      {"BISON", "bison"},
      {"re2c", "re2c"},
      {"yosys", "yosys"},
      {"clang", "clang"},
      {"clang-format", "clang-format"},
      {"clang-tidy", "clang-tidy"},
      {"shellcheck", "shellcheck"},
      {"chromium", "chromium"},
      {"python3", "python3-numpy"},
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
    const bool of_tests = part_of(file) == "tests" || file == "cmake/tests.cmake";
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
