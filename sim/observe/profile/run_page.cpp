// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "hw_model/arch/scc_map.h"
#include "sim/base/json_output.h"
#include "sim/lab/topology/drawing.h"
#include "sim/observe/profile/film.h"
#include "sim/observe/profile/run_page_assets.h"
#include "sim/report/page.h"
#include "sim/report/svg.h"
#include "sim/run/graph_stats.h"
#include "sim/run/traffic_energy.h"

namespace rc::sim::observe {
namespace {

constexpr std::size_t kMaxRows = 25;  // of a table

std::uint64_t sum_of(const Kinds& kinds) {
  return std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0});
}

std::string times_svg(const RunRecorder& recorder) {
  const std::size_t count = recorder.cores().size();
  const double row = count > 16 ? 14 : 24, left = 80, wide = 880, top = 46;
  report::Svg svg(left + wide + 20, top + row * static_cast<double>(count) + 10);
  for (std::size_t kind = 0; kind < kKindCount; ++kind) {
    const double x = left + static_cast<double>(kind % 5) * 176, y = kind < 5 ? 4 : 22;
    svg.rectangle({x, y}, 12, 12, kKindColours[kind]);
    svg.text({x + 17, y + 11}, "start", kKindNames[kind]);
  }
  std::uint64_t most = 1;
  for (const auto& core : recorder.cores()) most = std::max(most, sum_of(core->times().kinds()));
  for (std::size_t rank = 0; rank < count; ++rank) {
    const Kinds& kinds = recorder.cores()[rank]->times().kinds();
    const double y = top + row * static_cast<double>(rank);
    const std::string name = recorder.core_name(rank);
    svg.text({left - 6, y + row - 4}, "end", name, std::min(13.0, row - 2));
    double x = left;
    for (std::size_t kind = 0; kind < kKindCount; ++kind) {
      const double part = wide * static_cast<double>(kinds[kind]) / static_cast<double>(most);
      if (part == 0) continue;
      svg.rectangle(
          {x, y}, part, row - 2, kKindColours[kind],
          fmt::format("{}: {} {:.1f} %, {} cycles", name, kKindNames[kind],
                      100.0 * static_cast<double>(kinds[kind]) / static_cast<double>(sum_of(kinds)),
                      kinds[kind]));
      x += part;
    }
  }
  return svg.str();
}

std::string film(const run::FirmwareJob& job, const RunRecorder& recorder,
                 const NetworkRecorders& network, const run::FirmwareRun* run) {
  return std::string("<style>") + kFilmStyle +
         "</style>\n<div id=\"film\" class=\"film\"><script type=\"text/json\">" +
         base::json_for_script(film_json(job, recorder, network,
                                         run != nullptr && run->graph ? &*run->graph : nullptr)) +
         "</script></div>\n<script>" + kFilmScript + "</script>\n";
}

std::string matrix_svg(const RunRecorder& recorder) {
  const std::size_t count = recorder.cores().size();
  const double cell = std::min(40.0, 560.0 / static_cast<double>(count)), left = 90, top = 60;
  const double side = cell * static_cast<double>(count);
  report::Svg svg(left + side + 30, top + side + 20);
  svg.text({left + side / 2, 18}, "middle", "to");
  svg.vertical_text({14, top + side / 2}, "from");
  std::uint64_t most = 1;
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      if (a != b) most = std::max(most, recorder.moved(a, b));
    }
  }
  for (std::size_t a = 0; a < count; ++a) {
    const double y = top + cell * static_cast<double>(a);
    svg.text({left - 6, y + cell * 0.7}, "end", recorder.core_name(a), std::min(12.0, cell));
    for (std::size_t b = 0; b < count; ++b) {
      const double x = left + cell * static_cast<double>(b);
      const std::uint64_t bytes = a == b ? 0 : recorder.moved(a, b);
      if (a == 0 && (count <= 16 || b % 4 == 0))
        svg.text({x + cell / 2, top - 6}, "middle", std::to_string(recorder.cores()[b]->id()), 11);
      svg.rectangle(
          {x, y}, cell - 1, cell - 1,
          bytes == 0 ? std::string(report::Svg::kGrid)
                     : report::heat_colour(static_cast<double>(bytes) / static_cast<double>(most)),
          fmt::format("{} to {}: {} bytes", recorder.core_name(a), recorder.core_name(b), bytes));
    }
  }
  return svg.str();
}

std::string energy_table(const scc::PowerResult& power) {
  std::string rows;
  const auto row = [&](const std::string& name, double joules, const char* kind = "") {
    rows += fmt::format("<tr{}><td>{}</td><td>{:.3f}</td><td>{:.3f}</td></tr>\n", kind, name,
                        joules * 1e3, joules / power.seconds);
  };
  for (unsigned domain = 0; domain < SCC_VOLTAGE_DOMAINS; ++domain)
    row(fmt::format("cores of voltage domain {}", domain), power.domains[domain].joules);
  row("mesh", power.mesh_joules);
  row("memory controllers", power.memory_joules);
  row("clock", power.clock_joules);
  row("all", power.joules(), " class=\"sum\"");
  return "<table><tr><th></th><th>mJ</th><th>W on average</th></tr>\n" + rows + "</table>\n";
}

std::string traffic_table(const run::RunTraffic& traffic, std::uint64_t packets) {
  std::string rows;
  const auto row = [&](const char* name, std::uint64_t count, double joules) {
    rows +=
        fmt::format("<tr><td>{}</td><td>{}</td><td>{:.3f}</td></tr>\n", name, count, joules * 1e6);
  };
  const scc::TrafficEnergy& energy = traffic.energy;
  if (traffic.hops_known) {
    row("flits sent on by routers", traffic.counts.hops, energy.router_joules);
    row("of that, their buffers", traffic.counts.hops, energy.buffer_joules);
  }
  row("accesses to message-passing buffers", traffic.counts.mpb_accesses, energy.mpb_joules);
  row("accesses to memory", traffic.counts.dram_accesses, energy.dram_joules);
  std::string text = "<table><tr><th></th><th>count</th><th>uJ</th></tr>\n" + rows + "</table>\n";
  if (traffic.hops_known && packets != 0)
    text += report::html_paragraph(
        fmt::format("A packet cost {:.0f} pJ in the mesh on average.",
                    energy.router_joules * 1e12 / static_cast<double>(packets)));
  return text + report::html_paragraph(
                    "What moving the data cost (docs/power.md). It is a part of the "
                    "power above, and not to be added to it.");
}

std::string stall_cells(const Events& e) {
  return fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td>", e[kInstructions],
                     e[kFetchStall] + e[kL2Stall], e[kReadStall], e[kWriteStall]);
}

std::string hot_tables(const RunRecorder& recorder) {
  const auto functions = recorder.functions();
  Events total{};
  for (const FunctionTime& each : functions) add(total, each.self);
  const auto share = [&](const Events& e) {
    return fmt::format("<td>{}</td><td>{:.1f}</td>", e[kCycles],
                       100.0 * static_cast<double>(e[kCycles]) /
                           static_cast<double>(std::max<std::uint64_t>(total[kCycles], 1)));
  };
  constexpr const char* kHead =
      "<th>cycles</th><th>%</th><th>instructions</th><th>fetch, L2</th><th>reads</th>"
      "<th>writes</th>";
  std::string html =
      fmt::format("<div class=\"wide\"><table><tr><th>function</th>{}</tr>\n", kHead);
  for (std::size_t i = 0; i < std::min(functions.size(), kMaxRows); ++i)
    html += fmt::format("<tr><td>{}</td>{}{}</tr>\n", report::html_escaped(functions[i].name),
                        share(functions[i].self), stall_cells(functions[i].self));
  html += fmt::format(
      "</table></div>\n<h3>Lines</h3>\n<div class=\"wide\"><table><tr><th>line</th>"
      "{}<th class=\"words\">function</th></tr>\n",
      kHead);
  const auto lines = recorder.lines();
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxRows); ++i)
    html +=
        fmt::format("<tr><td>{}:{}</td>{}{}<td class=\"words\">{}</td></tr>\n",
                    report::html_escaped(lines[i].at.file), lines[i].at.line, share(lines[i].self),
                    stall_cells(lines[i].self), report::html_escaped(lines[i].function));
  return html + "</table></div>\n";
}

// What of the machine is not as machines of its kind are; empty: all is.
std::string changes_table(const machine::Machine& machine) {
  std::vector<std::vector<std::string>> lines;
  for (const machine::ChangedParameter& each : machine::changed_parameters(machine))
    lines.push_back({each.path, each.value, each.otherwise, each.unit});
  if (lines.empty()) return "";
  return report::html_table({"parameter", "value", "by default", "unit"}, lines) +
         report::html_paragraph("All other parameters are those of `info machine`.");
}

std::string overview(const run::FirmwareJob& job, const RunRecorder& recorder,
                     const run::FirmwareRun* run) {
  Kinds sum{};
  for (const auto& core : recorder.cores()) add(sum, core->times().kinds());
  const auto all = static_cast<double>(std::max<std::uint64_t>(sum_of(sum), 1));
  std::string programs = job.image;
  for (const run::FirmwareJob::OtherProgram& other : job.others) programs += ", " + other.image;
  std::string text = fmt::format("{} on {} {} of {}", programs, recorder.cores().size(),
                                 recorder.scc() ? "cores" : "nodes", job.machine.name);
  if (run != nullptr)
    text += fmt::format(", {:.3f} ms", static_cast<double>(run->result.time.value) * 1e-9);
  return text + fmt::format(
                    ": of the cores' time {:.1f} % was running, {:.1f} % polling, {:.1f} % "
                    "halted, the rest stalls.",
                    100 * static_cast<double>(sum[kRuns]) / all,
                    100 * static_cast<double>(sum[kPolls]) / all,
                    100 * static_cast<double>(sum[kSleeps]) / all);
}

}  // namespace

std::string run_page(const run::FirmwareJob& job, const RunRecorder& recorder,
                     const NetworkRecorders& network, const run::FirmwareRun* run,
                     const run::RunFailure& failure) {
  const std::string program = job.image.substr(job.image.find_last_of('/') + 1);
  report::Page page("A run of " + program);
  page.failure(failure.line());
  page.summary(report::html_paragraph(overview(job, recorder, run)));
  if (run != nullptr && run->region)
    page.summary(report::html_paragraph(
        fmt::format("Energy and hottest functions are those of the region alone, from {:.3f} to "
                    "{:.3f} us.",
                    static_cast<double>(run->region->from.value) * 1e-6,
                    static_cast<double>(run->region->to.value) * 1e-6)));
  if (!failure.text.empty()) {
    page.section("How it failed");
    page.add("<pre class=\"missed\">" + report::html_escaped(failure.text) + "</pre>\n");
  }
  page.section("Where the cores' time went");
  page.add(report::html_figure(times_svg(recorder),
                               "One bar of its cycles for each core; values under the pointer."));
  page.section("The run over time");
  page.add(film(job, recorder, network, run));
  if (recorder.scc()) {
    page.section("Bytes from core to core");
    page.add(report::html_figure(
        matrix_svg(recorder), "Bytes through message-passing buffers, flags included, polls not."));
  }
  if (run != nullptr && run->graph) {
    const lab::GraphModel& model = *run->graph->model;
    page.section("The network");
    page.add(report::html_figure(
        lab::topology_svg(model.topology(), model.topology().family + ", " + model.routing_name(),
                          run::loads(*run->graph, run->result.mesh_cycles)),
        "Channels and ways to end points by the share of mesh cycles in which a flit moved."));
  }
  if (run != nullptr && recorder.scc()) {
    page.section("Energy");
    page.add(energy_table(run->result.power));
    page.add(traffic_table(run::traffic_of(job, *run), run->result.packets));
  }
  if (const std::string table = changes_table(job.machine); !table.empty()) {
    page.section("The machine");
    page.add(table);
  }
  page.section("Hottest functions and lines");
  page.add(hot_tables(recorder));
  report::add_origin(page);
  return page.html();
}

}  // namespace rc::sim::observe
