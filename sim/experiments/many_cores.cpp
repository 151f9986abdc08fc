// SPDX-License-Identifier: Apache-2.0
// What many cores do at once: memory bandwidth, locks and barriers by the number of cores, and the
// single operations that decide them, beside measurements on silicon.
//
// STREAM's triad is shown in two forms. The chip does not allocate a line on a write miss, but the
// published rates of 48 cores do not fit on a memory bus that carries each store by itself: the
// lines must have been filled. So stream_triad/N reads the destination's line first, and the plain
// loop is variant/stream_triad/N.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/csv.h"
#include "sim/report/plot.h"
#include "sim/run/job_key.h"

namespace rc::sim::experiments {
namespace {

constexpr double kLeastKept = 0.85, kMostKept = 0.95;  // of a core's own triad, by 48 cores
constexpr int kTriadElements = 96'000;                 // 750 KB an array
constexpr int kTakes = 1000, kTakesOfACore = 60;       // of a lock, at least; published: a million

constexpr std::uint32_t kLeastTileDivider = 2;  // a mesh may have 1

struct ManyCoresFigure {
  double published;
  std::string unit, use;
};

std::map<std::string, ManyCoresFigure> many_cores_figures() {
  const report::Csv csv = report::load_reference("many-cores");
  std::map<std::string, ManyCoresFigure> figures;
  for (std::size_t row = 0; row < csv.rows(); ++row)
    figures[csv.text(row, "case")] = {csv.number(row, "published").value(), csv.text(row, "unit"),
                                      csv.text(row, "use")};
  return figures;
}

double most_of(const run::FirmwareOutcome& outcome) {
  double most = 0;
  for (const run::Report& report : outcome.reports) most = std::max(most, report.value);
  return most;
}

// A run, and what becomes of its reports.
struct Measurement {
  std::string name;  // of its row; empty: the reports are rows themselves
  std::string unit;
  run::FirmwareJob job;
  std::function<double(const run::FirmwareOutcome&)> value;
};

class ManyCores {
 public:
  explicit ManyCores(const ExperimentContext& context)
      : quick_(context.quick()), machine_(context.machine()), equal_(machine_) {
    scc::ClockParams& clocks = equal_.params.clocks;
    clocks.tile_divider = clocks.mesh_divider = std::max(clocks.mesh_divider, kLeastTileDivider);
  }

  std::vector<Measurement> plan() {
    for (const int ues : counts({1, 8}, {1, 2, 4, 8, 16, 24, 32, 40, 48})) triads(ues);
    for (const int ues : counts({2, 8}, {2, 4, 8, 16, 24, 32, 40, 48})) spin_locks(ues);
    for (const int ues : counts({8}, {2, 8, 16, 24, 32, 40, 48})) one_buffer(ues);
    for (const int ues : counts({4, 16}, {2, 4, 8, 12, 16, 24, 32, 36, 40, 44, 48})) barriers(ues);
    add("", "core cycles", equal_, "locks", 1, {"registers"}, nullptr);
    add("", "core cycles", machine_, "local_operations", 1, {}, nullptr);
    one_byte("RCCE_1.0.13", "pingpong_libraries", "rcce");
    one_byte("RCCE_1.1.0", "pingpong_copywords", "rcce");
    one_byte("RCCE_2.0", "pingpong_copywords", "rcce");
    one_byte("iRCCE_on_2.0", "pingpong_copywords", "ircce_pipelined");
    if (!quick_) {
      large_broadcast("RCCE", "rcce");
      large_broadcast("RCCE_comm", "rcce_comm");
      large_broadcast("iRCCE", "ircce");
    }
    return std::move(plan_);
  }

 private:
  std::vector<int> counts(std::vector<int> quick, std::vector<int> all) const {
    return quick_ ? quick : all;
  }

  void add(std::string name, std::string unit, const machine::Machine& machine,
           const std::string& app, int ues, std::vector<std::string> arguments,
           std::function<double(const run::FirmwareOutcome&)> value) {
    plan_.push_back({std::move(name), std::move(unit),
                     app_job(machine, app, machine::first_cores(ues), std::move(arguments)),
                     std::move(value)});
  }

  void triads(int ues) {
    for (const auto& [form, name] :
         {std::pair("read", "stream_triad/{}"), std::pair("plain", "variant/stream_triad/{}")}) {
      add(fmt::format(fmt::runtime(name), ues), "MB/s", equal_, "stream_triad", ues,
          {form, std::to_string(kTriadElements), "1", "1"}, sum_of);
    }
  }

  void one_buffer(int ues) {
    for (const char* kind : {"get", "put"})
      add(fmt::format("one_mpb/{}/{}", kind, ues), "times as long as alone", machine_, "one_buffer",
          ues, {kind, "40"}, most_of);
  }

  void spin_locks(int ues) {
    const std::string rounds = std::to_string(std::max(kTakesOfACore, kTakes / ues));
    for (const char* kind : {"simple", "backoff"})
      add(fmt::format("spin_lock_acquire/{}/{}", kind, ues), "ns", machine_, "locks", ues,
          {kind, rounds}, mean_of);
  }

  void barriers(int ues) {
    const double ns = machine_.params.clocks.tile_divider * 1e3 / machine_.params.clocks.global_mhz;
    const auto in_ns = [ns](const run::FirmwareOutcome& outcome) {
      return ns * outcome.value("barrier");
    };
    const auto in_cycles = [](const run::FirmwareOutcome& outcome) {
      return outcome.value("barrier");
    };
    add(fmt::format("RCCE_barrier_byte_flags/{}", ues), "core cycles", equal_, "barriers", ues,
        {"rcce", "16"}, in_cycles);
    add(fmt::format("RCCE_barrier/{}", ues), "ns", machine_, "barriers_singlebitflags", ues,
        {"rcce", "16"}, in_ns);
    add(fmt::format("test_and_set_barrier/{}", ues), "ns", machine_, "barriers", ues,
        {"test_and_set", "16"}, in_ns);
    for (const char* kind : {"centralized", "dissemination"})
      add(fmt::format("{}_barrier/{}", kind, ues), "core cycles", equal_, "barriers", ues,
          {kind, "16"}, in_cycles);
  }

  void one_byte(const std::string& name, const std::string& app, const std::string& library) {
    add("latency_1B/" + name, "us", machine_, app, 2, {library, "1", "100", "1"},
        [case_name = library + "/1"](const run::FirmwareOutcome& outcome) {
          return outcome.value(case_name);
        });
  }

  void large_broadcast(const std::string& name, const std::string& library) {
    add("bcast_64KB/" + name, "MB/s", machine_, "large_broadcast", SCC_CORES, {library, "65536"},
        [](const run::FirmwareOutcome& outcome) { return outcome.value("rate"); });
  }

  bool quick_;
  machine::Machine machine_;  // as given
  machine::Machine equal_;    // tiles as fast as the mesh, at most at half the clock
  std::vector<Measurement> plan_;
};

struct Measured {
  std::string name, unit;
  double value;
  std::string same_as = {};  // the row of the same run
};

std::vector<Measured> measured_rows(ExperimentContext& context) {
  const std::vector<Measurement> plan = ManyCores(context).plan();
  std::vector<run::FirmwareJob> jobs;
  for (const Measurement& one : plan) jobs.push_back(one.job);
  const auto outcomes = context.run("many-cores", jobs);
  std::vector<Measured> all;
  std::map<std::string, std::string> name_of_job;  // the first that runs it
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].value) {
      const auto [first, fresh] = name_of_job.emplace(run::job_key(plan[i].job), plan[i].name);
      all.push_back(
          {plan[i].name, plan[i].unit, plan[i].value(outcomes[i]), fresh ? "" : first->second});
      continue;
    }
    for (const run::Report& report : outcomes[i].reports) {
      const bool by_hops = report.name.starts_with("test_and_set/");
      all.push_back({report.name + (by_hops ? "_hops" : ""), plan[i].unit, report.value});
    }
  }
  return all;
}

// By number of cores: the rows NAME/N of each name.
void draw_by_cores(ExperimentContext& context, const std::vector<Measured>& rows,
                   const std::map<std::string, ManyCoresFigure>& published, const std::string& file,
                   const std::string& title, const report::Axis& y,
                   const std::vector<std::string>& names, const std::string& caption) {
  report::Plot plot{.title = title, .x = {"cores"}, .y = y, .series = {}, .published = "silicon"};
  const auto cores = [](const std::string& row) {
    return std::stod(row.substr(row.rfind('/') + 1));
  };
  for (const std::string& name : names) {
    report::Series& series = plot.series.emplace_back(report::Series{.name = name});
    for (const Measured& row : rows)
      if (row.name.substr(0, row.name.rfind('/')) == name)
        series.points.emplace_back(cores(row.name), row.value);
    for (const auto& [row, figure] : published)
      if (row.substr(0, row.rfind('/')) == name)
        series.published.emplace_back(cores(row), figure.published);
    std::ranges::sort(series.published);
  }
  context.draw(file, plot, caption);
}

}  // namespace

std::vector<report::Row> many_cores(ExperimentContext& context) {
  const std::vector<Measured> measured = measured_rows(context);
  const auto published = many_cores_figures();
  draw_by_cores(context, measured, published, "stream-triad.svg", "STREAM triad", {"MB/s"},
                {"stream_triad", "variant/stream_triad"},
                "All cores together. With stream_triad the destination's line is read first.");
  draw_by_cores(context, measured, published, "locks.svg", "A lock that all want",
                {"ns until it is taken", report::Scale::log10},
                {"spin_lock_acquire/simple", "spin_lock_acquire/backoff"},
                "Mean time from asking for a test-and-set register to having it.");
  draw_by_cores(context, measured, published, "one-mpb.svg", "Lines of one buffer that all want",
                {"slowest core, times as long as alone"}, {"one_mpb/get", "one_mpb/put"},
                "Lines copied from core 0's buffer, or to it, by all cores at once.");
  draw_by_cores(context, measured, published, "barriers.svg", "Barriers of the library",
                {"ns", report::Scale::log10}, {"RCCE_barrier", "test_and_set_barrier"},
                "RCCE's barrier with single-bit flags, and RWTH's over test-and-set registers.");
  draw_by_cores(
      context, measured, published, "barriers-800.svg", "Barriers at 800/800/800",
      {"core cycles", report::Scale::log10},
      {"RCCE_barrier_byte_flags", "centralized_barrier", "dissemination_barrier"},
      "RCCE's barrier with byte flags, a counter in one buffer that all poll, and messages "
      "in rounds.");

  std::vector<report::Row> rows;
  std::vector<double> errors;
  std::map<std::string, double> values;
  for (const auto& [name, unit, value, same_as] : measured) {
    values[name] = value;
    const auto figure = published.find(name);
    if (figure == published.end() || figure->second.use == "shown") {
      rows.push_back(report::plain_row(name, value, unit));
      continue;
    }
    rows.push_back(report::compared_row(name, value, figure->second.published, unit));
    rows.back().same_as = same_as;
    errors.push_back(std::abs(rows.back().rel_error().value()));
  }
  std::ranges::sort(errors);
  const double median = errors[errors.size() / 2];
  rows.push_back(report::plain_row("median_error", median, "of the published figures"));
  if (!context.quick()) {
    const double kept = values.at("stream_triad/48") / (SCC_CORES * values.at("stream_triad/1"));
    rows.push_back(report::claim_row("triad_kept_by_48_cores", kept,
                                     "of a core's own rate, 0.85 to 0.95", std::nullopt,
                                     kept >= kLeastKept && kept <= kMostKept));
  }
  return rows;
}

}  // namespace rc::sim::experiments
