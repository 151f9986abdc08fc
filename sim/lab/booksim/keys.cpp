// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/numbers.h"

namespace rc::sim::lab {
namespace {

using enum BooksimUse;

constexpr std::string_view kOurEnd = "our confidence interval ends the run: `--precision`";
constexpr std::string_view kOutput = "leave it out: `--json`, `--packets` write our results";
constexpr std::string_view kOneNetwork = "leave it out: there is one network";
constexpr std::string_view kPools = "of shared and limited: a buffer for each VC, else refused";
constexpr std::string_view kClassVcs =
    "with use_read_write: 0 to n/2 - 1 for requests, n/2 to n - 1 for replies, also by -1; others "
    "get "
    "a line";

constexpr BooksimKey kKeys[] = {
    {"topology", "torus", exact, "", "`--topology`; single is refused"},
    {"k", "8", exact, "", "`--sizes`, `--radix`, `--dragonfly`"},
    {"n", "2", exact, "", "`--sizes`, `--stages`"},
    {"c", "1", exact, "", "`--concentration` of cmesh and flatfly"},
    {"x", "8", exact, "", "routers of flatfly, must be k; of cmesh, must be y"},
    {"y", "8", exact, "", "as x"},
    {"xr", "1", exact, "", "end points a router of cmesh and flatfly; xr yr must be c"},
    {"yr", "1", exact, "", "as xr"},
    {"use_noc_latency", "1", exact, "0", "`--wire`, `--wire-per-pitch`"},
    {"network_file", "", exact, "", "a path from the configuration's folder, or from here"},
    {"in_ports", "5", unused, "", "of topology single"},
    {"out_ports", "5", unused, "", "of topology single"},
    {"channel_file", "", refused, "", "write the network as a topology file"},
    {"subnets", "1", refused, "", kOneNetwork},
    {"link_failures", "0", refused, "", "name the broken channels: `--broken`"},
    {"fail_seed", "0", unused, "", "of link_failures"},
    {"routing_function", "none", exact, "", "`--routing`, by the table of routing functions"},
    {"router", "iq", refused, "", "use `iq`, the input-queued router"},
    {"output_delay", "0", refused, "", "add the cycles to st_final_delay"},
    {"credit_delay", "0", exact, "", "`--delays credit=`"},
    {"internal_speedup", "1.0", refused, "1", "use input_speedup and output_speedup"},
    {"output_buffer_size", "-1", approximate, "", "an output with speed-up holds a few flits"},
    {"noq", "0", exact, "", "`--routing NAME+noq`, with routing_delay = 0"},
    {"speculative", "0", exact, "1", "`--speculative`"},
    {"spec_check_elig", "1", approximate, "", "a speculative grant without a VC is lost"},
    {"spec_check_cred", "1", approximate, "", "a speculative grant without a credit is lost"},
    {"spec_mask_by_reqs", "0", approximate, "", "heads with a VC go before speculative ones"},
    {"spec_sw_allocator", "prio", approximate, "", "heads with a VC go before speculative ones"},
    {"num_vcs", "16", exact, "", "`--vcs`; above 16: 16, with a line"},
    {"vc_buf_size", "8", exact, "", "`--vc-depth`; above 64: 64, with a line"},
    {"buf_size", "-1", exact, "", "slots of a port; from 1 on in place of vc_buf_size"},
    {"buffer_policy", "private", approximate, "",
     "shared, limited: no slot is kept for a VC that is empty amid a packet; others are refused"},
    {"private_bufs", "-1", exact, "", kPools},
    {"private_buf_size", "1", exact, "",
     "of shared and limited, as many for all VCs: `--vc-depth`"},
    {"private_buf_start_vc", "-1", exact, "", kPools},
    {"private_buf_end_vc", "-1", exact, "", kPools},
    {"max_held_slots", "-1", exact, "", "of limited: all slots of a port, else refused"},
    {"feedback_aging_scale", "1", unused, "", "of buffer policies that are refused"},
    {"feedback_offset", "0", unused, "", "of buffer policies that are refused"},
    {"wait_for_tail_credit", "0", exact, "1", "`--reallocate empty`"},
    {"vc_busy_when_full", "0", approximate, "", "a head may own a VC that is full"},
    {"vc_prioritize_empty", "0", approximate, "", "free VCs are taken in turn"},
    {"vc_priority_donation", "0", refused, "", "leave it out: flits keep their priority"},
    {"vc_shuffle_requests", "0", approximate, "", "requests keep their order"},
    {"hold_switch_for_packet", "0", exact, "", "`--hold-switch`"},
    {"input_speedup", "1", exact, "", "`--speedup`"},
    {"output_speedup", "1", exact, "", "`--speedup`"},
    {"routing_delay", "1", exact, "", "`--delays route=`"},
    {"vc_alloc_delay", "1", exact, "", "`--delays vc=`"},
    {"sw_alloc_delay", "1", approximate, "", "cycles above 1 are spent before the VC: `before=`"},
    {"st_prepare_delay", "0", exact, "", "`--delays traverse=`, with st_final_delay"},
    {"st_final_delay", "1", exact, "", "`--delays traverse=`, with st_prepare_delay"},
    {"vct", "0", unused, "", "of router = event"},
    {"vc_allocator", "islip", exact, "",
     "`--vc-allocator`; a line for pim, loa and select (as islip), rr_wavefront (as wavefront), "
     "max_size (as separable)"},
    {"sw_allocator", "islip", exact, "", "`--switch-allocator`; as vc_allocator, with max_size"},
    {"arb_type", "round_robin", exact, "",
     "of separable allocators: `--arbiter`; matrix is least recently served"},
    {"alloc_iters", "1", exact, "", "of islip, pim and select: `--iterations`"},
    {"classes", "1", exact, "", "`--traffic-class`, to 8; the keys below may be lists by class"},
    {"traffic", "uniform", exact, "", "`--traffic`, by the table of patterns"},
    {"class_priority", "0", exact, "", "with priority = class: `priority=` of `--traffic-class`"},
    {"perm_seed", "0", exact, "", "`--pattern-seed`; randperm gets a line"},
    {"injection_rate", "0.1", exact, "", "`--rate`, in flits"},
    {"injection_rate_uses_flits", "0", exact, "1", "0: the rate is multiplied by the mean size"},
    {"packet_size", "1", exact, "", "`--packet-flits`"},
    {"packet_size_rate", "1", exact, "", "the weights in `--packet-flits`"},
    {"injection_process", "bernoulli", exact, "", "on_off: `--arrivals bursts`"},
    {"burst_alpha", "0.5", exact, "", "`--bursts`"},
    {"burst_beta", "0.5", exact, "", "`--bursts`"},
    {"burst_r1", "-1.0", exact, "", "one of the three is negative, and follows from the rate"},
    {"priority", "none", exact, "",
     "`--priority` for class, age and network_age; a line for allocators that are not separable"},
    {"batch_size", "1000", exact, "", "`--batch`, with sim_type = batch"},
    {"batch_count", "1", exact, "", "1; more get a line, with sim_type = batch"},
    {"max_outstanding_requests", "0", exact, "", "`--outstanding`"},
    {"use_read_write", "0", exact, "", "`--exchanges`"},
    {"write_fraction", "0.5", exact, "", "the weights in `--exchanges`"},
    {"read_request_begin_vc", "0", exact, "", kClassVcs},
    {"read_request_end_vc", "5", exact, "", kClassVcs},
    {"write_request_begin_vc", "2", exact, "", kClassVcs},
    {"write_request_end_vc", "7", exact, "", kClassVcs},
    {"read_reply_begin_vc", "8", exact, "", kClassVcs},
    {"read_reply_end_vc", "13", exact, "", kClassVcs},
    {"write_reply_begin_vc", "10", exact, "", kClassVcs},
    {"write_reply_end_vc", "15", exact, "", kClassVcs},
    {"read_request_subnet", "0", refused, "", kOneNetwork},
    {"read_reply_subnet", "0", refused, "", kOneNetwork},
    {"write_request_subnet", "0", refused, "", kOneNetwork},
    {"write_reply_subnet", "0", refused, "", kOneNetwork},
    {"read_request_size", "1", exact, "", "with use_read_write: `--exchanges`"},
    {"write_request_size", "1", exact, "", "with use_read_write: `--exchanges`"},
    {"read_reply_size", "1", exact, "", "with use_read_write: `--exchanges`"},
    {"write_reply_size", "1", exact, "", "with use_read_write: `--exchanges`"},
    {"sim_type", "latency", exact, "", "latency and throughput are one run here; batch: `--batch`"},
    {"warmup_periods", "3", exact, "", "`--warmup`, in sample periods"},
    {"sample_period", "1000", exact, "", "the unit of warmup_periods"},
    {"max_samples", "10", unused, "", kOurEnd},
    {"measure_stats", "1", exact, "", "a class with 0 has no section in the summary"},
    {"pair_stats", "0", unused, "", "`--packets` has every pair"},
    {"latency_thres", "500.0", exact, "",
     "above it the summary says unstable, with sim_type = latency; negative: none"},
    {"warmup_thres", "0.05", unused, "", kOurEnd},
    {"acc_warmup_thres", "0.05", unused, "", kOurEnd},
    {"stopping_thres", "0.05", unused, "", kOurEnd},
    {"acc_stopping_thres", "0.05", unused, "", kOurEnd},
    {"sim_count", "1", approximate, "", "one run; its confidence interval says how sure it is"},
    {"include_queuing", "1", exact, "",
     "0 gets a line: latency from the cycle in which a head leaves"},
    {"seed", "0", exact, "", "`--seed`; other draws than BookSim's"},
    {"print_activity", "0", unused, "", "`--json` has every link"},
    {"print_csv_results", "0", unused, "", "`--csv`"},
    {"deadlock_warn_timeout", "256", unused, "", "a check before the run, and one in it"},
    {"viewer_trace", "0", unused, "", "`--waves`"},
    {"watch_file", "", refused, "", kOutput},
    {"watch_flits", "", refused, "", kOutput},
    {"watch_packets", "", refused, "", kOutput},
    {"watch_transactions", "", refused, "", kOutput},
    {"watch_out", "", unused, "", "of watch_flits and its like"},
    {"stats_out", "", refused, "", kOutput},
    {"injected_flits_out", "", refused, "", kOutput},
    {"received_flits_out", "", refused, "", kOutput},
    {"stored_flits_out", "", refused, "", kOutput},
    {"sent_flits_out", "", refused, "", kOutput},
    {"outstanding_credits_out", "", refused, "", kOutput},
    {"ejected_flits_out", "", refused, "", kOutput},
    {"active_packets_out", "", refused, "", kOutput},
    {"used_credits_out", "", refused, "", kOutput},
    {"free_credits_out", "", refused, "", kOutput},
    {"max_credits_out", "", refused, "", kOutput},
    {"sent_packets_out", "", refused, "", kOutput},
    {"sim_power", "0", refused, "", "leave it out: the result has energy and area"},
    {"power_output_file", "pwr_tmp", unused, "", "of sim_power"},
    {"tech_file", "", unused, "", "of sim_power"},
    {"channel_width", "128", unused, "", "of sim_power"},
    {"channel_sweep", "0", unused, "", "of sim_power"},
};

// "1.0" is 1.
bool same_value(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto left = base::parse_real(a), right = base::parse_real(b);
  return left && right && *left == *right;
}

}  // namespace

std::span<const BooksimKey> booksim_keys() { return kKeys; }

const BooksimKey* find_booksim_key(std::string_view name) {
  const auto* const found = std::ranges::find(kKeys, name, &BooksimKey::name);
  return found == std::end(kKeys) ? nullptr : found;
}

const char* name_of(BooksimUse use) {
  switch (use) {
    case exact:
      return "exact";
    case approximate:
      return "approximate";
    case refused:
      return "refused";
    default:
      return "no effect";
  }
}

bool is_plain(const BooksimKey& key, std::string_view value) {
  if (same_value(value, key.standard)) return true;
  for (std::string_view left = key.same; !left.empty();) {
    const std::string_view word = left.substr(0, left.find(' '));
    if (same_value(value, word)) return true;
    left.remove_prefix(std::min(word.size() + 1, left.size()));
  }
  return false;
}

std::string booksim_key_table() {
  std::string table = "| key | default | here | |\n|---|---|---|---|\n";
  for (const BooksimKey& key : kKeys)
    table += fmt::format("| `{}` | {} | {} | {} |\n", key.name, key.standard, name_of(key.use),
                         key.what);
  return table;
}

}  // namespace rc::sim::lab
