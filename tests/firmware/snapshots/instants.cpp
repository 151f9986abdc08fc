// SPDX-License-Identifier: Apache-2.0
// A run that is saved and restored at many instants, whatever its cores and instruments are at
// there. Each run goes on from the snapshot of the one before, saves the next one, and ends as the
// run that nobody saved: the same statistics, to the last counter, and the same output from there
// on.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/firmware/snapshots/runs.h"

namespace {

using rc::test::Snapshots;

struct Chain {
  const char* name;
  const char* words;      // of the first run
  const char* arguments;  // of the program
  // In turn, of the runs. FILE is a name of each one's own.
  std::vector<const char*> switches = {"", "--threads 3", "--quantum 0", "--no-fast-forward",
                                       "--profile FILE"};
};

std::ostream& operator<<(std::ostream& out, const Chain& chain) { return out << chain.name; }

#define IMAGE(name) FIRMWARE_APPS "/" name ".elf "

const Chain kChains[] = {
    {"all", "--ues 4 " IMAGE("waits"), "all 7 6", {""}},
    {"any", "--ues 4 " IMAGE("waits"), "any 1 12"},
    {"neighbours", "--cores 0,1,46,47 " IMAGE("waits"), "all 7 6", {""}},
    {"flags_of_lines", "--ues 4 " IMAGE("waits_bigflags"), "all 7 6", {""}},
    {"flags_of_bits", "--ues 5 " IMAGE("waits_singlebitflags"), "any 3 9"},
    {"another_chip", "--machine mesh-8x8 --cores 0-3,127 " IMAGE("waits_any"), "all 5 8"},
    {"four_cores_a_tile",
     "--machine mesh-5x5-edge --set geometry.cores_per_tile=4 --ues 7 " IMAGE("waits_any"),
     "all 2 6"},
    {"checked", "--ues 4 " IMAGE("waits"), "all 9 6", {"--check", ""}},
    {"clocks", "--ues 6 --set clocks.mesh_divider=8 " IMAGE("clock_storm"), "12 mesh"},
    {"messages", "--ues 6 " IMAGE("ircce_check"), "storm 40 5", {"", "--trace FILE"}},
    {"waves",
     "--ues 3 " IMAGE("waits"),
     "all 4 3",
     {"--waves FILE.fst --waves-window 0-1", "", "--threads 2"}},
};

class SnapshotsAt : public Snapshots, public testing::WithParamInterface<Chain> {
 protected:
  static constexpr std::size_t kInstants = 24;

  std::vector<std::string> instants(std::uint64_t end) const {
    const std::string name = GetParam().name;
    std::seed_seq seed(name.begin(), name.end());
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> times(kInstants);
    for (std::uint64_t& time : times) time = random() % end;
    std::ranges::sort(times);
    std::vector<std::string> texts;
    for (const std::uint64_t time : times) texts.push_back(std::to_string(time) + "ps");
    return texts;
  }
  std::string switches(std::size_t run) const {
    const auto& all = GetParam().switches;
    std::string text = all[run % all.size()];
    if (const auto at = text.find("FILE"); at != std::string::npos)
      text.replace(at, 4, (directory_ / ("seen" + std::to_string(run))).string());
    return text + ' ';
  }
  std::string file(std::size_t run) const {
    return (directory_ / ("snapshot" + std::to_string(run))).string();
  }
};

TEST_P(SnapshotsAt, ManyInstants) {
  const std::string arguments = std::string(" -- ") + GetParam().arguments;
  const Run plain = run(ROCKCREEK_SIM, GetParam().words, arguments);
  const auto times = instants(plain.stats.at("simulated_ps"));
  for (std::size_t i = 0; i <= times.size() && !HasFailure(); ++i) {
    SCOPED_TRACE(i == 0 ? "from reset" : times[i - 1]);
    const std::string save = i == times.size() ? "" : "--save " + file(i) + '@' + times[i] + ' ';
    const Run next = i == 0
                         ? run(ROCKCREEK_SIM, switches(i) + save + GetParam().words, arguments)
                         : run(other_simulator(), switches(i) + save + "--restore " + file(i - 1));
    expect_same(plain.stats, next.stats);
    EXPECT_TRUE(plain.out.ends_with(next.out)) << next.out;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SnapshotsAt, testing::ValuesIn(kChains),
                         [](const auto& each) { return each.param.name; });

}  // namespace
