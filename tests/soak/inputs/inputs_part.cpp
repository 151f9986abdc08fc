// SPDX-License-Identifier: Apache-2.0
// Spoiled input for every reader: it takes it or refuses it with one line, and neither crashes nor
// takes for ever, nor all memory. The sanitizers of the asan preset see more.
#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdio>
#include <memory>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "sim/base/temporary_folder.h"
#include "tests/soak/case.h"
#include "tests/soak/inputs/input_kinds.h"

namespace rc::soak {
namespace {

using lockstep::Random;

// A number that a child writes and its parent still reads when the child is dead.
class SharedNumber {
 public:
  SharedNumber()
      : at_(static_cast<unsigned*>(::mmap(nullptr, sizeof(unsigned), PROT_READ | PROT_WRITE,
                                          MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    if (at_ == MAP_FAILED) throw kernel::InputError("no memory to share with a child");
  }
  ~SharedNumber() { ::munmap(at_, sizeof(unsigned)); }
  SharedNumber(const SharedNumber&) = delete;
  SharedNumber& operator=(const SharedNumber&) = delete;
  unsigned& operator*() const { return *at_; }

 private:
  unsigned* at_;
};

// The seed of a kind, whose place in the list does not matter.
std::uint64_t seed_of(const std::string& name, std::uint64_t seed) {
  for (const char c : name) seed = kernel::splitmix64(seed ^ static_cast<unsigned char>(c));
  return seed;
}

std::string input_of(const Corpus& corpus, std::uint64_t seed, unsigned number) {
  Random random(kernel::splitmix64(seed + number));
  return corpus.make(random);
}

// Empty, or what is wrong about how it was read.
std::string verdict(const Corpus& corpus, const std::string& input) {
  try {
    corpus.read(input);
    return "";
  } catch (const kernel::Error& error) {
    const std::string what = error.what();
    // The machine's reports list the cores, a line each.
    const std::string first = what.substr(0, what.find('\n'));
    const bool machine = error.exit_code() == 3;
    if (one_printable_line(machine ? first : what)) return "";
    return fmt::format("an error that is not one printable line: {:?}", what);
  } catch (const std::exception& error) {
    return error.what();
  }
}

// Printable, for the report.
std::string quoted(const std::string& input) {
  constexpr std::size_t kShown = 20'000;
  if (input.size() <= kShown) return fmt::format("{:?}", input);
  return fmt::format("{:?}... {} bytes", input.substr(0, 200), input.size());
}

}  // namespace

void expect_good_end(const ChildEnd& end) {
  if (const std::string wrong = misbehaviour(end); !wrong.empty()) throw std::logic_error(wrong);
}

std::string check_inputs(const InputKind& kind, std::uint64_t seed, const ChildBounds& bounds,
                         std::uint64_t& inputs) {
  const SharedNumber number;
  const std::uint64_t own_seed = seed_of(kind.name, seed);
  const auto read_all = [&] {
    const sim::base::TemporaryFolder folder("rockcreek_inputs_");
    return in_child(
        [&] {
          const Corpus corpus = kind.open(folder.path());
          for (unsigned i = 0; i < kind.inputs; ++i) {
            *number = i;
            const std::string input = input_of(corpus, own_seed, i);
            bound_cpu_time(bounds.cpu_seconds);
            const std::string wrong = verdict(corpus, input);
            if (wrong.empty()) continue;
            fmt::print(stderr, "{}", wrong);
            return 1;
          }
          *number = kind.inputs;
          return 0;
        },
        bounds);
  };
  const ChildEnd end = read_all();
  inputs += *number;
  if (end.exited() && end.exit_code() == 0) return "";
  const sim::base::TemporaryFolder folder("rockcreek_inputs_");
  const std::string wrong = end.exited() && end.exit_code() == 1 ? "" : end.how() + " ";
  return fmt::format("{} {}: {}{}\n{}", kind.name, *number, wrong, end.error,
                     quoted(input_of(kind.open(folder.path()), own_seed, *number)));
}

const std::vector<InputKind>& input_kinds() {
  static const std::vector<InputKind> kinds{
      {"image", 160, {"sim/machine/elf_image.cpp"}, open_images},
      {"memory image", 600, {"sim/machine/memory_image.cpp"}, open_memory_images},
      {"machine file",
       1500,
       {"sim/machine/machine.cpp", "sim/machine/parameters.cpp"},
       open_machine_files},
      {"--set", 4000, {"sim/machine/parameters.cpp"}, open_settings},
      {"option value", 4000, {"sim/observe/waves/wave_options.cpp"}, open_option_values},
      {"console line", 600, {"sim/cli/console_verb.cpp"}, open_console_lines},
      {"packet of gdb", 2000, {}, open_gdb_packets},
      {"trace", 1500, {"sim/cli/noc_verb.cpp"}, open_traces},
      {"netrace",
       800,
       {"sim/lab/evaluation/netrace_file.cpp", "sim/cli/traffic_options.cpp"},
       open_netraces},
      {"matrix", 800, {"sim/cli/traffic_options.cpp"}, open_matrices},
      {"topology", 800, {"sim/lab/topology/topology_file.cpp"}, open_topologies},
      {"anynet", 800, {"sim/lab/topology/topology_file.cpp"}, open_anynets},
      {"BookSim configuration", 800, {"sim/cli/noc_booksim.cpp"}, open_booksims},
      {"comparison",
       300,
       {"sim/cli/noc_compare.cpp", "sim/lab/comparison/comparison.cpp"},
       open_comparisons},
      {"network.toml", 500, {"sim/lab/user/description.cpp"}, open_network_folders},
      {"SystemVerilog", 800, {"sim/lab/user/build.cpp"}, open_modules},
      {"protocol",
       800,
       {"sim/cli/model_protocol.cpp", "hw_model/coherent/protocol/protocol.cpp"},
       open_protocols},
      {"reference table", 800, {"sim/report/csv.cpp"}, open_tables},
      {"schedule",
       1500,
       {"sim/cli/schedule_verb.cpp", "sim/hypercube/schedule_file.cpp"},
       open_schedules},
      {"cube state", 800, {"sim/cli/cube_verb.cpp", "sim/hypercube/cubes.cpp"}, open_cube_states},
      {"i860 listing", 800, {"sim/hypercube/i860_block.cpp"}, open_listings},
      {"C* program",
       300,
       {"sim/compile/cstar_compiler.cpp", "sim/compile/cstar/translator.cpp"},
       open_cstar_programs},
      {"snapshot",
       12,
       {"sim/run/snapshot.cpp", "sim/run/snapshot_file.cpp", "sim/cli/run_snapshot.cpp"},
       open_snapshots},
      {"recording", 300, {"sim/observe/replay/packed_lines.cpp"}, open_recordings},
      {"replay", 10, {"sim/observe/replay/packed_lines.cpp"}, open_replays},
      {"host calls", 6, {"sim/run/host/host_directories.cpp"}, open_host_calls},
      {"place of a result", 20, {}, open_places},
      {"plan", 600, {"sim/cli/explore_verb.cpp", "sim/explore/plan_file.cpp"}, open_plans},
      {"exploration", 30, {"sim/explore/exploration.cpp"}, open_explorations},
      {"kept outcome", 400, {"sim/base/kept_results.cpp"}, open_kept_outcomes},
      {"kept verdict", 400, {"sim/lab/evaluation/kept_verdicts.cpp"}, open_kept_verdicts},
      {"result", 400, {"sim/experiments/record.cpp"}, open_results},
      {"numbers of a run", 400, {"sim/report/run_numbers.cpp"}, open_run_numbers},
      {"state of a soak", 200, {"tests/soak/soak.cpp"}, open_soak_states}};
  return kinds;
}

SoakResult soak_inputs(const SoakCase& which) {
  SoakResult result;
  for (InputKind kind : input_kinds()) {
    kind.inputs = which.of(kind.inputs);
    const std::string wrong = check_inputs(kind, which.seed, {}, result.totals.inputs);
    if (!wrong.empty()) result.mismatch += wrong + "\n";
  }
  return result;
}

}  // namespace rc::soak
