// report.html of `reproduce broadcast`: one page that needs no network. Figures as in the thesis,
// link use by algorithm, who copies when, the machine, and the command behind each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/broadcast_plan.h"
#include "sim/html.h"
#include "sim/plot.h"

namespace rc::sim {
namespace {

constexpr int kPictured = 50'000;  // bytes, of heat maps and timelines

struct Line {
  std::string name;
  Broadcast broadcast;
};

std::string sweep(const BroadcastStudy& study, const std::string& title, const std::string& caption,
                  const std::vector<Line>& lines, const std::vector<int>& sizes) {
  std::vector<Series> series;
  std::string commands;
  for (const Line& line : lines) {
    series.push_back({line.name, {}});
    for (const int bytes : sizes)
      series.back().points.emplace_back(bytes, study.ms(line.broadcast, bytes));
    commands += study.command(line.broadcast, sizes) + "; ";
  }
  return html_figure(svg_plot(title, "bytes", "ms", series), caption, commands);
}

std::string sweeps(const BroadcastStudy& study, bool quick) {
  const Line cube{"Cube", cube_broadcast()}, dopl{"DOPL", dopl_broadcast()},
      linear{"RCCE_bcast", plain_broadcast("linear")};
  std::string html;
  int with_rcce = 9, cube_scaling = 11;
  for (const BroadcastRange& range : broadcast_ranges(quick)) {
    if (range.sizes.size() == 1) continue;  // no line
    const bool large = range.name == "large";
    if (!quick || !large)
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

// ---- link use ----

struct Pictured {
  const char* name;
  Broadcast broadcast;
};
std::vector<Pictured> pictured() {
  return {{"Cube", cube_broadcast()},
          {"DOPL", dopl_broadcast()},
          {"RCCE_bcast", plain_broadcast("linear")},
          {"OC-Bcast, k = 7", oc_broadcast(7)}};
}

std::string heat(double share) {
  const int cold = static_cast<int>(std::lround(230 * (1 - std::min(share, 1.0))));
  return fmt::format("rgb({},{},{})", 230 - cold / 8, cold, cold);
}

// Flits that the broadcast itself sent: those of a run without it are taken off.
double flits(const FirmwareOutcome& with, const FirmwareOutcome& without, unsigned router,
             unsigned port) {
  const double more = static_cast<double>(with.link_flits.at(router).at(port)) -
                      static_cast<double>(without.link_flits.at(router).at(port));
  return std::max(more, 0.0);
}

std::string heat_map(const char* name, const FirmwareOutcome& with, const FirmwareOutcome& without,
                     double hottest) {
  constexpr int kPitch = 74, kMargin = 40;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"460\" height=\"330\" viewBox=\"0 0 460 "
      "330\" font-family=\"sans-serif\" font-size=\"11\"><text x=\"10\" y=\"16\">{}</text>\n",
      html_escaped(name));
  const auto px = [&](unsigned x) { return kMargin + kPitch * static_cast<int>(x); };
  const auto py = [&](unsigned y) { return 40 + kPitch * static_cast<int>(SCC_ROWS - 1 - y); };
  for (unsigned y = 0; y < SCC_ROWS; ++y)
    for (unsigned x = 0; x < SCC_COLS; ++x) {
      const unsigned router = x + SCC_COLS * y;
      // Two arrows a neighbour, side by side: what goes and what comes.
      const auto link = [&](unsigned port, int dx, int dy) {
        const double count = flits(with, without, router, port);
        const int off_x = dy * 5, off_y = dx * 5;
        svg += fmt::format(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" "
            "stroke-width=\"7\"><title>({},{}){}: {:.0f} flits</title></line>\n",
            px(x) + 14 * dx + off_x, py(y) + 14 * dy + off_y, px(x) + (kPitch - 14) * dx + off_x,
            py(y) + (kPitch - 14) * dy + off_y, heat(count / hottest), x, y, "NESWL"[port], count);
      };
      if (y + 1 < SCC_ROWS) link(noc::kNorth, 0, -1);
      if (x + 1 < SCC_COLS) link(noc::kEast, 1, 0);
      if (y > 0) link(noc::kSouth, 0, 1);
      if (x > 0) link(noc::kWest, -1, 0);
      svg += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"24\" height=\"24\" fill=\"#eee\" stroke=\"#888\"/><text "
          "x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
          px(x) - 12, py(y) - 12, px(x), py(y) + 4, router * SCC_CORES_PER_TILE);
    }
  return svg + "</svg>\n";
}

std::string heat_maps(const BroadcastStudy& study) {
  const FirmwareOutcome& without = study.outcome(plain_broadcast("none"), kPictured);
  std::string html;
  for (const Pictured& p : pictured()) {
    const FirmwareOutcome& with = study.outcome(p.broadcast, kPictured);
    double hottest = 1, all = 0;
    for (unsigned router = 0; router < with.link_flits.size(); ++router)
      for (unsigned port = 0; port < noc::kLocal; ++port) {
        hottest = std::max(hottest, flits(with, without, router, port));
        all += flits(with, without, router, port);
      }
    html += html_figure(
        heat_map(p.name, with, without, hottest),
        fmt::format("{}: {:.2f} million flits over links in all, {:.0f} over the busiest; "
                    "dark red is the busiest link of this algorithm. Squares are tiles, "
                    "named by their first core.",
                    p.name, all * 1e-6, hottest),
        study.command(p.broadcast, {kPictured}));
  }
  return html;
}

// ---- who copies when ----

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

std::string timeline(const char* name, const FirmwareOutcome& outcome, double from, double until) {
  constexpr double kLeft = 50, kWidth = 980, kRow = 9, kTop = 34;
  const double height = kTop + kRow * SCC_CORES + 34;
  const auto px = [&](double us) { return kLeft + kWidth * (us - from) / (until - from); };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1050\" height=\"{0}\" viewBox=\"0 0 1050 "
      "{0}\" font-family=\"sans-serif\" font-size=\"9\"><text x=\"{1}\" y=\"18\" "
      "font-size=\"12\">{2}: <tspan fill=\"#1f77b4\">copies out (send)</tspan>, <tspan "
      "fill=\"#d62728\">copies in (receive)</tspan>, <tspan fill=\"#888\">waits</tspan></text>\n",
      height, kLeft, html_escaped(name));
  for (unsigned rank = 0; rank < SCC_CORES; ++rank) {
    const double y = kTop + kRow * rank;
    svg += fmt::format(
        "<text x=\"{}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text><rect x=\"{}\" y=\"{:.0f}\" "
        "width=\"{}\" height=\"7\" fill=\"#ddd\"/>\n",
        kLeft - 6, y + 7, rank, kLeft, y, kWidth);
  }
  std::vector<std::pair<double, bool>> open(SCC_CORES, {-1, false});
  for (const Report& report : outcome.reports) {
    auto& [begin, out] = open[static_cast<std::size_t>(report.rank)];
    if (report.name == "timeline/end" && begin >= 0) {
      svg += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"7\" fill=\"{}\"/>\n",
          px(begin), kTop + kRow * report.rank, std::max(px(report.value) - px(begin), 0.4),
          out ? "#1f77b4" : "#d62728");
    } else if (report.name == "timeline/out" || report.name == "timeline/in") {
      begin = report.value;
      out = report.name == "timeline/out";
    }
  }
  svg += fmt::format(
      "<text x=\"{}\" y=\"{}\">0</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.0f} "
      "us</text>\n",
      kLeft, height - 14, kLeft + kWidth, height - 14, until - from);
  return svg + "</svg>\n";
}

std::string timeline_figures(const BroadcastStudy& study) {
  std::string html;
  for (const auto& [name, broadcast] : timelines()) {
    const FirmwareOutcome& outcome = study.outcome(broadcast, kPictured);
    double from = 0, until = 0;
    for (const Report& report : outcome.reports) {
      if (report.name.ends_with("/begin")) from = report.value;
      if (report.name.ends_with("/end")) until = std::max(until, report.value);
    }
    html += html_figure(timeline(name, outcome, from, until),
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

std::string broadcast_report(const BroadcastStudy& study, const Lab& lab,
                             const std::vector<Row>& rows) {
  const Machine& machine = lab.machine();
  chip::SccParams params = machine.params;
  const std::string figures = lab.wants(kBroadcastClaims.name) ? sweeps(study, lab.quick()) : "";
  return html_page(
      "Broadcasts on " + machine.name,
      fmt::format("<p><code>./rockcreek reproduce broadcast{} --machine {}</code></p>\n"
                  "<h2>Figures</h2>\n{}<h2>Link use</h2>\n{}<h2>Who copies when</h2>\n{}"
                  "<h2>Rows</h2>\n{}<h2>Machine</h2>\n{}",
                  lab.quick() ? " --quick" : "", html_escaped(machine.name), figures,
                  heat_maps(study), timeline_figures(study), html_rows(rows),
                  html_parameters(list_parameters(params))));
}

}  // namespace rc::sim
