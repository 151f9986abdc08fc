// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/cstar/problems.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "sim/experiments/ipsc/jobs.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {
namespace {

enum class Kind {
  work,        // cycles a position are fitted; a share of the problem runs
  time_steps,  // the number of time steps is fitted; few run
  sieve,       // the number of candidates is fitted
};

struct Plan {
  Kind kind;
  int size;   // ours, where none is printed
  int steps;  // that run
  long pool = 0;
};

// Scalar code around each candidate of the sieve, on every node. Fitted on the step from one node
// to two at 64,000: the only constant that is not fitted on the fewest nodes.
constexpr double kSieveCycles = 3700;
// "No memory" for gauss below 2, 4 and 8 nodes at 64, 128 and 256: a node has room for 32 rows of
// 256 doubles, and none for 64.
constexpr long kGaussPool = 98304;
// ocean: "No memory" on one node.
constexpr long kOceanPool = 700000;

Plan plan_of(const CstarProblem& problem) {
  const int size = problem.size.empty() ? 0 : std::stoi(problem.size);
  const bool large = size > 64;
  if (problem.program == "pi") return {Kind::work, size, 20000};
  if (problem.program == "relprime") return {Kind::work, size, size == 128 ? 16 : 4};
  if (problem.program == "fastmat1") return {Kind::work, size, large ? 32 : 8};
  if (problem.program == "warshall") return {Kind::work, size, large ? 256 / size : 8};
  if (problem.program == "gauss") return {Kind::work, size, large ? 512 / size : 8, kGaussPool};
  if (problem.program == "sieve") return {Kind::sieve, size, 200};
  if (problem.program == "ocean") return {Kind::time_steps, 96, 1, kOceanPool};
  if (problem.program == "jacobi") return {Kind::time_steps, 64, 2};
  return {Kind::time_steps, 64, 1};
}

}  // namespace

int CstarProblem::first() const {
  return static_cast<int>(
      std::ranges::find_if(seconds, [](const auto& value) { return value.has_value(); }) -
      seconds.begin());
}

std::string CstarProblem::name(int dimension) const {
  return fmt::format("{}/{}/p{}", program, size, 1 << dimension);
}

std::vector<CstarProblem> cstar_problems() {
  const report::Csv csv = report::load_reference("cstar-benchmarks");
  std::vector<CstarProblem> problems;
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    CstarProblem& problem = problems.emplace_back();
    problem.program = csv.text(row, "program");
    problem.size = csv.text(row, "size");
    for (int d = 0; d <= kLargestCstarCube; ++d)
      problem.seconds.push_back(csv.number(row, fmt::format("p{}", 1 << d)));
  }
  return problems;
}

CstarBench::CstarBench(ExperimentContext& context, std::vector<CstarProblem> problems)
    : context_(context), problems_(std::move(problems)) {
  std::vector<run::FirmwareJob> jobs;
  for (const CstarProblem& problem : problems_)
    jobs.push_back(job(problem, problem.first(), 0, {}));
  const auto outcomes = context_.run("cstar constants", jobs);
  for (std::size_t i = 0; i < problems_.size(); ++i)
    fits_[&problems_[i]] = fit(problems_[i], outcomes[i]);
}

const CstarProblem& CstarBench::find(const std::string& program, const std::string& size) const {
  for (const CstarProblem& problem : problems_)
    if (problem.program == program && problem.size == size) return problem;
  throw kernel::InputError(fmt::format("no benchmark {} of size '{}'", program, size));
}

double CstarBench::cycles_per_ms() const { return context_.machine().ipsc.node.clock_mhz * 1000; }

run::FirmwareJob CstarBench::job(const CstarProblem& problem, int dimension, double work,
                                 const CstarArguments& more) const {
  const Plan plan = plan_of(problem);
  CstarArguments arguments{
      fmt::format("size={}", plan.size), fmt::format("steps={}", plan.steps),
      fmt::format("work={:.1f}", plan.kind == Kind::sieve ? kSieveCycles : work)};
  if (plan.pool > 0) arguments.push_back(fmt::format("pool={}", plan.pool));
  arguments.insert(arguments.end(), more.begin(), more.end());
  return ipsc_job(context_.machine(), dimension, "cstar-" + problem.program, arguments);
}

CstarBench::Fit CstarBench::fit(const CstarProblem& problem,
                                const run::FirmwareOutcome& outcome) const {
  const Plan plan = plan_of(problem);
  const double published_ms =
      problem.seconds[static_cast<std::size_t>(problem.first())].value() * 1000;
  const double ms = outcome.value("ms"), share = outcome.value("share");
  Fit fit;
  for (const char* what : {"reduce", "broadcast", "scatter"})
    fit.units[what] = outcome.value(fmt::format("{}_units", what));
  if (plan.kind == Kind::work) {
    fit.scale = 1 / share;
    fit.work = (published_ms * share - ms) * cycles_per_ms() / outcome.value("units");
    if (fit.work < 0)
      throw kernel::MachineError(
          fmt::format("{}: the program itself takes {:.1f} ms, more than the published {:.1f} ms",
                      problem.name(problem.first()), ms / share, published_ms));
  } else if (plan.kind == Kind::time_steps) {
    fit.scale = published_ms / ms;
  } else {
    const double root_ms = outcome.value("root_ms");
    fit.candidates = (published_ms - root_ms) / ((ms - root_ms) / plan.steps);
  }
  return fit;
}

double CstarBench::seconds(const Fit& fit, const CstarProblem& problem,
                           const run::FirmwareOutcome& outcome) const {
  const Plan plan = plan_of(problem);
  const double ms = outcome.value("ms");
  if (plan.kind != Kind::sieve) return ms * fit.scale / 1000;
  const double root_ms = outcome.value("root_ms");
  return (root_ms + (ms - root_ms) / plan.steps * fit.candidates) / 1000;
}

std::vector<std::map<int, double>> CstarBench::measure_all() {
  std::vector<Variant> variants;
  for (const CstarProblem& problem : problems_) variants.push_back({&problem, {}});
  return measure(variants);
}

std::vector<std::map<int, double>> CstarBench::measure(const std::vector<Variant>& variants) {
  struct Point {
    std::size_t variant;
    int dimension;
  };
  std::vector<Point> points;
  std::vector<run::FirmwareJob> jobs;
  // Large cubes first: they take longest.
  for (int d = kLargestCstarCube; d >= 0; --d)
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const CstarProblem& problem = *variants[i].problem;
      if (d < problem.first()) continue;
      points.push_back({i, d});
      jobs.push_back(job(problem, d, fits_.at(&problem).work, variants[i].arguments));
    }
  const auto outcomes = context_.run("cstar", jobs);
  std::vector<std::map<int, double>> found(variants.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const CstarProblem& problem = *variants[points[k].variant].problem;
    found[points[k].variant][points[k].dimension] =
        seconds(fits_.at(&problem), problem, outcomes[k]);
  }
  return found;
}

double CstarBench::cycles_for(const CstarProblem& problem, const std::string& what,
                              double seconds) const {
  const Fit& fit = fits_.at(&problem);
  return seconds * 1000 / fit.scale * cycles_per_ms() / fit.units.at(what);
}

bool CstarBench::lacks_memory(const CstarProblem& problem, int dimension) {
  try {
    context_.run("cstar memory", {job(problem, dimension, 0, {})});
  } catch (const kernel::MachineError& error) {
    if (std::string(error.what()).find("No memory") == std::string::npos) throw;
    return true;
  }
  return false;
}

}  // namespace rc::sim::experiments
