// SPDX-License-Identifier: Apache-2.0
// Pattern, rate and sizes of packets.
#include <algorithm>

#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/lab/booksim/names.h"
#include "sim/lab/booksim/reading.h"

namespace rc::sim::lab {
namespace {

class TrafficOptions {
 public:
  explicit TrafficOptions(BooksimReading& reading) : reading_(reading) {}

  void run() {
    pattern();
    const double mean = sizes();
    const double rate = reading_.real_of("injection_rate", reading_.of_class("injection_rate")) *
                        (reading_.is_set("injection_rate_uses_flits") ? 1 : mean);
    if (rate > 1) reading_.refuse("injection_rate", "expected at most 1 flit a node and cycle");
    // As many digits as tell one rate from the next.
    reading_.option("--rate", fmt::format("{:.12g}", rate));
  }

 private:
  void pattern() {
    const BooksimCall call = booksim_call(reading_.of_class("traffic"));
    std::string known;
    const BooksimPattern* found = nullptr;
    for (const BooksimPattern& entry : booksim_patterns()) {
      if (entry.name == call.word) found = &entry;
      known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
    }
    if (found == nullptr) {
      reading_.refuse("traffic", fmt::format("expected one of {}", known));
      return;
    }
    reading_.option("--traffic", std::string(found->ours));
    if (found->name == "hotspot") {
      hotspot(call);
    } else if (found->digits) {
      digits(call);
    } else if (!call.arguments.empty()) {
      reading_.refuse("traffic", "expected no arguments");
    }
  }

  // k, n and xr are those of the network unless said.
  void digits(const BooksimCall& call) {
    unsigned k = reading_.whole("k", 1, 4096), n = reading_.whole("n", 1, 12),
             xr = reading_.whole("xr", 1, 8);
    unsigned* const values[] = {&k, &n, &xr};
    if (call.arguments.size() > 3) reading_.refuse("traffic", "expected at most k, n and xr");
    for (std::size_t i = 0; i < std::min<std::size_t>(call.arguments.size(), 3); ++i) {
      const auto value = base::parse_whole(call.arguments[i], 4096);
      if (!value || *value == 0) reading_.refuse("traffic", "expected whole numbers as arguments");
      *values[i] = static_cast<unsigned>(value.value_or(1));
    }
    if (reading_.base == 0 || xr * k != reading_.base || n != reading_.digits) {
      reading_.refuse("traffic",
                      "expected a network of as many end points as its digits can count");
      return;
    }
    const std::string topology = reading_.text("topology");
    if (topology == "fly" || topology == "fattree" || topology == "flatfly")
      reading_.option("--end-grid", booksim_sizes(reading_.base, reading_.digits));
  }

  // hotspot({nodes}) or hotspot({nodes},{weights}): all packets go there.
  void hotspot(const BooksimCall& call) {
    if (call.arguments.empty() || call.arguments.size() > 2) {
      reading_.refuse("traffic", "expected hotspot({nodes}) or hotspot({nodes},{rates})");
      return;
    }
    const std::vector<std::string> nodes = booksim_list(call.arguments[0]);
    std::vector<std::string> rates(nodes.size(), "1");
    if (call.arguments.size() == 2) rates = booksim_list(call.arguments[1]);
    rates.resize(nodes.size(), rates.empty() ? "1" : rates.back());
    std::string hot;
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto node = base::parse_whole(nodes[i], 65'535),
                 rate = base::parse_whole(rates[i], 1000);
      count += rate.value_or(0);
      if (!node || !rate || count > 1000) {
        reading_.refuse("traffic",
                        "expected numbers of nodes, and whole rates whose sum is at most 1000");
        return;
      }
      // A node that is named twice is drawn twice as often.
      for (std::uint64_t j = 0; j < *rate; ++j)
        hot += fmt::format("{}{}", hot.empty() ? "" : ",", *node);
    }
    reading_.option("--hot-nodes", hot);
    reading_.option("--hot-share", "1");
  }

  // Their mean.
  double sizes() {
    const std::vector<std::string> sizes = booksim_list(reading_.of_class("packet_size"));
    std::vector<std::string> weights = booksim_list(reading_.of_class("packet_size_rate"));
    weights.resize(sizes.size(), weights.empty() ? "1" : weights.back());
    std::string mix;
    double sum = 0, weight_sum = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const auto size = base::parse_whole(sizes[i], 256);
      const double weight = reading_.real_of("packet_size_rate", weights[i]);
      if (!size || *size == 0) {
        reading_.refuse("packet_size", "expected 1 to 256 flits");
        return 1;
      }
      sum += static_cast<double>(*size) * weight;
      weight_sum += weight;
      if (weight > 0)
        mix += fmt::format("{}{}:{}", mix.empty() ? "" : ",", *size, kernel::decimal(weight));
    }
    if (weight_sum <= 0) {
      reading_.refuse("packet_size_rate", "expected a weight above 0");
      return 1;
    }
    reading_.option("--packet-flits", sizes.size() == 1 ? sizes.front() : mix);
    return sum / weight_sum;
  }

  BooksimReading& reading_;
};

}  // namespace

void traffic_options(BooksimReading& reading) { TrafficOptions(reading).run(); }

}  // namespace rc::sim::lab
