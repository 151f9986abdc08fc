// SPDX-License-Identifier: Apache-2.0
// The benchmarks as they are simulated: how much of each runs, and the constants that are fitted on
// the time that was printed for the fewest nodes. docs/cstar.md says what follows from them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

// 1, 2, 4 and 8 nodes.
inline constexpr int kLargestCstarCube = 3;

// A row of the published table.
struct CstarProblem {
  std::string program, size;                   // as printed; not every program has a size
  std::vector<std::optional<double>> seconds;  // by dimension of the cube; none: "No memory"

  // The cube of fewest nodes that it was printed for.
  int first() const;
  std::string name(int dimension) const;  // "pi/100000/p1"
};
std::vector<CstarProblem> cstar_problems();

// Styles and costs of the library's routines, as arguments of the programs.
using CstarArguments = std::vector<std::string>;

// Runs problems and turns what they took to seconds of the whole problem.
class CstarBench {
 public:
  CstarBench(ExperimentContext& context, std::vector<CstarProblem> problems);

  const std::vector<CstarProblem>& problems() const { return problems_; }
  const CstarProblem& find(const std::string& program, const std::string& size) const;

  // Seconds on every cube from first() on, by dimension, with the routines' newest versions.
  std::vector<std::map<int, double>> measure_all();
  // The same for some arguments more, on every cube.
  struct Variant {
    const CstarProblem* problem;
    CstarArguments arguments;
  };
  std::vector<std::map<int, double>> measure(const std::vector<Variant>& variants);

  // Cycles for every unit of `what` ("reduce", ...) that add so many seconds on one node.
  double cycles_for(const CstarProblem& problem, const std::string& what, double seconds) const;
  // Whether it ends for want of memory on that cube.
  bool lacks_memory(const CstarProblem& problem, int dimension);

 private:
  // What is fitted on the first cube.
  struct Fit {
    double work = 0;        // cycles a position
    double scale = 1;       // the whole problem over what ran
    double candidates = 0;  // of the sieve, beyond its root
    std::map<std::string, double> units;
  };
  run::FirmwareJob job(const CstarProblem& problem, int dimension, double work,
                       const CstarArguments& more) const;
  Fit fit(const CstarProblem& problem, const run::FirmwareOutcome& outcome) const;
  double seconds(const Fit& fit, const CstarProblem& problem,
                 const run::FirmwareOutcome& outcome) const;
  double cycles_per_ms() const;

  ExperimentContext& context_;
  std::vector<CstarProblem> problems_;
  std::map<const CstarProblem*, Fit> fits_;
};

}  // namespace rc::sim::experiments
