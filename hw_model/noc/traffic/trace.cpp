// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/trace.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/kernel/text_mark.h"

namespace rc::noc {
namespace {

constexpr std::string_view kTraceBlank = " \t\r,";
constexpr std::size_t kLeastFields = 4, kMaxFields = 5;
// `rockcreek noc --packets` adds three more: cycles of entry and delivery, hops.
constexpr std::size_t kResults = 3;
constexpr const char* kFields[kMaxFields] = {"cycle", "source", "destination", "flits", "class"};
// So that cycle counters cannot overflow.
constexpr std::uint64_t kMaxCycle = std::uint64_t{1} << 48;

class LineParser {
 public:
  LineParser(const EndGrid& grid, const std::string& file) : file_(file) {
    const std::uint64_t nodes = grid.nodes();
    limits_ = {{{0, kMaxCycle},
                {0, nodes - 1},
                {0, nodes - 1},
                {1, grid.most_flits},
                {0, grid.message_classes - 1}}};
  }

  // The fields of `line`; false if it has none.
  bool operator()(std::string_view line, std::uint64_t number,
                  std::array<std::uint64_t, kMaxFields>& fields) const {
    line = line.substr(0, line.find('#'));
    fields.fill(0);
    std::size_t count = 0;
    for (;;) {
      const auto start = line.find_first_not_of(kTraceBlank);
      const std::string_view gap = line.substr(0, start);
      const bool between_fields = count != 0 && start != std::string_view::npos;
      if (std::ranges::count(gap, ',') > (between_fields ? 1 : 0)) {
        refuse(number, "a comma with no field before or behind it");
      }
      if (start == std::string_view::npos) break;
      line.remove_prefix(start);
      const std::string_view word = line.substr(0, line.find_first_of(kTraceBlank));
      line.remove_prefix(word.size());
      if (count == kMaxFields + kResults) refuse(number, "more than 8 fields");
      if (count < kMaxFields) fields[count] = parse(word, number, count);
      ++count;
    }
    if (count != 0 && count < kLeastFields) {
      refuse(number, std::to_string(count) + " fields, expected cycle source destination flits" +
                         " [class]");
    }
    return count != 0;
  }

 private:
  struct Limits {
    std::uint64_t least, most;
  };

  std::uint64_t parse(std::string_view word, std::uint64_t line, std::size_t field) const {
    const Limits& limits = limits_[field];
    std::uint64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || stopped != end || value < limits.least || value > limits.most) {
      refuse(line, std::string(kFields[field]) + " '" + kernel::shown(word) + "': expected " +
                       std::to_string(limits.least) + " to " + std::to_string(limits.most));
    }
    return value;
  }

  [[noreturn]] void refuse(std::uint64_t line, const std::string& reason) const {
    throw kernel::InputError(kernel::shown(file_, kernel::kMaxPathShown) + ":" +
                             std::to_string(line) + ": " + reason);
  }

  std::string file_;
  std::array<Limits, kMaxFields> limits_;
};

}  // namespace

TraceTraffic::TraceTraffic(const EndGrid& grid, std::string_view text, const std::string& file)
    : nodes_(grid.nodes()) {
  const LineParser parse(grid, file);
  std::array<std::uint64_t, kMaxFields> fields;
  text = kernel::without_mark(text);
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!parse(line, number, fields)) continue;
    const Demand demand{fields[0] + 1, static_cast<std::uint16_t>(fields[2]),
                        static_cast<std::uint16_t>(fields[3]),
                        static_cast<std::uint8_t>(fields[4])};
    nodes_[fields[1]].demands.push_back(demand);
    ++packets_;
    flits_ += demand.flits;
    last_cycle_ = std::max(last_cycle_, demand.cycle);
  }
  if (packets_ == 0)
    throw kernel::InputError(kernel::shown(file, kernel::kMaxPathShown) + ": no packet in it");
  for (Node& node : nodes_) std::ranges::stable_sort(node.demands, {}, &Demand::cycle);
}

std::optional<Demand> TraceTraffic::next(std::uint32_t node) {
  auto& [demands, next] = nodes_[node];
  if (next == demands.size()) return std::nullopt;
  return demands[next++];
}

}  // namespace rc::noc
