// SPDX-License-Identifier: Apache-2.0
// Stages, buffers and allocators of the router.
#include <algorithm>

#include "sim/lab/booksim/reading.h"

namespace rc::sim::lab {
namespace {

constexpr unsigned kMostVcs = 16, kMostSlots = 64;

class RouterOptions {
 public:
  explicit RouterOptions(BooksimReading& reading) : reading_(reading) {}

  void run() {
    stages();
    buffers();
    allocators();
  }

 private:
  void stages() {
    const unsigned switch_delay = reading_.whole("sw_alloc_delay", 1, 16);
    reading_.option("--allocation", "two-stage");
    reading_.option(
        "--delays",
        fmt::format(
            "route={},vc={},traverse={},credit={},before={},inject=1",
            reading_.whole("routing_delay", 0, 16), reading_.whole("vc_alloc_delay", 1, 16),
            reading_.whole("st_prepare_delay", 0, 16) + reading_.whole("st_final_delay", 0, 16),
            reading_.whole("credit_delay", 0, 16), switch_delay - 1));
    if (reading_.is_set("speculative")) reading_.flag("--speculative");
    reading_.option("--flow", "wormhole");
    if (reading_.is_set("wait_for_tail_credit")) reading_.option("--reallocate", "empty");
    const unsigned in = reading_.whole("input_speedup", 1, 16),
                   out = reading_.whole("output_speedup", 1, 8);
    if (in != 1 || out != 1) reading_.option("--speedup", fmt::format("{},{}", in, out));
  }

  void buffers() {
    unsigned vcs = at_most("num_vcs", kMostVcs);
    const auto all = reading_.text("buf_size") == "-1" ? 0 : reading_.whole("buf_size", 1, 4096);
    unsigned depth = at_most("vc_buf_size", kMostSlots), shared = 0;
    if (reading_.text("buffer_policy") == "shared") {
      const unsigned slots = all == 0 ? vcs * depth : all;
      depth = reading_.whole("private_buf_size", 1, 64);
      if (slots < vcs * depth)
        reading_.refuse("private_buf_size", "expected at most the VC's share");
      shared = slots < vcs * depth ? 0 : slots - vcs * depth;
    } else if (all != 0) {
      if (all % vcs != 0 || all / vcs > 64)
        reading_.refuse("buf_size", "expected a multiple of num_vcs, and at most 64 slots a VC");
      depth = all / vcs;
    }
    // Each way of a dragonfly has the one VC of its phase.
    if (reading_.vcs != 0) {
      if (vcs < reading_.vcs) reading_.note("num_vcs", fmt::format("{} VCs", reading_.vcs));
      vcs = reading_.vcs;
    }
    reading_.option("--classes", reading_.of_class("use_read_write") == "1" ? "2" : "1");
    reading_.option("--vcs", fmt::format("{}", vcs));
    reading_.option("--vc-depth", fmt::format("{}", depth));
    if (shared != 0) reading_.option("--shared-slots", fmt::format("{}", shared));
  }

  // More than we have change what a network carries, and little below that.
  unsigned at_most(std::string_view key, unsigned most) {
    const unsigned value = reading_.whole(key, 1, 4096);
    if (value > most) reading_.note(key, fmt::format("{}, the most there are here", most));
    return std::min(value, most);
  }

  void allocators() {
    reading_.option("--vc-allocator", allocator("vc_allocator"));
    reading_.option("--switch-allocator", allocator("sw_allocator"));
    reading_.option("--iterations", fmt::format("{}", reading_.whole("alloc_iters", 1, 16)));
    priorities();
    const std::string arbiter = reading_.text("arb_type");
    if (arbiter != "round_robin" && arbiter != "matrix")
      reading_.refuse("arb_type", "expected round_robin or matrix");
    reading_.option("--arbiter", arbiter == "matrix" ? "least-recently-served" : "round-robin");
  }

  void priorities() {
    const std::string priority = reading_.text("priority");
    if (priority == "none" || (priority == "class" && reading_.classes == 1)) return;
    if (priority != "class" && priority != "age" && priority != "network_age") {
      reading_.refuse("priority", "expected none, class, age or network_age");
      return;
    }
    reading_.option("--priority", priority == "network_age" ? "network-age" : priority);
    if (priority == "network_age")
      reading_.note("priority", "of a packet's head, for all its flits");
    for (const char* key : {"vc_allocator", "sw_allocator"})
      if (!reading_.text(key).starts_with("separable"))
        reading_.note("priority", fmt::format("{} = {} heeds it here", key, reading_.text(key)));
  }

  std::string allocator(std::string_view key) {
    const std::string name = reading_.text(key);
    if (name == "islip" || name == "pim" || name == "loa" || name == "select") return "islip";
    if (name == "wavefront" || name == "rr_wavefront") return "wavefront";
    if (name == "separable_input_first") return "separable-input";
    if (name == "separable_output_first") return "separable-output";
    if (name == "max_size") return "maximum";
    reading_.refuse(
        key,
        "expected islip, wavefront, separable_input_first, separable_output_first, max_size, "
        "pim, loa, select or rr_wavefront");
    return "islip";
  }

  BooksimReading& reading_;
};

}  // namespace

void router_options(BooksimReading& reading) { RouterOptions(reading).run(); }

}  // namespace rc::sim::lab
