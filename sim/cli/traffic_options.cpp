// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/traffic_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/parts.h"
#include "sim/cli/cli.h"
#include "sim/lab/evaluation/netrace_file.h"
#include "sim/lab/evaluation/pattern_settings.h"

namespace rc::sim::cli {
namespace {

// An option that only some patterns have.
void check_pattern(const CLI::Option* option, const std::string& pattern) {
  const std::string name = option->get_name();
  if (option->count() == 0 || lab::pattern_has(pattern, name.substr(2))) return;
  throw kernel::InputError(
      fmt::format("{}: only with --traffic {}", name, lab::patterns_with(name.substr(2))));
}

// Of "a, b or c".
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string_view word : base::parts_of(text, ' '))
    if (word != "or") names.emplace_back(word.substr(0, word.find(',')));
  return names;
}

}  // namespace

void TrafficOptions::add_to(CLI::App& verb, lab::NocSetup& setup) {
  pattern_ = offers(note(verb.add_option("--traffic", setup.pattern.name, noc::pattern_names())),
                    names_in(noc::pattern_names()))
                 ->capture_default_str();
  hot_nodes_ = note(verb.add_option("--hot-nodes", setup.pattern.hot_nodes,
                                    "with hotspot: nodes x + cols * y (default: the one in the "
                                    "middle); with background: nodes that get nothing; with "
                                    "multicast: the group"))
                   ->delimiter(',');
  hot_share_ = note(verb.add_option("--hot-share", setup.pattern.hot_share,
                                    "with hotspot: share of packets that go to them"))
                   ->capture_default_str();
  seed_ = note(verb.add_option("--pattern-seed", setup.pattern.seed, "with permutation: which one"))
              ->check(whole_number())
              ->capture_default_str();
  group_ = note(verb.add_option("--traffic-group", setup.pattern.group,
                                "with bad-dragonfly and local: nodes of a group (default: the "
                                "topology's); with multicast: how many get a copy (default: all)"))
               ->check(whole_number(1, 4096))
               ->default_str("");
  local_ = note(verb.add_option("--local-share", setup.pattern.local_share,
                                "with local: share of packets that stay in the group"))
               ->capture_default_str();
  copies_ = offers(note(verb.add_option("--multicast-copies", copies_by_,
                                        "with multicast: who makes the copies, source or routers")),
                   {"source", "routers"})
                ->capture_default_str();
  matrix_ = note(verb.add_option("--matrix", setup.matrix_file,
                                 "with matrix: a file of flits a cycle, by source and destination; "
                                 "--rate scales them"));
  sizes_ = note(verb.add_option("--packet-flits", setup.packet_flits,
                                "flits per packet: SIZE, or a mix SIZE:WEIGHT,SIZE:WEIGHT,...; by "
                                "class: MIX/MIX"))
               ->capture_default_str();
  shares_ = note(verb.add_option("--class-shares", setup.class_shares,
                                 "of the packets, by message class (default: equal)"))
                ->delimiter(',');
  process_ = offers(note(verb.add_option("--arrivals", arrivals_, "bernoulli, periodic or bursts")),
                    {"bernoulli", "periodic", "bursts"})
                 ->capture_default_str();
  bursts_ = note(verb.add_option("--bursts", burst_,
                                 "with bursts: BEGIN,END, probabilities of a cycle that a burst "
                                 "begins or ends (default: 0.1,0.1)"))
                ->delimiter(',')
                ->expected(2);
  CLI::Option* const classes =
      note(verb.add_option("--traffic-class", classes_,
                           "a class of traffic beside others, as "
                           "rate=0.1/traffic=hotspot/flits=1:0.5,5:0.5/priority=2; repeatable"))
          ->take_all()
          ->allow_extra_args(false)
          ->excludes(shares_);
  note(verb.add_option("--exchanges", setup.exchanges,
                       "requests with replies: REQUEST-REPLY in flits, or a mix "
                       "REQUEST-REPLY:WEIGHT,..."))
      ->excludes(sizes_)
      ->excludes(shares_)
      ->excludes(classes);
  note(verb.add_option("--outstanding", setup.outstanding,
                       "exchanges, or packets, that a node may have under way (default: any "
                       "number)"))
      ->check(whole_number(1, 1'000'000))
      ->default_str("")
      ->excludes(classes);
  service_ = note(verb.add_option("--service-cycles", setup.service,
                                  "with --exchanges: from the arrival of a request to its reply"))
                 ->check(whole_number())
                 ->capture_default_str();
  note(verb.add_option("--batch", setup.batch,
                       "instead of a rate: so many packets or exchanges a node, to the end"))
      ->check(whole_number(1, 1'000'000'000))
      ->default_str("")
      ->excludes(classes);
}

CLI::Option& TrafficOptions::add_netrace(CLI::App& verb, lab::NocSetup& setup) {
  CLI::Option& netrace = *verb.add_option(
      "--netrace", setup.netrace_file,
      "instead: a trace of netrace, whose packets wait for those that they depend on");
  verb.add_option("--netrace-cycles", netrace_cycles_, "of the trace: so many of its first cycles")
      ->check(whole_number(1, ~std::uint64_t{0}))
      ->default_str("")
      ->needs(&netrace);
  verb.add_option("--release-cycles", setup.netrace_settings.release,
                  "with --netrace: from the last packet waited for to the one that waits")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str()
      ->needs(&netrace);
  verb.add_option("--flit-bytes", setup.netrace_settings.flit_bytes,
                  "with --netrace: bytes of a packet that fit a flit")
      ->check(whole_number(1, 72))
      ->capture_default_str()
      ->needs(&netrace);
  for (CLI::Option* const other : generated_) netrace.excludes(other);
  return netrace;
}

void TrafficOptions::parsed(lab::NocSetup& setup, bool rate_given) {
  rate_given_ = rate_given;
  const std::string& name = setup.pattern.name;
  check_pattern(hot_nodes_, name);
  check_pattern(hot_share_, name);
  check_pattern(seed_, name);
  check_pattern(group_, name);
  if (name == "multicast" && group_->count() != 0 && hot_nodes_->count() != 0)
    throw kernel::InputError(
        "--traffic multicast: expected --traffic-group or --hot-nodes, not both");
  check_pattern(local_, name);
  check_pattern(copies_, name);
  if (copies_by_ != "source" && copies_by_ != "routers")
    throw kernel::InputError(fmt::format("--multicast-copies {}: expected source or routers",
                                         kernel::shown(copies_by_)));
  setup.forks = copies_by_ == "routers";
  check_pattern(matrix_, name);
  if (name == "matrix" && matrix_->count() == 0)
    throw kernel::InputError("--traffic matrix: expected --matrix FILE");
  setup.arrivals.process = noc::arrival_process(arrivals_);
  if (bursts_->count() != 0) {
    if (setup.arrivals.process != noc::ArrivalSettings::Process::bursts)
      throw kernel::InputError("--bursts: only with --arrivals bursts");
    setup.arrivals.begin = burst_[0];
    setup.arrivals.end = burst_[1];
  }
  if (service_->count() != 0 && setup.exchanges.empty())
    throw kernel::InputError("--service-cycles: only with --exchanges");
  if (!classes_.empty()) read_classes(setup, rate_given);
  generated_.clear();
}

// What the verb's own options say is for those classes that do not say it.
void TrafficOptions::read_classes(lab::NocSetup& setup, bool rate_given) const {
  for (const auto& [option, name] :
       {std::pair{pattern_, "traffic="}, {sizes_, "flits="}, {process_, "arrivals="}}) {
    const bool none = std::ranges::all_of(classes_, [name = name](const std::string& text) {
      return text.starts_with(name) || text.find(std::string("/") + name) != std::string::npos;
    });
    if (none && option->count() != 0)
      throw kernel::InputError(
          fmt::format("{} has no effect: every --traffic-class says {}", option->get_name(), name));
  }
  if (setup.pattern.name == "matrix" || setup.pattern.name == "multicast")
    throw kernel::InputError(
        fmt::format("--traffic {}: not with --traffic-class", setup.pattern.name));
  const lab::TrafficClass others{
      .pattern = setup.pattern, .packet_flits = setup.packet_flits, .arrivals = setup.arrivals};
  for (const std::string& text : classes_)
    setup.traffic_classes.push_back(lab::read_traffic_class(text, others));
  if (!rate_given) setup.rate = lab::total_rate(setup.traffic_classes);
}

void TrafficOptions::read_files(lab::NocSetup& setup) const {
  if (setup.is_netrace())
    setup.netrace = std::make_shared<const noc::Netrace>(
        lab::read_netrace_file(setup.netrace_file, netrace_cycles_));
  if (setup.matrix_file.empty()) return;
  const std::string text = base::read_file(setup.matrix_file, base::kMaxProgram);
  setup.pattern.matrix = std::make_shared<const noc::RateMatrix>(
      noc::read_matrix(setup.ends().nodes(), text, setup.matrix_file));
  if (!rate_given_) setup.rate = setup.pattern.matrix->mean();
}

void add_measurement_options(CLI::App& verb, lab::NocSetup& setup) {
  verb.add_option("--warmup", setup.warmup, "cycles before the first that counts")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--measure", setup.measure,
                  "cycles of the pilot, which finds how long to measure, at least")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--max-measure", setup.max_measure,
                  "cycles of pilot and measurement, at most; below twice --measure: no pilot")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--precision", setup.precision,
                  "wanted half width of the 95 % confidence interval, relative to the mean latency")
      ->capture_default_str();
  verb.add_option("--verdict-cycles", setup.verdict_cycles,
                  "cycles to simulate, at most, until the load is found stable or saturated")
      ->check(whole_number())
      ->capture_default_str();
  // What is measured whole, from the first packet to the last, has none of these.
  for (const char* whole : {"--trace", "--netrace", "--batch"})
    for (const char* other :
         {"--warmup", "--measure", "--max-measure", "--precision", "--verdict-cycles"})
      verb.get_option(whole)->excludes(verb.get_option(other));
}

}  // namespace rc::sim::cli
