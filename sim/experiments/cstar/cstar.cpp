// SPDX-License-Identifier: Apache-2.0
// C* and its routing library on the iPSC/860, beside C. Uberoy's report: steps of the routines,
// what their new versions gained, and the benchmarks. Programs are ours, written from their names:
// absolute seconds are fitted on the fewest nodes, and what is compared is how they change.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/experiments/cstar/costs.h"
#include "sim/experiments/cstar/problems.h"
#include "sim/experiments/cstar/report.h"
#include "sim/experiments/ipsc/jobs.h"
#include "sim/experiments/list.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {
namespace {

constexpr double kDifferent = 0.15;  // so far apart two printed times have an order
constexpr double kCostBound = 0.01;  // of a cost
constexpr int kLargestCube = 7;
constexpr std::array kStyles{"mesh", "hypercube"};

// --- routines -----------------------------------------------------------------------------------

// Steps of a routine: so many times log2 of the nodes, and some more.
struct Steps {
  int times = 1, more = 0;
};
// "log2(R)+2 + log2(C)+2 = log2(N)+4": what stands behind the last =.
Steps steps_of(const std::string& text) {
  static const std::regex kFormula(R"re((?:.*= )?(?:(\d+) )?log2\(N\)(?:\+(\d+))?)re");
  std::smatch parts;
  if (!std::regex_match(text, parts, kFormula))
    throw kernel::InputError(
        fmt::format("cstar-steps.csv: {}: expected K log2(N)+M", kernel::shown(text)));
  return {parts[1].matched ? std::stoi(parts[1]) : 1, parts[2].matched ? std::stoi(parts[2]) : 0};
}

// Section 7.2: instructions scheduled by hand gained a sixth of red-black, nearly all of which is
// scatter, and nothing of a reduce or broadcast. What a sixth of their own instructions, which is
// what they take on one node, comes to on 8 nodes. `microseconds`: by dimension.
report::Row assembly_row(const std::string& routine, const std::vector<double>& microseconds) {
  constexpr double kGained = 1 - 69.062 / 82.887;  // appendixes C.1 and B.1, one node
  constexpr double kSeen = 0.01;                   // the least gain that a table would show
  const double gain = kGained * microseconds[0] / microseconds[3];
  return report::claim_row("assembly_gains_nothing/" + routine, gain, "of its time on 8 nodes",
                           kSeen, gain < kSeen);
}

std::vector<report::Row> routine_rows(ExperimentContext& context) {
  std::vector<run::FirmwareJob> jobs;
  for (int d = kLargestCube; d >= 0; --d)
    for (const char* style : kStyles)
      jobs.push_back(ipsc_job(context.machine(), d, "cstar-test",
                              {fmt::format("reduce={}", style), "size=256"}));
  const auto outcomes = context.run("cstar routines", jobs);
  const auto outcome = [&](int d, std::size_t style) -> const run::FirmwareOutcome& {
    return outcomes[static_cast<std::size_t>(kLargestCube - d) * kStyles.size() + style];
  };

  std::vector<report::Row> rows;
  double least_ratio = INFINITY;
  const report::Csv csv = report::load_reference("cstar-steps");
  for (std::size_t counted = 0; counted < csv.rows(); ++counted) {
    const std::string routine = csv.text(counted, "routine");
    report::Grid grid{fmt::format("{}: us by nodes, 256 positions", routine), {}, {}};
    for (int d = 0; d <= kLargestCube; ++d) grid.columns.push_back(std::to_string(1 << d));
    for (std::size_t style = 0; style < kStyles.size(); ++style) {
      auto& line = grid.lines.emplace_back(kStyles[style], std::vector<double>()).second;
      const Steps steps = steps_of(csv.text(counted, fmt::format("{}_style", kStyles[style])));
      for (int d = 0; d <= kLargestCube; ++d) {
        const auto value = [&](const char* what) {
          return outcome(d, style).value(fmt::format("{}/{}", routine, what));
        };
        const std::string name = fmt::format("{}/{}/d{}", routine, kStyles[style], d);
        rows.push_back(report::compared_row("steps/" + name, value("steps"),
                                            steps.times * d + steps.more, "steps"));
        rows.push_back(report::plain_row("messages/" + name, value("messages"), "messages"));
        rows.push_back(report::plain_row("latency/" + name, value("us"), "us"));
        line.push_back(value("us"));
      }
    }
    context.show(grid);
    for (int d = 1; d <= kLargestCube; ++d) {
      const double ratio = grid.lines[0].second[static_cast<std::size_t>(d)] /
                           grid.lines[1].second[static_cast<std::size_t>(d)];
      rows.push_back(report::plain_row(fmt::format("hypercube_is_no_slower/{}/d{}", routine, d),
                                       ratio, "mesh / hypercube"));
      least_ratio = std::min(least_ratio, ratio);
    }
    if (routine == "reduce" || routine == "broadcast")
      rows.push_back(assembly_row(routine, grid.lines[1].second));
  }
  // One sentence of all routines and cubes.
  rows.push_back(report::claim_row("statement/hypercube_is_no_slower", least_ratio,
                                   "mesh / hypercube", 1, least_ratio >= 1));
  return rows;
}

// --- gains --------------------------------------------------------------------------------------

struct Gain {
  const char *table, *program, *size, *routine;
};
constexpr Gain kGains[] = {{"A.1", "relprime", "128", "reduce"},
                           {"A.1", "warshall", "64", "reduce"},
                           {"A.2", "warshall", "64", "broadcast"},
                           {"A.3", "red-black", "", "scatter-gather"},
                           {"B.1", "red-black", "", "scatter-assembly"}};

std::optional<double> published_gain(const report::Csv& csv, const Gain& gain, int nodes,
                                     const std::string& when) {
  for (std::size_t row = 0; row < csv.rows(); ++row)
    if (csv.text(row, "program") == gain.program && csv.text(row, "routine") == gain.routine &&
        csv.number(row, "nodes") == nodes)
      return csv.number(row, when);
  return std::nullopt;
}

// `counted_as`: the row of the same program with the same routines; empty: none.
void add_gain(std::vector<report::Row>& rows, const std::string& name, double seconds,
              std::optional<double> published, const std::string& counted_as) {
  rows.push_back(report::same_run(published ? report::compared_row(name, seconds, *published, "s")
                                            : report::plain_row(name, seconds, "s"),
                                  counted_as));
}

// What a program of a table becomes is where the next table begins, or the program of the benchmarks.
std::string after_as(std::size_t gain, const CstarProblem& problem, int dimension) {
  constexpr std::size_t kNext[] = {0, 2, 0, 4, 0};  // gain that begins there; 0: none does
  if (const std::size_t next = kNext[gain])
    return fmt::format("gain/{}/{}/p{}/before", kGains[next].table, kGains[next].program,
                       1 << dimension);
  return "benchmark/" + problem.name(dimension);
}

std::vector<report::Row> gain_rows(ExperimentContext& context, CstarBench& bench) {
  const report::Csv csv = report::load_reference("cstar-gains");
  const CstarProblem& relprime = bench.find("relprime", "128");
  const CstarProblem& warshall = bench.find("warshall", "64");
  const CstarProblem& red_black = bench.find("red-black", "");
  // Seconds of the older version on one node.
  const auto on_one = [&](std::size_t gain) {
    return published_gain(csv, kGains[gain], 1, "before").value();
  };
  const auto seconds = [](const CstarProblem& problem) { return problem.seconds[0].value(); };
  // In the order of kGains: the cost, and the seconds that it is fitted on.
  struct Cost {
    const CstarProblem* problem;
    const char* routine;
    double cycles, seconds;
    std::string argument() const { return fmt::format("{}_cycles={:.0f}", routine, cycles); }
  };
  const Cost fitted[] = {
      {&relprime, "reduce", cstar_costs::kReduceInRelprime, on_one(0) - seconds(relprime)},
      {&warshall, "reduce", cstar_costs::kReduceInWarshall, on_one(1) - on_one(2)},
      {&warshall, "broadcast", cstar_costs::kBroadcastInWarshall, on_one(2) - seconds(warshall)},
      {&red_black, "scatter", cstar_costs::kScatterInRedBlack, on_one(3) - seconds(red_black)},
      {&red_black, "scatter", cstar_costs::kScatterAsCompiled, on_one(4) - seconds(red_black)}};
  const std::string old_broadcast = fitted[2].argument();
  const std::vector<CstarBench::Variant> variants{
      {&relprime, {"reduce=mesh", fitted[0].argument()}},
      {&warshall, {"reduce=mesh", fitted[1].argument(), "broadcast=mesh", old_broadcast}},
      {&warshall, {"broadcast=mesh", old_broadcast}},
      {&red_black, {"scatter=mesh", fitted[3].argument()}},
      {&red_black, {fitted[4].argument()}},
      {&relprime, {}},
      {&warshall, {}},
      {&red_black, {}}};
  const auto found = bench.measure(variants);
  constexpr std::size_t kBefore[] = {0, 1, 2, 3, 4}, kAfter[] = {5, 2, 6, 4, 7};

  std::vector<report::Row> rows;
  for (std::size_t g = 0; g < std::size(kGains); ++g) {
    const Cost& cost = fitted[g];
    const double ratio = cost.cycles / bench.cycles_for(*cost.problem, cost.routine, cost.seconds);
    rows.push_back(report::claim_row(
        fmt::format("cost_is_the_fit/{}/{}", kGains[g].table, kGains[g].program), ratio,
        "cost / fit of this run", kCostBound, std::abs(ratio - 1) <= kCostBound));
  }
  for (std::size_t g = 0; g < std::size(kGains); ++g)
    for (int d = 0; d <= kLargestCstarCube; ++d) {
      const std::string name =
          fmt::format("gain/{}/{}/p{}/", kGains[g].table, kGains[g].program, 1 << d);
      add_gain(rows, name + "before", found[kBefore[g]].at(d),
               published_gain(csv, kGains[g], 1 << d, "before"), "");
      add_gain(rows, name + "after", found[kAfter[g]].at(d),
               published_gain(csv, kGains[g], 1 << d, "after"), after_as(g, *fitted[g].problem, d));
    }
  context.show(gain_grid(found));
  return rows;
}

// --- benchmarks ---------------------------------------------------------------------------------

// Two programs, or two sizes of one, whose printed times differ by more than that: the slower
// one is the slower one here.
void append_orders(std::vector<report::Row>& rows, const std::vector<CstarProblem>& problems,
                   const std::vector<std::map<int, double>>& found) {
  for (int d = 0; d <= kLargestCstarCube; ++d) {
    int pairs = 0, kept = 0;
    for (std::size_t slow = 0; slow < problems.size(); ++slow)
      for (std::size_t fast = 0; fast < problems.size(); ++fast) {
        const auto &a = problems[slow].seconds[static_cast<std::size_t>(d)],
                   &b = problems[fast].seconds[static_cast<std::size_t>(d)];
        if (!a || !b || *a <= *b * (1 + kDifferent)) continue;
        ++pairs;
        kept += found[slow].at(d) > found[fast].at(d) ? 1 : 0;
      }
    rows.push_back(
        report::claim_row(fmt::format("order/p{}", 1 << d), static_cast<double>(kept) / pairs,
                          "of the pairs in the printed order", std::nullopt, kept == pairs));
  }
}

std::vector<report::Row> benchmark_rows(ExperimentContext& context, CstarBench& bench) {
  const auto found = bench.measure_all();
  std::vector<report::Row> rows;
  for (std::size_t i = 0; i < bench.problems().size(); ++i) {
    const CstarProblem& problem = bench.problems()[i];
    for (int d = 0; d <= kLargestCstarCube; ++d) {
      const std::string name = "benchmark/" + problem.name(d);
      const auto& published = problem.seconds[static_cast<std::size_t>(d)];
      if (!published) {
        const bool lacks = bench.lacks_memory(problem, d);
        rows.push_back(report::claim_row(name, lacks ? 1 : 0, "No memory", std::nullopt, lacks));
        continue;
      }
      rows.push_back(report::compared_row(name, found[i].at(d), *published, "s"));
    }
    for (int d = problem.first(); d < kLargestCstarCube; ++d) {
      const auto at = [&](int k) { return problem.seconds[static_cast<std::size_t>(k)].value(); };
      rows.push_back(report::same_run(
          report::compared_row(
              fmt::format("speedup/{}/{}/p{}_p{}", problem.program, problem.size, 1 << d, 2 << d),
              found[i].at(d) / found[i].at(d + 1), at(d) / at(d + 1), ""),
          "benchmark/" + problem.name(d + 1)));
    }
    if (problem.program == "sieve")
      rows.push_back(report::claim_row(fmt::format("sieve_slows_down/{}", problem.size),
                                       found[i].at(kLargestCstarCube) / found[i].at(0), "p8 / p1",
                                       std::nullopt,
                                       found[i].at(kLargestCstarCube) > found[i].at(0)));
  }
  append_orders(rows, bench.problems(), found);
  draw_speedups(context, bench.problems(), found);
  return rows;
}

}  // namespace

std::vector<std::string> cstar_part_names() { return {"routines", "gains", "benchmarks"}; }

std::vector<report::Row> cstar(ExperimentContext& context) {
  std::vector<report::Row> rows;
  const auto append = [&rows](const std::vector<report::Row>& more) {
    rows.insert(rows.end(), more.begin(), more.end());
  };
  if (context.wants("routines")) append(routine_rows(context));
  const bool benchmarks = context.wants("benchmarks");
  if (!benchmarks && !context.wants("gains")) return rows;
  std::vector<CstarProblem> problems = cstar_problems();
  if (!benchmarks)
    std::erase_if(problems, [](const CstarProblem& problem) {
      return problem.program != "red-black" &&
             !(problem.program == "relprime" && problem.size == "128") &&
             !(problem.program == "warshall" && problem.size == "64");
    });
  CstarBench bench(context, std::move(problems));
  if (context.wants("gains")) append(gain_rows(context, bench));
  if (benchmarks) append(benchmark_rows(context, bench));
  return rows;
}

}  // namespace rc::sim::experiments
