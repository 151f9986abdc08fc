// The two tables that the thesis prints, 48 times in all: the Cube algorithm by part size, DOPL by
// pipe size. All between two barriers: the thesis' program for part sizes (its listing 10.6) shows
// none behind the broadcast, but its times at large parts are not those of a root that does not
// wait for the others.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/experiments/broadcast/plan.h"
#include "sim/report/csv.h"

namespace rc::sim {
namespace {

constexpr double kRowBound = 0.25, kMedianBound = 0.10;
constexpr double kMillisecondsPerSecond = 1e3;

struct Published {
  Broadcast broadcast;
  int bytes;
  double ms;
  std::string name;
};

// In quick mode, of 50,000 and 190,000 bytes the sizes that the thesis chose, and of 50,000 every
// third one.
bool in_quick(int bytes, int index, int cut, int chosen) {
  return bytes <= 190'000 && (cut == chosen || (bytes == 50'000 && index % 3 == 0));
}

std::vector<Published> published(bool quick) {
  std::vector<Published> all;
  const auto add = [&](const char* table, const char* column, const char* name, int chosen,
                       auto make) {
    const Csv csv = load_reference(table);
    int index = 0, last_bytes = 0;
    for (std::size_t row = 0; row < csv.rows(); ++row) {
      const int bytes = static_cast<int>(csv.number(row, "message_bytes").value());
      const int cut = static_cast<int>(csv.number(row, column).value());
      index = bytes == last_bytes ? index + 1 : 0;
      last_bytes = bytes;
      if (quick && !in_quick(bytes, index, cut, chosen)) continue;
      all.push_back({make(cut), bytes, csv.number(row, "min_s").value() * kMillisecondsPerSecond,
                     fmt::format("{}/{}/{}", name, bytes, cut)});
    }
  };
  add("broadcast-cube-part-size", "part_bytes", "cube", 4096,
      [](int cut) { return cube_broadcast(cut); });
  add("broadcast-dopl-pipe-size", "pipe_bytes", "dopl", 2048,
      [](int cut) { return dopl_broadcast(cut); });
  return all;
}

void want(BroadcastStudy& study, bool quick) {
  for (const Published& p : published(quick)) study.want(p.broadcast, p.bytes);
}

std::vector<Row> rows(const BroadcastStudy& study, bool quick) {
  std::vector<Row> found;
  std::vector<double> errors;
  for (const Published& p : published(quick)) {
    found.push_back(compared_row(p.name, study.ms(p.broadcast, p.bytes), p.ms, "ms",
                                 Role::validation, kRowBound));
    errors.push_back(std::abs(*found.back().rel_error()));
  }
  std::ranges::sort(errors);
  const double median = errors[errors.size() / 2];
  found.push_back(claim_row("tables/median_error", median, "of the published time", kMedianBound,
                            median <= kMedianBound));
  return found;
}

}  // namespace

const BroadcastPart kBroadcastTables{"tables", want, rows};

}  // namespace rc::sim
