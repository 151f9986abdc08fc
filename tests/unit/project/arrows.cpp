// SPDX-License-Identifier: Apache-2.0
// The arrows of docs/architecture.md, read from the sources: who may include whom, and who may link
// whom; and what follows from the folders: their number, their namespaces.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/unit/project/project_files.h"

namespace rc::test {
namespace {

// Rooms that may stand at the top of a part.
constexpr std::size_t kMaxModelRooms = 11, kMaxSimulatorRooms = 15;

// "scc" of "hw_model/scc/tile/tile.h", "run" of "sim/run/host/host_files.h"; empty at the part's
// root.
std::string room_of(const fs::path& file) {
  const auto folders = folders_of(file);
  return folders.size() < 2 ? "" : folders[1];
}

// The machines, as hw_model/CMakeLists.txt lists them.
const std::set<std::string>& machines() {
  static const std::set<std::string> found = [] {
    static const std::regex kList(R"re(foreach\(machine ([^)]*)\))re");
    const auto lists = matches(read("hw_model/CMakeLists.txt"), kList);
    std::istringstream words(lists.empty() ? "" : lists.front());
    return std::set<std::string>(std::istream_iterator<std::string>(words), {});
  }();
  return found;
}

// A file of SystemC modules: in hw_model/systemc, or in a machine's folder of that name.
bool is_shell(const fs::path& file) {
  const auto folders = folders_of(file);
  return part_of(file) == "hw_model" && folders.back() == "systemc";
}

// The rule: parts know no machine, machines know parts and not each other, shells know their
// machine, the simulator knows all. What it forbids, in words; empty if `from` may include `to`.
std::string forbidden(const fs::path& from, const fs::path& to) {
  const std::string a = part_of(from), b = part_of(to);
  if (a == "shared") return b == "shared" ? "" : "shared code knows nothing else";
  if (b == "shared")
    return a == "firmware" || a == "sim" || a == "tests" ? "" : "no user of shared code";
  if (a == "tests") return "";
  if (b == "tests") return "only tests know tests";
  if (a == "sim") return b == "firmware" ? "the simulator knows images, not firmware" : "";
  if (b == "sim") return "only tests stand on the simulator";
  const std::string room = room_of(from), other = room_of(to);
  if (a == "firmware")
    return b == "firmware" || other == "arch" ? "" : "firmware knows the contracts in arch alone";
  if (b == "firmware") return "only the simulator knows firmware";
  if (a == "rtl_stubs" && b == "rtl_stubs") return "";
  if (b == "rtl_stubs") return "models know no RTL";
  if (a == "hw_model" && room.empty()) return "";  // puts the rooms together
  if (is_shell(to) && !(a == "hw_model" && is_shell(from))) return "models know no SystemC";
  if (a == "rtl_stubs") return "";
  if (room == "arch") return "arch knows nothing";
  if (room == other) return "";
  if (room == "kernel") return other == "arch" ? "" : "kernel knows arch alone";
  if (machines().contains(other))
    return machines().contains(room) ? "machines do not know each other" : "parts know no machine";
  return "";
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> kExtensions{".h", ".hpp", ".c", ".cpp", ".S", ".y", ".re"};
  return kExtensions.contains(path.extension().string());
}

std::vector<std::string> quoted_includes(const fs::path& file) {
  static const std::regex kInclude(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*"([^"]+)")re");
  return matches(read(file), kInclude);
}

// An include line that names no folder: of the firmware's public headers, as on the chip, and of
// what Verilator and tools generate.
bool is_bare(const std::string& name) { return name.find('/') == std::string::npos; }

// Who includes or links whom. A node is a folder, at whatever depth. Files that lie beside inner
// folders are nodes of their own: some are what the inner folders share, others put them together.
class Graph {
 public:
  void add(const fs::path& from, const fs::path& to, const std::string& why) {
    const std::string a = node(from), b = node(to);
    if (a != b) arrows_[a].try_emplace(b, why);
  }
  // A way round, one arrow a line; empty if there is none.
  std::string cycle() const {
    std::map<std::string, int> state;
    std::vector<std::string> path;
    std::string found;
    const std::function<bool(const std::string&)> visit = [&](const std::string& at) {
      state[at] = 1;
      path.push_back(at);
      const auto next = arrows_.find(at);
      if (next != arrows_.end()) {
        for (const auto& [to, why] : next->second) {
          if (state[to] == 2) continue;
          if (state[to] == 0 && !visit(to)) continue;
          if (!found.empty()) return true;
          const auto begin = std::find(path.begin(), path.end(), to);
          for (auto step = begin; step != path.end(); ++step) {
            const std::string& end = step + 1 == path.end() ? to : *(step + 1);
            found += "\n  " + arrows_.at(*step).at(end);
          }
          return true;
        }
      }
      state[at] = 2;
      path.pop_back();
      return false;
    };
    for (const auto& [from, arrows] : arrows_)
      if (state[from] == 0 && visit(from)) break;
    return found;
  }
  bool empty() const { return arrows_.empty(); }

 private:
  static std::string node(const fs::path& file) {
    const fs::path folder = file.parent_path();
    bool has_rooms = false;
    for (const auto& entry : fs::directory_iterator(kRoot / folder))
      has_rooms |= entry.is_directory() && holds_sources(entry.path());
    return has_rooms ? file.string() : folder.string();
  }
  static bool holds_sources(const fs::path& folder) {
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (is_source(entry.path())) return true;
    return false;
  }

  std::map<std::string, std::map<std::string, std::string>> arrows_;
};

TEST(Arrows, TheRule) {
  const auto may = [](const char* from, const char* to) { return forbidden(from, to).empty(); };
  EXPECT_EQ(machines(), (std::set<std::string>{"scc", "ipsc", "coherent"}));
  EXPECT_TRUE(may("hw_model/scc/tile/tile.h", "hw_model/cpu/core.h"));
  EXPECT_TRUE(may("hw_model/scc/systemc/mesh_module.h", "hw_model/systemc/calendar_module.h"));
  EXPECT_TRUE(may("sim/run/stats.cpp", "hw_model/scc/systemc/scc_system.h"));
  EXPECT_TRUE(may("firmware/hal/mpb.h", "hw_model/arch/scc_map.h"));
  EXPECT_TRUE(may("rtl_stubs/wrap/verilated_router.h", "hw_model/noc/router/router_if.h"));
  EXPECT_TRUE(may("sim/hypercube/ecube_schedule.h", "firmware/nx/exchange/schedule.h"));
  EXPECT_FALSE(may("hw_model/cpu/core.h", "hw_model/scc/tile/tile.h"));
  EXPECT_FALSE(may("hw_model/systemc/loader.h", "hw_model/ipsc/message.h"));
  EXPECT_FALSE(may("hw_model/ipsc/node.h", "hw_model/scc/message/message.h"));
  EXPECT_FALSE(may("hw_model/ipsc/systemc/ipsc_system.h", "hw_model/scc/layout.h"));
  EXPECT_FALSE(may("hw_model/scc/tile/tile.h", "hw_model/scc/systemc/tile_module.h"));
  EXPECT_FALSE(may("hw_model/noc/params.h", "hw_model/systemc/sc_time.h"));
  EXPECT_FALSE(may("hw_model/kernel/time.h", "hw_model/cpu/core.h"));
  EXPECT_FALSE(may("hw_model/noc/params.h", "rtl_stubs/wrap/verilated_router.h"));
  EXPECT_FALSE(may("hw_model/scc/layout.h", "sim/base/files.h"));
  EXPECT_FALSE(may("rtl_stubs/wrap/verilated_router.h", "sim/base/files.h"));
  EXPECT_FALSE(may("firmware/hal/mpb.h", "hw_model/kernel/time.h"));
  EXPECT_FALSE(may("sim/run/stats.cpp", "firmware/hal/mpb.h"));
  EXPECT_FALSE(may("sim/run/stats.cpp", "tests/soak/soak.h"));
  EXPECT_FALSE(may("firmware/nx/exchange/schedule.h", "firmware/hal/mpb.h"));
}

TEST(Arrows, ACycleIsFound) {
  Graph graph;
  graph.add("sim/base/files.h", "sim/run/stats.h", "base -> run");
  EXPECT_EQ(graph.cycle(), "");
  graph.add("sim/run/stats.h", "sim/report/csv.h", "run -> report");
  graph.add("sim/report/csv.h", "sim/base/files.h", "report -> base");
  EXPECT_NE(graph.cycle().find("run -> report"), std::string::npos) << graph.cycle();
}

// Every include and every link between targets keeps the rule, and the folders have an order: no
// way along the arrows leads back.
TEST(Arrows, IncludesAndLinksKeepTheRule) {
  Graph graph;
  unsigned seen = 0;
  const auto arrow = [&](const fs::path& from, const fs::path& to, const std::string& what) {
    ++seen;
    EXPECT_EQ(forbidden(from, to), "") << what;
    const std::string part = part_of(from);
    if (part == part_of(to) && (part == "hw_model" || part == "sim")) graph.add(from, to, what);
  };
  for (const fs::path& file : project_files(is_source)) {
    for (const std::string& name : quoted_includes(file)) {
      const std::string part = part_of(file);
      if (is_bare(name) && part != "hw_model" && part != "sim") continue;
      arrow(file, name, file.string() + " includes " + name);
    }
  }
  // The folder of a target is where it is made.
  static const std::regex kMade(R"re(add_library\((rc_[a-z_]+))re");
  static const std::regex kLink(R"re(target_link_libraries\(([^)]*)\))re");
  static const std::regex kTarget(R"re((?:^|[\s:,])(rc_[a-z_]+))re");
  std::map<std::string, fs::path> made;
  const auto build_files = project_files(is_build_file);
  for (const fs::path& file : build_files)
    for (const std::string& target : matches(read(file), kMade))
      made[target] = file.parent_path() / "target.cpp";
  for (const fs::path& file : build_files) {
    if (part_of(file) == "tests") continue;
    for (const std::string& call : matches(read(file), kLink)) {
      const std::vector<std::string> targets = matches(call, kTarget);
      if (targets.empty() || !call.starts_with(targets[0]) || !made.contains(targets[0])) continue;
      for (std::size_t i = 1; i < targets.size(); ++i)
        if (made.contains(targets[i]) && !made[targets[i]].parent_path().empty())
          arrow(made[targets[0]], made[targets[i]],
                file.string() + ": " + targets[0] + " links " + targets[i]);
    }
  }
  EXPECT_GT(seen, 1000u);
  EXPECT_EQ(graph.cycle(), "");
}

TEST(Arrows, ArchitectureHeadersStandAlone) {
  for (const fs::path& file : project_files(is_source)) {
    if (part_of(file) == "hw_model" && room_of(file) == "arch") {
      EXPECT_TRUE(quoted_includes(file).empty()) << file;
    }
  }
}

// A namespace is a room: rc::scc of hw_model/scc, rc::sim::run of sim/run. Inner folders share it
// or add a name of their own; what a file declares of another room's is no definition.
TEST(Rooms, NamespacesAreFolders) {
  static const std::regex kNamespace(
      R"re((?:^|\n)namespace (rc::[a-z_:]+) \{\n(?!(?:(?:class|struct) \w+;\n)+\}))re");
  for (const fs::path& file : project_files(is_source)) {
    const std::string part = part_of(file), room = room_of(file);
    if ((part != "hw_model" && part != "sim") || room.empty()) continue;
    const std::string own = (part == "sim" ? "rc::sim::" : "rc::") + room;
    for (const std::string& name : matches(read(file), kNamespace))
      EXPECT_TRUE(name == own || name.starts_with(own + "::") || name.starts_with("rc::kernel"))
          << file << " defines in " << name << ", expected " << own;
  }
}

TEST(Rooms, AreFew) {
  std::map<std::string, std::set<std::string>> rooms;
  for (const fs::path& file : project_files(is_source))
    if (const std::string room = room_of(file); !room.empty()) rooms[part_of(file)].insert(room);
  EXPECT_LE(rooms["hw_model"].size(), kMaxModelRooms);
  EXPECT_LE(rooms["sim"].size(), kMaxSimulatorRooms);
}

}  // namespace
}  // namespace rc::test
