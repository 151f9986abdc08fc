// SPDX-License-Identifier: Apache-2.0
#include "sim/report/run_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>

#include "sim/report/page.h"

namespace rc::sim::report {
namespace {

constexpr std::size_t kMaxLines = 15;  // of a part, for a terminal
constexpr const char* kOtherCycles =
    "Two machines: the cycles of one may be longer than those of the other.\n";

// What one of the runs does not have counts nothing there.
class Differences {
 public:
  void before(const std::string& name, std::uint64_t value) { by_name_[name].first += value; }
  void after(const std::string& name, std::uint64_t value) { by_name_[name].second += value; }
  std::vector<Difference> sorted() const {
    std::vector<Difference> all;
    for (const auto& [name, values] : by_name_) all.push_back({name, values.first, values.second});
    std::ranges::stable_sort(all, std::ranges::greater{}, &Difference::size);
    return all;
  }

 private:
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> by_name_;
};

// f(numbers, add) gives the numbers of a run to add(name, value).
template <class F>
RunComparison::Part part(const char* title, const char* unit, const RunComparison& runs, F&& f) {
  Differences all;
  f(runs.before, [&](const std::string& name, std::uint64_t value) { all.before(name, value); });
  f(runs.after, [&](const std::string& name, std::uint64_t value) { all.after(name, value); });
  return {title, unit, all.sorted()};
}

std::string percent(const Difference& line) {
  if (line.change() == 0) return "0.0";
  if (line.before == 0) return "new";
  return fmt::format("{:+.1f}",
                     100.0 * static_cast<double>(line.change()) / static_cast<double>(line.before));
}

// `end`: what stands between the command and the rest.
std::string about(const RunNumbers& run, const char* end) {
  return fmt::format("{}{}{:.3f} us on {}; {}, Rock Creek {}, commit {}", run.command, end, run.us,
                     run.machine, run.date, run.version, run.commit);
}

}  // namespace

RunComparison compare_runs(const RunNumbers& before, const RunNumbers& after) {
  RunComparison runs{before, after, {}};
  const auto sum = [](const std::vector<std::uint64_t>& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  };
  runs.parts.push_back(part("Functions", "cycles", runs, [](const RunNumbers& run, auto&& add) {
    for (const RunNumbers::Function& each : run.functions) add(each.name, each.cycles);
  }));
  runs.parts.push_back(part("Kinds of time", "cycles", runs, [](const RunNumbers& run, auto&& add) {
    for (const RunNumbers::Core& core : run.cores)
      for (std::size_t kind = 0; kind < run.kinds.size(); ++kind)
        add(run.kinds[kind], core.cycles[kind]);
  }));
  runs.parts.push_back(part("Cores", "cycles", runs, [&](const RunNumbers& run, auto&& add) {
    for (const RunNumbers::Core& core : run.cores) add(core.name, sum(core.cycles));
  }));
  // Flits of a mesh and bytes of a cube are not the same.
  if (before.link_unit != after.link_unit) return runs;
  runs.parts.push_back(
      part("Links", before.link_unit.c_str(), runs, [](const RunNumbers& run, auto&& add) {
        for (const RunNumbers::Link& link : run.links) add(link.name, link.load);
      }));
  return runs;
}

std::string RunComparison::text() const {
  constexpr const char* kBelow = "\n        ";
  std::string text;
  auto out = std::back_inserter(text);
  for (const auto& [name, run] : {std::pair{"before", &before}, {"after", &after}})
    fmt::format_to(out, "{:<8}{}{}{}\n", name, about(*run, kBelow),
                   run->failure.empty() ? "" : kBelow, run->failure);
  if (before.machine != after.machine) text += kOtherCycles;
  for (const Part& part : parts) {
    if (part.lines.empty()) continue;
    fmt::format_to(out, "\n{:>14}{:>14}{:>14}{:>9}  {}, in {}\n", "before", "after", "change", "%",
                   part.title, part.unit);
    for (std::size_t i = 0; i < std::min(part.lines.size(), kMaxLines); ++i) {
      const Difference& line = part.lines[i];
      fmt::format_to(out, "{:>14}{:>14}{:>+14}{:>9}  {}\n", line.before, line.after, line.change(),
                     percent(line), line.name);
    }
    if (part.lines.size() > kMaxLines)
      fmt::format_to(out, "{:>51}  and {} more\n", "", part.lines.size() - kMaxLines);
  }
  return text;
}

std::string RunComparison::page() const {
  Page page("Two runs");
  for (const auto& [name, run] : {std::pair{"Before: ", &before}, {"After: ", &after}}) {
    page.summary(html_paragraph(name + about(*run, ": ")));
    page.failure(run->failure.empty() ? "" : name + run->failure);
  }
  page.summary(html_paragraph(fmt::format("After takes {:+.3f} us.", after.us - before.us)) +
               (before.machine == after.machine ? "" : html_paragraph(kOtherCycles)));
  for (const Part& part : parts) {
    if (part.lines.empty()) continue;
    std::vector<std::vector<std::string>> lines;
    for (const Difference& line : part.lines)
      lines.push_back({line.name, std::to_string(line.before), std::to_string(line.after),
                       fmt::format("{:+}", line.change()), percent(line)});
    page.section(part.title);
    page.add(html_table({part.title, part.unit + " before", "after", "change", "%"}, lines));
  }
  add_origin(page);
  return page.html();
}

}  // namespace rc::sim::report
