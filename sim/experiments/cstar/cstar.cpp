// C* and its routing library on the iPSC/860, beside C. Uberoy's report: steps of the routines,
// what their new versions gained, and the benchmarks. Programs are ours, written from their names:
// absolute seconds are fitted on the fewest nodes, and what is compared is how they change.
#include <fmt/format.h>

#include <array>

#include "sim/experiments/cstar/problems.h"
#include "sim/experiments/cstar/report.h"
#include "sim/experiments/ipsc/jobs.h"
#include "sim/experiments/list.h"
#include "sim/report/csv.h"

namespace rc::sim {
namespace {

constexpr double kBound = 0.15;
constexpr int kLargestCube = 7;
constexpr std::array kStyles{"mesh", "hypercube"};

// --- routines -----------------------------------------------------------------------------------

struct Routine {
  const char* name;
  int mesh_extra;  // steps of the mesh style beyond those of the hypercube style
  int times;       // log2 of the nodes
};
// cstar-steps.csv
constexpr Routine kCounted[] = {
    {"reduce", 4, 1}, {"broadcast", 0, 1}, {"scatter", 4, 1}, {"gather", 8, 2}};

std::vector<Row> routine_rows(ExperimentContext& context) {
  std::vector<FirmwareJob> jobs;
  for (int d = kLargestCube; d >= 0; --d)
    for (const char* style : kStyles)
      jobs.push_back(ipsc_job(context.machine(), d, "cstar-test",
                              {fmt::format("reduce={}", style), "size=256"}));
  const auto outcomes = context.run("cstar routines", jobs);
  const auto outcome = [&](int d, std::size_t style) -> const FirmwareOutcome& {
    return outcomes[static_cast<std::size_t>(kLargestCube - d) * kStyles.size() + style];
  };

  std::vector<Row> rows;
  for (const Routine& routine : kCounted) {
    Grid grid{fmt::format("{}: us by nodes, 256 positions", routine.name), {}, {}};
    for (int d = 0; d <= kLargestCube; ++d) grid.columns.push_back(std::to_string(1 << d));
    for (std::size_t style = 0; style < kStyles.size(); ++style) {
      auto& line = grid.lines.emplace_back(kStyles[style], std::vector<double>()).second;
      for (int d = 0; d <= kLargestCube; ++d) {
        const auto value = [&](const char* what) {
          return outcome(d, style).value(fmt::format("{}/{}", routine.name, what));
        };
        const double expected = routine.times * d + (style == 0 ? routine.mesh_extra : 0);
        const std::string name = fmt::format("{}/{}/d{}", routine.name, kStyles[style], d);
        rows.push_back(
            compared_row("steps/" + name, value("steps"), expected, "steps", Role::validation, 0));
        rows.push_back(plain_row("messages/" + name, value("messages"), "messages"));
        rows.push_back(plain_row("latency/" + name, value("us"), "us"));
        line.push_back(value("us"));
      }
    }
    context.show(grid);
    for (int d = 1; d <= kLargestCube; ++d) {
      const double ratio = grid.lines[0].second[static_cast<std::size_t>(d)] /
                           grid.lines[1].second[static_cast<std::size_t>(d)];
      rows.push_back(claim_row(fmt::format("hypercube_is_no_slower/{}/d{}", routine.name, d), ratio,
                               "mesh / hypercube", std::nullopt, ratio >= 1));
    }
  }
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

std::optional<double> published_gain(const Csv& csv, const Gain& gain, int nodes,
                                     const std::string& when) {
  for (std::size_t row = 0; row < csv.rows(); ++row)
    if (csv.text(row, "program") == gain.program && csv.text(row, "routine") == gain.routine &&
        csv.number(row, "nodes") == nodes)
      return csv.number(row, when);
  return std::nullopt;
}

void add_gain(std::vector<Row>& rows, const std::string& name, int dimension, double seconds,
              std::optional<double> published) {
  if (!published) {
    rows.push_back(plain_row(name, seconds, "s"));
  } else {
    const bool fitted = dimension == 0;
    rows.push_back(compared_row(name, seconds, *published, "s",
                                fitted ? Role::fitted : Role::validation, kBound));
  }
}

std::vector<Row> gain_rows(ExperimentContext& context, CstarBench& bench) {
  const Csv csv = load_reference("cstar-gains");
  const CstarProblem& relprime = bench.find("relprime", "128");
  const CstarProblem& warshall = bench.find("warshall", "64");
  const CstarProblem& red_black = bench.find("red-black", "");
  // Seconds that the older version takes more on one node.
  const auto on_one = [&](std::size_t gain) {
    return published_gain(csv, kGains[gain], 1, "before").value();
  };
  const auto cost = [&](const CstarProblem& problem, const char* routine, double seconds) {
    return fmt::format("{}_cycles={:.0f}", routine, bench.cycles_for(problem, routine, seconds));
  };
  const double relprime_new = relprime.seconds[0].value(),
               warshall_new = warshall.seconds[0].value(),
               red_black_new = red_black.seconds[0].value();
  const std::string old_broadcast = cost(warshall, "broadcast", on_one(2) - warshall_new);
  const std::vector<CstarBench::Variant> variants{
      {&relprime, {"reduce=mesh", cost(relprime, "reduce", on_one(0) - relprime_new)}},
      {&warshall,
       {"reduce=mesh", cost(warshall, "reduce", on_one(1) - on_one(2)), "broadcast=mesh",
        old_broadcast}},
      {&warshall, {"broadcast=mesh", old_broadcast}},
      {&red_black, {"scatter=mesh", cost(red_black, "scatter", on_one(3) - red_black_new)}},
      {&red_black, {cost(red_black, "scatter", on_one(4) - red_black_new)}},
      {&relprime, {}},
      {&warshall, {}},
      {&red_black, {}}};
  const auto found = bench.measure(variants);
  constexpr std::size_t kBefore[] = {0, 1, 2, 3, 4}, kAfter[] = {5, 2, 6, 4, 7};

  std::vector<Row> rows;
  for (std::size_t g = 0; g < std::size(kGains); ++g)
    for (int d = 0; d <= kLargestCstarCube; ++d) {
      const std::string name =
          fmt::format("gain/{}/{}/p{}/", kGains[g].table, kGains[g].program, 1 << d);
      add_gain(rows, name + "before", d, found[kBefore[g]].at(d),
               published_gain(csv, kGains[g], 1 << d, "before"));
      add_gain(rows, name + "after", d, found[kAfter[g]].at(d),
               published_gain(csv, kGains[g], 1 << d, "after"));
    }
  context.show(gain_grid(found));
  return rows;
}

// --- benchmarks ---------------------------------------------------------------------------------

std::vector<Row> benchmark_rows(ExperimentContext& context, CstarBench& bench) {
  const auto found = bench.measure_all();
  std::vector<Row> rows;
  for (std::size_t i = 0; i < bench.problems().size(); ++i) {
    const CstarProblem& problem = bench.problems()[i];
    for (int d = 0; d <= kLargestCstarCube; ++d) {
      const std::string name = "benchmark/" + problem.name(d);
      const auto& published = problem.seconds[static_cast<std::size_t>(d)];
      if (!published) {
        const bool lacks = bench.lacks_memory(problem, d);
        rows.push_back(claim_row(name, lacks ? 1 : 0, "No memory", std::nullopt, lacks));
        continue;
      }
      rows.push_back(compared_row(name, found[i].at(d), *published, "s",
                                  d == problem.first() ? Role::fitted : Role::validation,
                                  std::nullopt));
    }
    for (int d = problem.first(); d < kLargestCstarCube; ++d) {
      const bool fitted = problem.program == "sieve" && problem.size == "64000" && d == 0;
      const auto at = [&](int k) { return problem.seconds[static_cast<std::size_t>(k)].value(); };
      rows.push_back(compared_row(
          fmt::format("speedup/{}/{}/p{}_p{}", problem.program, problem.size, 1 << d, 2 << d),
          found[i].at(d) / found[i].at(d + 1), at(d) / at(d + 1), "",
          fitted ? Role::fitted : Role::validation, kBound));
    }
    if (problem.program == "sieve")
      rows.push_back(claim_row(fmt::format("sieve_slows_down/{}", problem.size),
                               found[i].at(kLargestCstarCube) / found[i].at(0), "p8 / p1",
                               std::nullopt, found[i].at(kLargestCstarCube) > found[i].at(0)));
  }
  draw_speedups(context, bench.problems(), found);
  return rows;
}

}  // namespace

std::vector<std::string> cstar_part_names() { return {"routines", "gains", "benchmarks"}; }

std::vector<Row> cstar(ExperimentContext& context) {
  std::vector<Row> rows;
  const auto append = [&rows](const std::vector<Row>& more) {
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

}  // namespace rc::sim
