// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/paths.h"
#include "sim/base/progress.h"
#include "sim/report/svg.h"

namespace rc::sim::experiments {

bool ExperimentContext::wants(const std::string& part) const {
  return options_.parts.empty() || std::ranges::find(options_.parts, part) != options_.parts.end();
}

void ExperimentContext::show(const report::Grid& grid) {
  overview_ += report::to_text(grid);
  if (tables_.empty()) tables_.section("Tables");
  tables_.add(report::html_grid(grid));
}

void ExperimentContext::show(const std::string& text) {
  overview_ += text;
  if (tables_.empty()) tables_.section("Tables");
  tables_.add("<pre>" + report::html_escaped(text) + "</pre>\n");
}

void ExperimentContext::draw(const std::string& name, const report::Plot& plot,
                             const std::string& caption) {
  attach(name, report::svg_plot(plot));
  page_.add(report::html_figure(plot, caption));
}

machine::Machine ExperimentContext::other_machine(const std::string& file) const {
  const machine::Machine& own = options_.machine;
  return machine::load_machine(file, {}, own.router, own.dcm, own.network_exact, own.network);
}

std::vector<run::FirmwareOutcome> ExperimentContext::run(
    const std::string& label, const std::vector<run::FirmwareJob>& jobs) {
  base::Progress progress(label);
  auto outcomes = run::run_jobs(
      jobs, options_.parallel,
      [&](std::size_t done) {
        progress.update(static_cast<double>(done) / static_cast<double>(jobs.size()),
                        fmt::format("{}/{} runs", done, jobs.size()));
      },
      options_.kept);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    log_ += fmt::format("--- {} on {}, cores {}, arguments {}: {:.3f} ms simulated\n{}",
                        jobs[i].image, jobs[i].machine.name, fmt::join(jobs[i].cores, ","),
                        fmt::join(jobs[i].arguments, " "),
                        static_cast<double>(outcomes[i].time.value) * 1e-9, outcomes[i].console);
  return outcomes;
}

std::vector<std::string> ExperimentContext::run(const std::string& label,
                                                const std::vector<base::Task>& tasks) {
  base::Progress progress(label);
  return base::run_in_processes(tasks, options_.parallel, [&](std::size_t done) {
    progress.update(static_cast<double>(done) / static_cast<double>(tasks.size()),
                    fmt::format("{}/{} runs", done, tasks.size()));
  });
}

run::FirmwareJob app_job(const machine::Machine& machine, const std::string& app,
                         std::vector<int> cores, std::vector<std::string> arguments) {
  run::FirmwareJob job;
  job.machine = machine;
  job.image = base::firmware_image(app);
  job.cores = std::move(cores);
  job.arguments = std::move(arguments);
  return job;
}

double sum_of(const run::FirmwareOutcome& outcome) {
  double sum = 0;
  for (const run::Report& report : outcome.reports) sum += report.value;
  return sum;
}

double mean_of(const run::FirmwareOutcome& outcome) {
  return sum_of(outcome) / static_cast<double>(outcome.reports.size());
}

}  // namespace rc::sim::experiments
