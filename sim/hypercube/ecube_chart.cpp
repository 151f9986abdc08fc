// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/ecube_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::sim::hypercube {
namespace {

constexpr int kDigits = 36;  // 1 to 9, a to z

std::string digit(int step) {
  return std::string(1, static_cast<char>(step < 10 ? '0' + step : 'a' + step - 10));
}

// The columns of the nodes [first, first + count) and how their entries are written.
class Columns {
 public:
  Columns(const Schedule& schedule, ChartMarks marks, int first, int count)
      : dimension_(schedule.dimension), marks_(marks), first_(first), count_(count) {
    if (marks == ChartMarks::steps && schedule.steps() >= kDigits)
      width_ = std::to_string(schedule.steps()).size() + 1;
  }

  std::string titles() const {
    return line([&](int node) { return node_label(node, dimension_); });
  }
  std::string rule() const {
    return line([&](int) { return std::string(static_cast<std::size_t>(dimension_), '-'); });
  }
  // The entries of messages that are sent at the same time, or dots.
  std::string row(const std::vector<Transmission>& messages) const {
    std::map<ipsc::Link, int> steps;
    for (const Transmission& message : messages)
      for (const ipsc::Link& link : ipsc::ecube_route(message.source, message.destination))
        steps[link] = message.step;
    return line([&](int node) {
      std::string group;
      for (int channel = dimension_ - 1; channel >= 0; --channel) {
        const auto used = steps.find({node, channel});
        group += fmt::format("{:>{}}", used == steps.end() ? "." : mark(used->second), width_);
      }
      return group;
    });
  }

 private:
  template <typename GroupOf>
  std::string line(GroupOf group_of) const {
    const std::size_t group_width = width_ * static_cast<std::size_t>(dimension_);
    std::string text;
    for (int node = first_; node < first_ + count_; ++node)
      text += fmt::format("{}{:>{}}", node == first_ ? "" : " ", group_of(node), group_width);
    return text;
  }
  std::string mark(int step) const {
    if (marks_ == ChartMarks::usage) return "x";
    return width_ == 1 ? digit(step) : std::to_string(step);
  }

  int dimension_;
  ChartMarks marks_;
  int first_, count_;
  std::size_t width_ = 1;
};

// Messages by source and destination, in the order of their steps.
using Pairs = std::map<std::pair<int, int>, std::vector<Transmission>>;

Pairs by_pair(const Schedule& schedule) {
  Pairs pairs;
  for (const Transmission& message : schedule.transmissions)
    pairs[{message.source, message.destination}].push_back(message);
  for (auto& [pair, messages] : pairs) std::ranges::sort(messages);
  return pairs;
}

// The one that stands in this row of its pair's, if there are so many.
std::vector<Transmission> in_row(const std::vector<Transmission>& messages, std::size_t row) {
  if (row >= messages.size()) return {};
  return {messages[row]};
}

std::string row_label(int a, const char* between, int b, int dimension) {
  return node_label(a, dimension) + between + node_label(b, dimension) + "  ";
}

}  // namespace

std::string node_label(int node, int dimension) { return fmt::format("{:0{}b}", node, dimension); }

std::string directed_chart(const Schedule& schedule, ChartMarks marks) {
  const int d = schedule.dimension, half = schedule.nodes() / 2;
  const Columns lower(schedule, marks, 0, half), upper(schedule, marks, half, half);
  const std::string margin(row_label(0, "->", 0, d).size(), ' '), gap = "   ";
  const std::string rule = margin + lower.rule() + gap + margin + upper.rule() + "\n";
  Pairs pairs = by_pair(schedule);
  const bool all_rows = schedule.is_complete_exchange();

  std::string chart = margin + lower.titles() + gap + margin + upper.titles() + "\n";
  for (int source = 0; source < half; ++source) {
    std::string rows;
    for (int to = 0; to < schedule.nodes(); ++to) {
      const std::vector<Transmission>&left = pairs[{source, to}],
            &right = pairs[{source + half, to}];
      const std::size_t count =
          std::max({left.size(), right.size(), std::size_t{all_rows ? 1u : 0u}});
      for (std::size_t row = 0; row < count; ++row)
        rows += row_label(source, "->", to, d) + lower.row(in_row(left, row)) + gap +
                row_label(source + half, "->", to, d) + upper.row(in_row(right, row)) + "\n";
    }
    if (!rows.empty()) chart += rule + rows;
  }
  return chart;
}

std::string pairwise_chart(const Schedule& schedule) {
  const int d = schedule.dimension;
  const Columns columns(schedule, ChartMarks::steps, 0, schedule.nodes());
  const std::string margin(row_label(0, "--", 0, d).size(), ' ');
  Pairs pairs = by_pair(schedule);

  std::string chart = margin + columns.titles() + "\n" + margin + columns.rule() + "\n";
  for (int a = 0; a < schedule.nodes(); ++a)
    for (int b = a + 1; b < schedule.nodes(); ++b) {
      const std::vector<Transmission>&there = pairs[{a, b}], &back = pairs[{b, a}];
      if (there.empty() && back.empty()) continue;
      if (there.size() != 1 || back.size() != 1 || there[0].step != back[0].step)
        throw kernel::InputError(fmt::format("{} and {} do not exchange in one step", a, b));
      chart += row_label(a, "--", b, d) + columns.row({there[0], back[0]}) + "\n";
    }
  return chart;
}

}  // namespace rc::sim::hypercube
