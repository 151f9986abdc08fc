// SPDX-License-Identifier: Apache-2.0
// Experiments: each repeats one published measurement on the simulated machine and holds the
// figures side by side. One file per experiment in experiments/, listed in
// experiments/registry.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/base/processes.h"
#include "sim/machine/machine.h"
#include "sim/report/page.h"
#include "sim/report/result.h"
#include "sim/run/firmware_outcome.h"

namespace rc::sim::experiments {

// What an experiment runs on and where it leaves things.
class ExperimentContext {
 public:
  struct Options {
    machine::Machine machine;
    bool machine_given = false;           // by the user: then only this one is measured
    bool quick = false;                   // a coarser grid of the same measurement
    std::vector<std::string> parts = {};  // of the experiment's parts, only these; empty: all
    unsigned parallel = 1;                // simulations at a time
    std::string kept;  // directory of outcomes, to go on where a run was interrupted
  };
  explicit ExperimentContext(Options options) : options_(std::move(options)) {}

  const machine::Machine& machine() const { return options_.machine; }
  bool machine_given() const { return options_.machine_given; }
  bool quick() const { return options_.quick; }
  // Whether a report will show page() and what is drawn.
  bool makes_report() const { return !options_.kept.empty(); }
  bool wants(const std::string& part) const;

  // `machine()` at another machine file's settings.
  machine::Machine other_machine(const std::string& file) const;

  // Runs every job in a process of its own; the consoles go into the log.
  std::vector<run::FirmwareOutcome> run(const std::string& label,
                                        const std::vector<run::FirmwareJob>& jobs);

  // Runs every task in a process of its own.
  std::vector<std::string> run(const std::string& label, const std::vector<base::Task>& tasks);

  // Text that shows the experiment's own figures at a glance, above the table of verdicts.
  void show(const report::Grid& grid);
  void show(const std::string& text);
  const std::string& overview() const { return overview_; }

  // A file that --out leaves beside the tables.
  void attach(const std::string& name, std::string text) { attachments_[name] = std::move(text); }
  const std::map<std::string, std::string>& attachments() const { return attachments_; }

  // A figure: as the file `name` (.svg), and in report.html.
  void draw(const std::string& name, const report::Plot& plot, const std::string& caption);
  // What the experiment itself puts into report.html; the rest is the same for all.
  report::Page& page() { return page_; }
  const report::Page& page() const { return page_; }
  // What show() was given, for the page.
  const report::Page& tables() const { return tables_; }
  const std::string& log() const { return log_; }

 private:
  Options options_;
  std::map<std::string, std::string> attachments_;
  std::string overview_;
  std::string log_;
  report::Page page_{""}, tables_{""};
};

struct Experiment {
  const char* name;
  const char* summary;  // one line for --list
  std::vector<report::Row> (*run)(ExperimentContext& context);
  const char* machine =
      machine::kDefaultMachine;         // the machine file it runs on unless the user names another
  const char* other_kind = "";          // of machines that the user may name, besides that one's
  std::vector<std::string> parts = {};  // what --part can leave it at, if it is a long one
  // Those that it has on a machine, where not all are for each; null: all.
  std::vector<std::string> (*parts_on)(const machine::Machine& machine) = nullptr;
  std::vector<std::string> decides = {};  // parameters that it sets itself, whatever --set says
  // Noun phrases for the sentence at the end (sim/report/summary.h).
  const char* measured;
  const char* source;
  // The images that it runs, where it is known before which; empty: any.
  std::vector<std::string> programs = {};
  const char* no_network = "";  // why it takes no --network; empty: it does
  const char* deviations = "";  // why rows are known to be out of bound
};

const std::vector<Experiment>& experiments();
// kernel::InputError naming the known ones.
const Experiment& find_experiment(const std::string& name);

// A job with the firmware application `app` of this project.
run::FirmwareJob app_job(const machine::Machine& machine, const std::string& app,
                         std::vector<int> cores, std::vector<std::string> arguments);

// Of all values that a run reported, such as one of each UE.
double sum_of(const run::FirmwareOutcome& outcome);
double mean_of(const run::FirmwareOutcome& outcome);

}  // namespace rc::sim::experiments
