// SPDX-License-Identifier: Apache-2.0
// Plans, and what earlier calls of the simulator have kept for later ones.
#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/json_input.h"
#include "sim/base/kept_results.h"
#include "sim/explore/plan.h"
#include "sim/lab/evaluation/kept_verdicts.h"
#include "sim/report/result.h"
#include "sim/report/run_comparison.h"
#include "tests/soak/inputs/input_kinds.h"
#include "tests/soak/mutations.h"
#include "tests/soak/soak.h"
#include "tests/support/run_numbers.h"

namespace rc::soak {
namespace {

namespace fs = std::filesystem;
using lockstep::Random;
using sim::base::read_file;
using sim::base::write_file;

constexpr std::string_view kPlan =
    "command = \"noc --cols {size} --rows {rows} --rate {rate} --warmup 'a b'\"\n"
    "where = \"size * rows <= 16 and not (rate > 0.2)\"\nmost_points = 1000\n[parameters]\n"
    "size = [3, 4]\nrows = \"min(size, 4) + 1 - 1\"\nrate = {from = 0.05, to = 0.3, step = 0.05}\n"
    "depth = {from = 3, to = 12, factor = 2}\nname = ['x', 'y']\n"
    "use = \"depth * 2 % 3 + (name == 'x')\"\n[record]\nlatency = \"/latency/mean\"\n"
    "line = \"latency +([0-9.]+) (?:cycles|[a-z]*)\"\n[page]\nx = \"latency\"\ny = \"line\"\n"
    "maximise = [\"line\"]\n";

std::string repeated(std::string_view piece, std::uint32_t times) {
  std::string text;
  for (std::uint32_t i = 0; i < times; ++i) text += piece;
  return text;
}

// One of the things in a plan that may be of any size, large or deep.
std::string grown_plan(Random& random) {
  const std::uint32_t size = std::uint32_t{1} << (random.chance(30) ? 17 : random.below(17));
  const auto one_of_each = [](std::uint32_t count, std::string_view format) {
    std::string text;
    for (std::uint32_t i = 0; i < count; ++i)
      text += fmt::format(fmt::runtime(format), i, i == 0 ? "size" : fmt::format("f{}", i - 1));
    return text;
  };
  std::string size_list = "3", more, last = "size", line = "latency";
  switch (random.below(6)) {
    case 0:
      size_list = "3" + repeated(", 3", random.below(2)) + one_of_each(4 * size, ", {0}.5");
      break;
    case 1:
      more = one_of_each(size, "f{0} = \"{1} + 1\"\n");
      last = fmt::format("f{}", size - 1);
      break;
    case 2:
      last = "f";
      more = "f = \"" + repeated("(", size) + "1" + repeated(")", size) + "\"\n";
      break;
    case 3:
      last = "f";
      more = "f = \"1" + repeated(" + size", size) + "\"\n";
      break;
    case 4:
      line = repeated("(?:", size) + "a" + repeated(")*", size);
      break;
    default:
      line = repeated("(?:a|b)+", size);
      break;
  }
  return fmt::format(
      "command = \"noc --cols {{size}} --rows {{{}}}\"\nmost_points = 10000000\n[parameters]\nsize "
      "= [{}]\n{}"
      "[record]\nline = \"({})\"\n",
      last, size_list, more, line);
}

std::string spoiled_plan(Random& random) {
  if (random.chance(4)) return grown_plan(random);
  return spoiled_toml(std::string(kPlan),
                      {"from", "step", "minimise", "and", "floor(", "max(", "{", "}", "size",
                       "depth", "(.*)*", "([a-z]+)+", "/a/0", "'", "a.", "(", "not "},
                      random);
}

// The file `name` of a folder, which `read` reads; what a crash left of it is nothing to `read`.
Corpus files_read_by(const std::string& file, const std::function<void()>& read) {
  return {[good = read_file(file)](Random& random) {
            if (random.chance(5)) return good;
            return spoiled(good, {"null", "true", "{}", "[]", "\"checksum\"", "-1"}, random);
          },
          [file, read](const std::string& text) {
            write_file(file, text);
            read();
          }};
}

}  // namespace

Corpus open_plans(const std::string&) {
  return {spoiled_plan, [](const std::string& text) {
            const sim::explore::Plan plan = sim::explore::parse_plan(text, "plan.toml");
            const auto points = plan.points();
            for (std::size_t i = 0; i < points.size(); i += 1 + points.size() / 10)
              plan.command_at(points[i]);
          }};
}

// The directory of an exploration whose explore.json, or one of whose points, is not what it was.
Corpus open_explorations(const std::string& folder) {
  const std::string plan = folder + "/plan.toml";
  write_file(plan,
             "command = \"noc --rate {rate} --measure 500 --max-measure 1000\"\n[parameters]\n"
             "rate = [0.1]\n[record]\nlatency = \"/latency/mean\"\n");
  // The table up to the first command, or nothing where it was refused. Behind that, the commit is
  // what explore.json says.
  const auto explore = [plan, directory = folder + "/kept"]() -> std::string {
    const ChildEnd end = run_command_line({"explore", plan, "--out", directory, "--jobs", "1"});
    expect_good_end(end);
    if (end.exit_code() != 0) return "";
    const std::string table = read_file(directory + "/points.csv");
    return table.substr(0, table.find("rockcreek noc"));
  };
  const std::string table = explore();
  const std::string index = folder + "/kept/explore.json";
  const std::string point = fs::directory_iterator(folder + "/kept/points")->path().string();
  const auto read_again = [table, explore] {
    const std::string found = explore();
    if (!found.empty() && found != table) throw std::logic_error("another result than was kept");
  };
  const Corpus indices = files_read_by(index, read_again),
               points = files_read_by(point, read_again);
  // The first letter says which.
  return {[indices, points](Random& random) {
            return random.chance(50) ? "i" + indices.make(random) : "p" + points.make(random);
          },
          [indices, points, index, point, good_index = read_file(index),
           good_point = read_file(point)](const std::string& text) {
            write_file(index, good_index);
            write_file(point, good_point);
            (text[0] == 'i' ? indices : points).read(text.substr(1));
          }};
}

Corpus open_kept_outcomes(const std::string& folder) {
  const auto kept = std::make_shared<sim::base::KeptResults>(folder);
  const std::string key = "simulator: 1\nimage: 2\n", outcome = R"({"time":12,"text":"a\nb"})";
  kept->store(key, outcome);
  return files_read_by(kept->file_of(key), [kept, key, outcome] {
    const auto found = kept->find(key);
    if (found && *found != outcome) throw std::logic_error("another outcome than was kept");
  });
}

Corpus open_kept_verdicts(const std::string& folder) {
  ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const std::string key = "a graph";
  noc::DeadlockVerdict verdict;
  verdict.reason = "no circle";
  verdict.states = 120;
  sim::lab::keep_verdict(key, verdict);
  const std::string file = fs::directory_iterator(folder + "/rockcreek/deadlock")->path().string();
  return files_read_by(file, [key, verdict] {
    const auto found = sim::lab::kept_verdict(key);
    if (found && (!found->free || found->reason != verdict.reason || found->states != 120))
      throw std::logic_error("another verdict than was kept");
  });
}

// A result of an experiment, which an accuracy statement is made of.
Corpus open_results(const std::string& folder) {
  const std::string file = folder + "/noc.json";
  const sim::report::Result good{"noc",
                                 "scc",
                                 {sim::report::compared_row("a, 3 hops", 12.5, 13, "cycles"),
                                  sim::report::claim_row("it grows", 2, "", 1.5, true)},
                                 "Two rows."};
  write_file(file, sim::report::to_json(good).dump());
  return files_read_by(file, [file] {
    const auto json = sim::base::parse_json(read_file(file));
    if (!json) throw kernel::InputError("expected JSON");
    const sim::report::Result result = sim::report::from_json(*json, "noc.json");
    std::ostringstream table;
    sim::report::print_table(table, result);
    sim::report::to_csv(result);
    if (sim::report::to_json(sim::report::from_json(sim::report::to_json(result), "")) !=
        sim::report::to_json(result))
      throw std::logic_error("another result than was read");
  });
}

Corpus open_run_numbers(const std::string& folder) {
  const std::string file = folder + "/run.json";
  const sim::report::RunNumbers good = test::numbers_of_a_run();
  write_file(file, to_json(good).dump());
  return files_read_by(file, [file, good] {
    const sim::report::RunComparison runs =
        sim::report::compare_runs(good, sim::report::read_run_numbers(file));
    runs.text();
    runs.page();
  });
}

Corpus open_soak_states(const std::string& folder) {
  const SoakOptions options{
      0, 7, folder, 1, {{"none", "", 1, [](const SoakCase&) { return SoakResult{}; }}}};
  std::ostringstream totals;
  soak(options, totals);
  return files_read_by(folder + "/state.json", [options] {
    std::ostringstream out;
    soak(options, out);
  });
}

}  // namespace rc::soak
