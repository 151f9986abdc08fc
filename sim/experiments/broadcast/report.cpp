// SPDX-License-Identifier: Apache-2.0
// What `reproduce broadcast` puts into report.html: its tables and figures as in the thesis, link
// use by algorithm, which core copies when, and the command behind each.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/broadcast/plan.h"
#include "sim/report/mesh_map.h"
#include "sim/report/page.h"
#include "sim/report/svg.h"

namespace rc::sim::experiments {
namespace {

constexpr int kPictured = 50'000;  // bytes, of heat maps and timelines

struct Line {
  std::string name;
  Broadcast broadcast;
};

std::string sweep(const BroadcastStudy& study, const std::string& title, const std::string& caption,
                  const std::vector<Line>& lines, const std::vector<int>& sizes) {
  report::Plot plot{.title = title, .x = {"bytes"}, .y = {"milliseconds"}, .series = {}};
  std::string commands;
  for (const Line& line : lines) {
    report::Series& series = plot.series.emplace_back(report::Series{.name = line.name});
    for (const int bytes : sizes)
      series.points.emplace_back(bytes, study.ms(line.broadcast, bytes));
    commands += study.command(line.broadcast, sizes) + "; ";
  }
  return report::html_figure(plot, caption, commands);
}

std::string sweeps(const BroadcastStudy& study, bool quick) {
  const Line cube{"Cube", cube_broadcast()}, dopl{"DOPL", dopl_broadcast()},
      linear{"RCCE_bcast", linear_broadcast()};
  std::string html;
  int with_rcce = 9, cube_scaling = 11;
  for (const BroadcastRange& range : broadcast_ranges(quick)) {
    if (range.sizes.size() == 1) continue;  // no line
    html += sweep(study, fmt::format("Broadcast, {} sizes", range.name),
                  fmt::format("Figure {} of the thesis.", with_rcce), {cube, dopl, linear},
                  range.sizes);
    html +=
        sweep(study, fmt::format("Broadcast, {} sizes, without RCCE_bcast", range.name),
              fmt::format("Figure {} of the thesis.", with_rcce + 1), {cube, dopl}, range.sizes);
    for (const auto& [line, number] :
         {std::pair{cube, cube_scaling}, std::pair{dopl, cube_scaling + 1}}) {
      if (quick) continue;
      std::vector<Line> lines;
      for (const int cores : {12, 24, 36, 48})
        lines.push_back({fmt::format("{} cores", cores), on_cores(line.broadcast, cores)});
      html += sweep(study, fmt::format("{}, {} sizes, by cores", line.name, range.name),
                    fmt::format("Figure {} of the thesis.", number), lines, range.sizes);
    }
    with_rcce += 4;
    cube_scaling += 4;
  }
  return html;
}

// ---- the thesis' tables ----

// The rows "ALGORITHM/BYTES/CUT", a series for each number of bytes.
report::Plot table_plot(const std::vector<report::Row>& rows, const std::string& algorithm,
                        const std::string& title, const std::string& cut) {
  report::Plot plot{.title = title,
                    .x = {cut, report::Scale::log2},
                    .y = {"milliseconds", report::Scale::log10},
                    .series = {},
                    .published = "the thesis"};
  std::map<int, report::Series> by_bytes;
  for (const report::Row& row : rows) {
    int bytes = 0, bytes_of_cut = 0;
    const std::string form = algorithm + "/%d/%d";
    if (!row.published || std::sscanf(row.name.c_str(), form.c_str(), &bytes, &bytes_of_cut) != 2)
      continue;
    report::Series& series = by_bytes[bytes];
    series.name = fmt::format("{} bytes", bytes);
    series.points.emplace_back(bytes_of_cut, *row.measured);
    series.published.emplace_back(bytes_of_cut, *row.published);
  }
  for (auto& [bytes, series] : by_bytes) {
    std::ranges::sort(series.points);
    std::ranges::sort(series.published);
    plot.series.push_back(series);
  }
  return plot;
}

// ---- link use ----

struct Pictured {
  const char* name;
  Broadcast broadcast;
};
std::vector<Pictured> pictured() {
  return {{"Cube", cube_broadcast()},
          {"DOPL", dopl_broadcast()},
          {"RCCE_bcast", linear_broadcast()},
          {"OC-Bcast, k = 7", oc_broadcast(7)}};
}

// Flits that the broadcast itself sent: those of a run without it are taken off.
double flits(const run::FirmwareOutcome& with, const run::FirmwareOutcome& without, unsigned router,
             unsigned port) {
  const double more = static_cast<double>(with.link_flits.at(router).at(port)) -
                      static_cast<double>(without.link_flits.at(router).at(port));
  return std::max(more, 0.0);
}

std::string heat_map(const char* name, const run::FirmwareOutcome& with,
                     const run::FirmwareOutcome& without, double hottest) {
  report::MeshMap map{.title = name,
                      .legend = "flits over each link; routers by their tile's first core",
                      .most = fmt::format("{:.0f}", hottest),
                      .cols = SCC_COLS,
                      .rows = SCC_ROWS,
                      .links = {},
                      .routers = {}};
  for (unsigned y = 0; y < SCC_ROWS; ++y)
    for (unsigned x = 0; x < SCC_COLS; ++x) {
      const unsigned router = x + SCC_COLS * y;
      for (const unsigned port : {noc::kNorth, noc::kEast, noc::kSouth, noc::kWest}) {
        if ((port == noc::kNorth && y + 1 == SCC_ROWS) ||
            (port == noc::kEast && x + 1 == SCC_COLS) || (port == noc::kSouth && y == 0) ||
            (port == noc::kWest && x == 0))
          continue;
        const double count = flits(with, without, router, port);
        const char letter = "NESWL"[port];
        map.links.push_back({x, y, letter, count / hottest,
                             fmt::format("link {} of ({},{}): {:.0f} flits", letter, x, y, count)});
      }
      map.routers.push_back({x, y, 0, std::to_string(router * SCC_CORES_PER_TILE),
                             fmt::format("router ({},{})", x, y)});
    }
  return report::svg_mesh_map(map);
}

std::string heat_maps(const BroadcastStudy& study) {
  const run::FirmwareOutcome& without = study.outcome(plain_broadcast("none"), kPictured);
  std::string html;
  if (without.link_flits.empty())
    return report::html_paragraph("Of this network the flits by link of a mesh are not known.");
  for (const Pictured& p : pictured()) {
    const run::FirmwareOutcome& with = study.outcome(p.broadcast, kPictured);
    double hottest = 1, all = 0;
    for (unsigned router = 0; router < with.link_flits.size(); ++router)
      for (unsigned port = 0; port < noc::kLocal; ++port) {
        hottest = std::max(hottest, flits(with, without, router, port));
        all += flits(with, without, router, port);
      }
    html += report::html_figure(
        heat_map(p.name, with, without, hottest),
        fmt::format("{}, {} bytes: {:.2f} million flits over links in all, {:.0f} over the "
                    "busiest.",
                    p.name, kPictured, all * 1e-6, hottest),
        study.command(p.broadcast, {kPictured}));
  }
  return html;
}

// ---- which core copies when ----

Broadcast traced(const char* algorithm, int part_bytes) {
  Broadcast broadcast{.algorithm = algorithm, .part_bytes = part_bytes};
  broadcast.trace = true;
  return broadcast;
}
const std::vector<std::pair<const char*, Broadcast>>& timelines() {
  static const std::vector<std::pair<const char*, Broadcast>> all{
      {"Cube over RCCE's copy", traced("courier_cube_plain", 4096)},
      {"DOPL over iRCCE's copy", traced("courier_dopl", 8192)}};
  return all;
}

constexpr const char* kOut = "#1f77b4";
constexpr const char* kIn = "#d62728";

// A line a core from `from` to `until`, in us: grey where it waits or computes, coloured where it
// copies.
std::string timeline(const char* name, const run::FirmwareOutcome& outcome, double from,
                     double until) {
  constexpr double kLeft = 56, kWidth = 980, kRow = 11, kTop = 44;
  const double bottom = kTop + kRow * SCC_CORES;
  const auto px = [&](double us) { return kLeft + kWidth * (us - from) / (until - from); };
  report::Svg svg(kLeft + kWidth + 24, bottom + 44);
  svg.text({kLeft, 20}, "start", name, 14);
  const auto legend = [&](double x, std::string_view colour, const char* words) {
    svg.rectangle({x, 11}, 18, 9, colour);
    svg.text({x + 24, 20}, "start", words, 13);
  };
  legend(kLeft + 330, kOut, "copies out (send)");
  legend(kLeft + 500, kIn, "copies in (receive)");
  legend(kLeft + 680, report::Svg::kGrid, "does not copy");
  for (unsigned rank = 0; rank < SCC_CORES; ++rank) {
    const double y = kTop + kRow * rank;
    if (rank % 4 == 0) svg.text({kLeft - 8, y + 9}, "end", fmt::format("UE {}", rank), 11);
    svg.rectangle({kLeft, y}, kWidth, kRow - 2, report::Svg::kGrid);
  }
  std::vector<std::pair<double, bool>> open(SCC_CORES, {-1, false});
  for (const run::Report& report : outcome.reports) {
    auto& [begin, out] = open[static_cast<std::size_t>(report.rank)];
    if (report.name == "timeline/end" && begin >= 0) {
      svg.rectangle({px(begin), kTop + kRow * report.rank},
                    std::max(px(report.value) - px(begin), 0.4), kRow - 2, out ? kOut : kIn,
                    fmt::format("UE {}: {} from {:.1f} to {:.1f} us", report.rank,
                                out ? "out" : "in", begin - from, report.value - from));
    } else if (report.name == "timeline/out" || report.name == "timeline/in") {
      begin = report.value;
      out = report.name == "timeline/out";
    }
  }
  constexpr int kTicks = 5;
  for (int i = 0; i <= kTicks; ++i) {
    const double us = (until - from) * i / kTicks;
    svg.text({px(from + us), bottom + 20}, "middle", fmt::format("{:.0f}", us));
  }
  svg.text({kLeft + kWidth / 2, bottom + 38}, "middle", "microseconds");
  return svg.str();
}

std::string timeline_figures(const BroadcastStudy& study) {
  std::string html;
  for (const auto& [name, broadcast] : timelines()) {
    const run::FirmwareOutcome& outcome = study.outcome(broadcast, kPictured);
    double from = 0, until = 0;
    for (const run::Report& report : outcome.reports) {
      if (report.name.ends_with("/begin")) from = report.value;
      if (report.name.ends_with("/end")) until = std::max(until, report.value);
    }
    html += report::html_figure(timeline(name, outcome, from, until),
                                fmt::format("{} bytes, one line a core.", kPictured),
                                study.command(broadcast, {kPictured}));
  }
  return html;
}

}  // namespace

void want_for_report(BroadcastStudy& study) {
  study.want(plain_broadcast("none"), kPictured);
  for (const Pictured& p : pictured()) study.want(p.broadcast, kPictured);
  for (const auto& [name, broadcast] : timelines()) study.want(broadcast, kPictured);
}

void add_broadcast_report(const BroadcastStudy& study, ExperimentContext& context,
                          const std::vector<report::Row>& rows) {
  if (context.wants(kBroadcastTables.name)) {
    context.page().section("The thesis' tables");
    context.draw("broadcast-cube.svg",
                 table_plot(rows, "cube", "Cube broadcast, 48 cores", "bytes in a part"),
                 "Section 5.5 of the thesis: time by part size.");
    context.draw("broadcast-dopl.svg",
                 table_plot(rows, "dopl", "DOPL broadcast, 48 cores, parts of 8192 bytes",
                            "bytes in a piece"),
                 "Section 6.3 of the thesis: time by pipe size.");
  }
  if (context.wants(kBroadcastFigures.name)) {
    context.page().section("Time by message size");
    context.page().add(sweeps(study, context.quick()));
  }
  context.page().section("Link use");
  context.page().add(heat_maps(study));
  context.page().section("Which core copies when");
  context.page().add(timeline_figures(study));
}

}  // namespace rc::sim::experiments
