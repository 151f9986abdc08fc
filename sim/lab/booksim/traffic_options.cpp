// SPDX-License-Identifier: Apache-2.0
// Pattern, rate and sizes of packets.
#include <algorithm>
#include <optional>

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
    if (reading_.classes > 1) return several();
    pattern();
    const std::string exchanges = of_class("use_read_write");
    if (exchanges != "0" && exchanges != "1") reading_.refuse("use_read_write", "expected 0 or 1");
    const BooksimLoad load = exchanges == "1" ? exchange_options(reading_) : sizes();
    const unsigned outstanding = reading_.whole("max_outstanding_requests", 0, 1'000'000);
    if (outstanding != 0) reading_.option("--outstanding", fmt::format("{}", outstanding));
    if (reading_.text("sim_type") == "batch") {
      reading_.option("--batch", fmt::format("{}", reading_.whole("batch_size", 1, 1'000'000'000)));
      if (reading_.whole("batch_count", 1, 1'000'000) != 1)
        reading_.note("batch_count", "one batch");
      return;
    }
    rate(load);
  }

 private:
  // Each class as a --traffic-class. They share all VCs, as there.
  void several() {
    for (const char* key : {"max_outstanding_requests", "use_read_write"})
      for (class_ = 0; class_ < reading_.classes; ++class_)
        if (of_class(key) != "0") reading_.refuse(key, "expected 0 with several classes");
    if (reading_.text("sim_type") == "batch")
      reading_.refuse("sim_type", "expected latency or throughput with several classes");
    const bool priorities = reading_.text("priority") == "class";
    for (class_ = 0; class_ < reading_.classes; ++class_) {
      text_.clear();
      pattern();
      rate(sizes());
      if (priorities) {
        const auto priority = base::parse_whole(of_class("class_priority"), 255);
        if (!priority) reading_.refuse("class_priority", "expected 0 to 255 for each class");
        say("--priority", fmt::format("{}", priority.value_or(0)));
      }
      reading_.option("--traffic-class", text_);
    }
  }

  std::string of_class(std::string_view key) { return reading_.of_class(key, class_); }

  // Of all traffic, or of the class that is read now.
  void say(const char* option, const std::string& value) {
    if (reading_.classes == 1) return reading_.option(option, value);
    const std::string_view name =
        std::string_view(option) == "--packet-flits" ? "flits" : option + 2;
    text_ += fmt::format("{}{}={}", text_.empty() ? "" : "/", name, value);
  }

  void rate(const BooksimLoad& load) {
    const double given = reading_.real_of("injection_rate", of_class("injection_rate"));
    const double packets =
        reading_.is_set("injection_rate_uses_flits") ? given / load.counted : given;
    process(packets);
    const double flits = packets * load.flits;
    if (flits > 1)
      reading_.refuse("injection_rate",
                      fmt::format("{:g} flits a node and cycle, expected at most 1", flits));
    if (given == 0) reading_.refuse("injection_rate", "expected above 0");
    // As many digits as tell one rate from the next.
    say("--rate", fmt::format("{:.12g}", flits));
  }

  // on_off, or on_off(alpha,beta,r1). One of the three is negative and follows from the rate, which
  // is r1 alpha / (alpha + beta).
  void process(double packets) {
    const BooksimCall call = booksim_call(of_class("injection_process"));
    if (call.word == "bernoulli" && call.arguments.empty()) return;
    if (call.word != "on_off" || call.arguments.size() > 3) {
      reading_.refuse("injection_process", "expected bernoulli, on_off or on_off(alpha,beta,r1)");
      return;
    }
    std::string words[3] = {of_class("burst_alpha"), of_class("burst_beta"), of_class("burst_r1")};
    std::ranges::copy(call.arguments, words);
    std::optional<double> values[3];  // none: it follows
    bool are_shares = true;
    unsigned follow = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto value = base::parse_real(words[i]);
      if (value && *value < 0) {
        ++follow;
        continue;
      }
      values[i] = value.value_or(0);
      are_shares = are_shares && *values[i] > 0 && *values[i] <= 1;
    }
    if (!are_shares || follow != 1) {
      reading_.refuse("injection_process",
                      "expected one negative of alpha, beta and r1, and the others above 0 to 1");
      return;
    }
    if (packets <= 0) return;
    auto& [alpha, beta, r1] = values;
    if (r1 && *r1 <= packets) {
      reading_.refuse("injection_process", "expected r1 above the packets a cycle of the rate");
      return;
    }
    if (!alpha) alpha = *beta * packets / (*r1 - packets);
    if (!beta) beta = *alpha * (*r1 - packets) / packets;
    if (*alpha > 1 || *beta > 1) {
      reading_.refuse("injection_process",
                      fmt::format("the rate needs alpha = {:g} and beta = {:g}, expected at most 1",
                                  *alpha, *beta));
      return;
    }
    say("--arrivals", "bursts");
    say("--bursts", fmt::format("{:.12g},{:.12g}", *alpha, *beta));
  }

  void pattern() {
    const BooksimCall call = booksim_call(of_class("traffic"));
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
    say("--traffic", std::string(found->ours));
    if (found->name == "hotspot") {
      hotspot(call);
    } else if (found->name == "background") {
      background(call);
    } else if (found->name == "randperm") {
      permutation(call);
    } else if (found->name == "bad_dragon") {
      const unsigned p = reading_.whole("k", 1, 16);
      say("--traffic-group", fmt::format("{}", 2 * p * p));
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
    if (topology == "fly" || topology == "fattree" || topology == "qtree" || topology == "tree4" ||
        topology == "flatfly")
      reading_.option("--end-grid", booksim_sizes(reading_.base, reading_.digits));
  }

  // background({nodes}): all but these.
  void background(const BooksimCall& call) {
    std::string nodes;
    for (const std::string& node : call.arguments.size() == 1 ? booksim_list(call.arguments[0])
                                                              : std::vector<std::string>{}) {
      if (base::parse_whole(node, 65'535)) nodes += (nodes.empty() ? "" : ",") + node;
    }
    if (nodes.empty()) reading_.refuse("traffic", "expected background({nodes})");
    say("--hot-nodes", nodes);
  }

  void permutation(const BooksimCall& call) {
    const std::string seed =
        call.arguments.empty() ? reading_.text("perm_seed") : call.arguments[0];
    if (call.arguments.empty() && !base::parse_whole(seed))
      return reading_.refuse("perm_seed", "expected a whole number");
    if (call.arguments.size() > 1 || !base::parse_whole(seed))
      return reading_.refuse("traffic", "expected randperm or randperm(seed), with a whole number");
    reading_.note("traffic", "a random permutation, another one than BookSim's");
    say("--pattern-seed", seed);
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
    say("--hot-nodes", hot);
    say("--hot-share", "1");
  }

  BooksimLoad sizes() {
    constexpr std::string_view kList = "one value, or a list of one class in a list, as {{1,5}}";
    const std::vector<std::string> sizes =
        booksim_list(reading_.of_class("packet_size", class_, kList));
    std::vector<std::string> weights =
        booksim_list(reading_.of_class("packet_size_rate", class_, kList));
    weights.resize(sizes.size(), weights.empty() ? "1" : weights.back());
    std::string mix;
    double sum = 0, weight_sum = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const auto size = base::parse_whole(sizes[i], 256);
      const double weight = reading_.real_of("packet_size_rate", weights[i]);
      if (!size || *size == 0) {
        reading_.refuse("packet_size", "expected 1 to 256 flits");
        return {};
      }
      sum += static_cast<double>(*size) * weight;
      weight_sum += weight;
      if (weight > 0)
        mix += fmt::format("{}{}:{}", mix.empty() ? "" : ",", *size, kernel::decimal(weight));
    }
    if (weight_sum <= 0) {
      reading_.refuse("packet_size_rate", "expected a weight above 0");
      return {};
    }
    say("--packet-flits", sizes.size() == 1 ? sizes.front() : mix);
    return {sum / weight_sum, sum / weight_sum};
  }

  BooksimReading& reading_;
  unsigned class_ = 0;  // that is read now
  std::string text_;    // of it, so far
};

}  // namespace

void traffic_options(BooksimReading& reading) { TrafficOptions(reading).run(); }

}  // namespace rc::sim::lab
