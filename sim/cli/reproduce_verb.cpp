// SPDX-License-Identifier: Apache-2.0
// rockcreek reproduce: repeats published measurements and compares.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/base/processes.h"
#include "sim/base/say.h"
#include "sim/cli/cli.h"
#include "sim/experiments/experiment.h"
#include "sim/experiments/experiment_page.h"
#include "sim/experiments/record.h"
#include "sim/report/judge.h"
#include "sim/report/page.h"
#include "sim/report/summary.h"
#include "sim/run/interconnect/chip_graph.h"

namespace rc::sim::cli {
namespace {

struct ReproduceOptions {
  MachineOptions machine;
  std::string name;
  bool machine_file_given = false;
  bool list = false;
  bool programs = false;
  bool all = false;
  bool quick = false;
  std::vector<std::string> parts;
  unsigned jobs = base::host_processors();
  std::string json_file;
  std::string out_directory;
  std::string kept_directory;  // --judge
  explore::EngineOptions engine;
};

void write_artefacts(const std::string& directory, const experiments::Experiment& experiment,
                     const report::Result& result, const experiments::ExperimentContext& context,
                     const std::string& table, bool one_of_all) {
  base::make_directory(directory);
  experiments::write_result(directory, result);
  base::write_file(directory + "/" + result.experiment + ".log", table + context.log());
  for (const auto& [name, text] : context.attachments())
    base::write_file(directory + "/" + name, text);
  const std::string page = experiments::experiment_page(experiment, context, result);
  if (one_of_all)
    base::write_file(directory + "/" + experiments::page_name(result.experiment), page);
  else
    report::write_page(directory, page);
}

// The experiment's own machine unless --machine names another; --set applies to either.
machine::Machine machine_for(const experiments::Experiment& experiment,
                             const ReproduceOptions& options) {
  MachineOptions wanted = options.machine;
  if (!options.machine_file_given) wanted.file = experiment.machine;
  machine::Machine machine = wanted.load();
  for (const std::string& setting : options.machine.settings)
    if (const std::string path = setting.substr(0, setting.find('='));
        std::ranges::find(experiment.decides, path) != experiment.decides.end())
      throw kernel::InputError(fmt::format(
          "reproduce {}: --set {}: the experiment itself decides this, expected it left out",
          experiment.name, path));
  std::vector<std::string> kinds{machine::load_machine(experiment.machine, {}, "model").kind};
  if (*experiment.other_kind != '\0') kinds.emplace_back(experiment.other_kind);
  machine::expect_kind(machine, kinds, fmt::format("reproduce {}", experiment.name));
  if (!machine.network.empty() && *experiment.no_network != '\0')
    throw kernel::InputError(fmt::format("reproduce {}: takes no --network: {}", experiment.name,
                                         experiment.no_network));
  if (*experiment.no_network != '\0')
    run::expect_mesh(machine, fmt::format("reproduce {}", experiment.name));
  return machine;
}

bool fits(const experiments::Experiment& experiment, const ReproduceOptions& options,
          bool machine_given) {
  const MachineOptions& given = options.machine;
  const std::string kind = machine::load_machine(experiment.machine, {}, "model").kind;
  if (!given.network.empty() && *experiment.no_network != '\0') return false;
  if (*experiment.no_network != '\0' && run::is_on_graph(given.load())) return false;
  if (machine_given) {
    const std::string chosen = given.load().kind;
    return chosen == kind || chosen == experiment.other_kind;
  }
  const bool mesh = given.router != "model" || given.network_exact || !given.network.empty();
  return (!mesh || kind == machine::kScc) && (given.dcm == "model" || kind == machine::kIpsc860);
}

// Without those that cannot be on the machine, routers, network or direct-connect modules that the
// options name. They are named in one line.
std::vector<const experiments::Experiment*> all_that_fit(const ReproduceOptions& options,
                                                         bool machine_given) {
  std::vector<const experiments::Experiment*> chosen;
  std::vector<const char*> left_out;
  for (const experiments::Experiment& experiment : experiments::experiments()) {
    if (fits(experiment, options, machine_given)) {
      chosen.push_back(&experiment);
    } else {
      left_out.push_back(experiment.name);
    }
  }
  if (!left_out.empty())
    base::say("rockcreek: left out, not for what the options name: {}\n",
              fmt::join(left_out, ", "));
  return chosen;
}

// Those that the experiment has on the machine.
std::vector<std::string> parts_on(const experiments::Experiment& experiment,
                                  const machine::Machine& machine) {
  return experiment.parts_on != nullptr ? experiment.parts_on(machine) : experiment.parts;
}

void check_parts(const experiments::Experiment& experiment, const machine::Machine& machine,
                 const std::vector<std::string>& parts) {
  const std::vector<std::string> known = parts_on(experiment, machine);
  for (const std::string& part : parts) {
    if (std::ranges::find(known, part) != known.end()) continue;
    if (known.empty())
      throw kernel::InputError(
          fmt::format("reproduce {}: has no parts to choose from", experiment.name));
    const bool elsewhere = std::ranges::find(experiment.parts, part) != experiment.parts.end();
    throw kernel::InputError(fmt::format(
        "reproduce {}: no part '{}'{}, expected one of {}", experiment.name, kernel::shown(part),
        elsewhere ? " on a machine of kind " + machine.kind : "", fmt::join(known, ", ")));
  }
}

report::Result reproduce_one(const experiments::Experiment& experiment,
                             const ReproduceOptions& options, const machine::Machine& machine,
                             bool machine_given) {
  const std::string kept = options.out_directory.empty() ? "" : options.out_directory + "/runs";
  experiments::ExperimentContext context(
      {machine, machine_given, options.quick, options.parts, options.jobs, kept});
  report::Result result{experiment.name, machine.name, experiment.run(context)};
  report::judge(result, report::known_fits());
  result.summary = report::summary_sentence(result, experiment.measured, experiment.source);
  std::ostringstream table;
  report::print_table(table, result, context.overview());
  std::cout << table.str() << std::flush;
  if (!options.out_directory.empty())
    write_artefacts(options.out_directory, experiment, result, context, table.str(), options.all);
  return result;
}

// Has each part run by a call of this program. Their runs are kept in the same directory, so that
// all parts together then find them there.
void run_parts_by_engine(const experiments::Experiment& experiment, const machine::Machine& machine,
                         const ReproduceOptions& options) {
  if (experiment.parts.empty() || options.out_directory.empty())
    throw kernel::InputError(fmt::format(
        "reproduce {}: --engine splits an experiment by its parts and keeps them in the "
        "directory of --out: {}",
        experiment.name, experiment.parts.empty() ? "it has no parts" : "expected --out DIR"));
  std::vector<explore::EngineJob> jobs;
  for (const std::string& part :
       options.parts.empty() ? parts_on(experiment, machine) : options.parts) {
    explore::EngineJob job{
        part,
        {"reproduce", experiment.name, "--part", part, "--out", options.out_directory, "--jobs",
         std::to_string(options.engine.threads)}};
    const std::vector<std::string> words = options.machine.words();
    job.words.insert(job.words.end(), words.begin(), words.end());
    if (options.quick) job.words.emplace_back("--quick");
    jobs.push_back(std::move(job));
  }
  explore::run_by_engine(jobs, options.engine, options.out_directory);
}

// Roles, verdicts and the statement of accuracy of results that are there, by today's rules.
int judge_again(const ReproduceOptions& options) {
  if (options.all || !options.name.empty())
    throw kernel::InputError("reproduce: --judge takes the experiments that its directory has");
  std::vector<report::Result> results = experiments::read_results(options.kept_directory);
  for (report::Result& result : results) {
    const experiments::Experiment& experiment = experiments::find_experiment(result.experiment);
    report::judge(result, report::known_fits());
    result.summary = report::summary_sentence(result, experiment.measured, experiment.source);
    experiments::write_result(options.kept_directory, result);
    fmt::print(std::cout, "{}\n", result.summary);
  }
  base::write_file(options.kept_directory + "/accuracy.md",
                   experiments::accuracy_page(results, "./rockcreek reproduce --judge"));
  return std::ranges::all_of(results, &report::Result::ok) ? 0 : 1;
}

int reproduce(const ReproduceOptions& options, bool machine_given) {
  if (!options.kept_directory.empty()) return judge_again(options);
  if (options.list) {
    for (const experiments::Experiment* experiment : all_that_fit(options, machine_given))
      fmt::print(std::cout, "{:<16} {}\n", experiment->name, experiment->summary);
    return 0;
  }
  if (options.programs) {
    for (const std::string& program : experiments::find_experiment(options.name).programs)
      fmt::print(std::cout, "{}\n", program);
    return 0;
  }
  if (options.all != options.name.empty())
    throw kernel::InputError("reproduce: give one experiment, --all, or --list");
  if (options.all && !options.parts.empty())
    throw kernel::InputError("reproduce: --part goes with one experiment, not with --all");
  std::vector<const experiments::Experiment*> chosen;
  if (options.all) {
    chosen = all_that_fit(options, machine_given);
  } else {
    chosen.push_back(&experiments::find_experiment(options.name));
    check_parts(*chosen.front(), machine_for(*chosen.front(), options), options.parts);
  }
  base::check_outputs(options.out_directory, {options.json_file});
  if (!options.engine.engine.empty())
    run_parts_by_engine(*chosen.front(), machine_for(*chosen.front(), options), options);
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::vector<report::Result> results;
  for (const experiments::Experiment* experiment : chosen) {
    const machine::Machine machine = machine_for(*experiment, options);
    results.push_back(reproduce_one(*experiment, options, machine, machine_given));
    json.push_back(report::to_json(results.back()));
  }
  if (options.all && !options.out_directory.empty()) {
    report::write_page(options.out_directory, experiments::experiments_index(results));
    base::write_file(
        options.out_directory + "/accuracy.md",
        experiments::accuracy_page(results, options.quick ? "./rockcreek reproduce --all --quick"
                                                          : "./rockcreek reproduce --all"));
  }
  // One experiment is one object; only --all makes a list.
  base::write_json(options.json_file, options.all ? json : json.front());
  if (!std::cout) throw kernel::InputError("standard output: cannot write");
  return std::ranges::all_of(results, &report::Result::ok) ? 0 : 1;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ReproduceOptions>();
  CLI::App& verb = *app.add_subcommand(
      "reproduce", "repeat a published measurement and compare; exit code 1 if a bound is missed");
  options->machine.add_to(verb);
  std::vector<std::string> names;
  for (const experiments::Experiment& each : experiments::experiments()) names.push_back(each.name);
  offers(verb.add_option("name", options->name, "the experiment (see --list)"), names);
  verb.add_flag(
      "--list", options->list,
      "list the experiments, or with --machine, --network and others those that --all would run");
  CLI::Option* all = verb.add_flag("--all", options->all, "run every experiment");
  // For the launcher.
  verb.add_flag("--programs", options->programs, "print the images that the experiment runs")
      ->group("");
  verb.add_flag("--quick", options->quick, "measure fewer points");
  std::vector<std::string> parts;
  for (const experiments::Experiment& experiment : experiments::experiments())
    if (!experiment.parts.empty())
      parts.push_back(fmt::format("{}: {}", experiment.name, fmt::join(experiment.parts, ", ")));
  verb.add_option("--part", options->parts,
                  fmt::format("only these parts of a long experiment ({}), separated by commas",
                              fmt::join(parts, "; ")))
      ->delimiter(',');
  verb.add_option("--jobs", options->jobs, "simulations to run at a time")
      ->check(whole_number(1, 1024))
      ->capture_default_str();
  writes(verb.add_option("--json", options->json_file,
                         "write the measured and published values as JSON"));
  writes(verb.add_option(
      "--out", options->out_directory,
      "write report.html, tables, plots and the firmware's output to this directory; runs whose "
      "result is there already are not repeated"));
  verb.add_option(
      "--judge", options->kept_directory,
      "simulate nothing: judge the results that --out left in this directory again, and "
      "write them and accuracy.md anew");
  add_engine_options(verb, options->engine);
  verb.get_option("--engine")->excludes(all);
  verb.callback([options, &action, &verb] {
    // A part is a job on one processor, unless --jobs says how many it is to use.
    options->engine.threads = verb.count("--jobs") > 0 ? options->jobs : 1;
    options->machine_file_given = verb.count("--machine") > 0;
    const bool machine_given = verb.count("--machine") + verb.count("--set") > 0;
    action = [options, machine_given] { return reproduce(*options, machine_given); };
  });
}

}  // namespace rc::sim::cli
