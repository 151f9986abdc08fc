// SPDX-License-Identifier: Apache-2.0
// Stages, buffers and allocators of the router.
#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/numbers.h"
#include "sim/lab/booksim/reading.h"

namespace rc::sim::lab {
namespace {

constexpr unsigned kMostVcs = 16, kMostSlots = 64, kMostShared = 128;

enum class Argument : std::uint8_t { none, iterations, arbiter };

struct AllocatorName {
  std::string_view name, ours;
  Argument argument;
  std::string_view note;  // how it differs
};

constexpr AllocatorName kAllocators[] = {
    {"islip", "islip", Argument::iterations, ""},
    {"pim", "islip", Argument::iterations, "as islip"},
    {"select", "islip", Argument::iterations, "as islip"},
    {"loa", "islip", Argument::none, "as islip"},
    {"wavefront", "wavefront", Argument::none, ""},
    {"rr_wavefront", "wavefront", Argument::none, "as wavefront"},
    {"separable_input_first", "separable-input", Argument::arbiter, ""},
    {"separable_output_first", "separable-output", Argument::arbiter, ""},
    {"max_size", "maximum", Argument::none, ""},
};

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
    if (reading_.is_set("hold_switch_for_packet")) reading_.flag("--hold-switch");
    reading_.option("--flow", "wormhole");
    if (reading_.is_set("wait_for_tail_credit")) reading_.option("--reallocate", "empty");
    const unsigned in = reading_.whole("input_speedup", 1, 16),
                   out = reading_.whole("output_speedup", 1, 8);
    if (in != 1 || out != 1) reading_.option("--speedup", fmt::format("{},{}", in, out));
  }

  void buffers() {
    unsigned vcs = at_most("num_vcs", kMostVcs);
    const unsigned all = reading_.whole_or_unset("buf_size", 0, 65'535).value_or(0);
    unsigned depth = at_most("vc_buf_size", kMostSlots), shared = 0;
    const std::string policy = reading_.text("buffer_policy");
    if (policy == "shared" || policy == "limited") {
      const unsigned slots = all == 0 ? vcs * depth : all;
      depth = own_slots(vcs, slots);
      if (slots < vcs * depth)
        reading_.refuse("private_buf_size", "expected at most the VC's share");
      shared = slots < vcs * depth ? 0 : slots - vcs * depth;
      if (policy == "limited" &&
          reading_.whole_or_unset("max_held_slots", 1, 65'535).value_or(slots) < slots)
        reading_.refuse("max_held_slots", "expected -1, or all slots of a port");
      if (shared > kMostShared) {
        reading_.note("buffer_policy",
                      fmt::format("{} shared slots, the most there are here", kMostShared));
        shared = kMostShared;
      }
    } else if (policy != "private") {
      reading_.refuse("buffer_policy", "expected private, shared or limited");
    } else if (all != 0) {
      if (all < vcs || all / vcs > kMostSlots)
        reading_.refuse("buf_size", fmt::format("expected 1 to {} slots a VC", kMostSlots));
      depth = std::clamp(all / vcs, 1U, kMostSlots);
    }
    // Each way of a dragonfly has the one VC of its phase.
    if (reading_.vcs != 0) {
      if (vcs < reading_.vcs) reading_.note("num_vcs", fmt::format("{} VCs", reading_.vcs));
      vcs = reading_.vcs;
    }
    const unsigned classes = reading_.of_class("use_read_write") == "1" ? 2 : 1;
    if (const unsigned its = vcs / classes; reading_.halves && its % 2 == 1 && its > 1) {
      vcs = (its - 1) * classes;
      reading_.note("num_vcs", fmt::format("{} VCs, as many in both halves of a class", vcs));
    }
    reading_.option("--classes", fmt::format("{}", classes));
    reading_.option("--vcs", fmt::format("{}", vcs));
    reading_.option("--vc-depth", fmt::format("{}", depth));
    if (shared != 0) reading_.option("--shared-slots", fmt::format("{}", shared));
  }

  // Of each VC, beside the shared ones: here as many for all.
  unsigned own_slots(unsigned vcs, unsigned slots) {
    if (reading_.whole_or_unset("private_bufs", 0, 4096).value_or(vcs) != vcs)
      reading_.refuse("private_bufs", "expected -1, or as many as VCs");
    for (const char* key : {"private_buf_start_vc", "private_buf_end_vc"}) {
      const std::vector<std::string> places = booksim_list(reading_.text(key));
      if (places.size() == 1 && places[0].starts_with('-')) continue;
      for (unsigned vc = 0; vc < std::max<std::size_t>(vcs, places.size()); ++vc) {
        if (vc < places.size() && places[vc] == std::to_string(vc)) continue;
        reading_.refuse(key, "expected -1, or each VC by itself, as {0,1,2}");
        break;
      }
    }
    const std::vector<std::string> sizes = booksim_list(reading_.text("private_buf_size"));
    if (sizes.size() == 1 && sizes[0].starts_with('-'))
      return std::clamp(slots / vcs, 1U, kMostSlots);
    const auto size = base::parse_whole(sizes[0], kMostSlots);
    if (size && *size != 0 && std::ranges::count(sizes, sizes[0]) == std::ssize(sizes))
      return static_cast<unsigned>(*size);
    reading_.refuse("private_buf_size", fmt::format("expected 1 to {}, of all VCs", kMostSlots));
    return 1;
  }

  // More than we have change what a network carries, and little below that.
  unsigned at_most(std::string_view key, unsigned most) {
    const unsigned value = reading_.whole(key, 1, 4096);
    if (value > most) reading_.note(key, fmt::format("{}, the most there are here", most));
    return std::min(value, most);
  }

  void allocators() {
    const Allocator vc = allocator("vc_allocator"), across = allocator("sw_allocator");
    reading_.option("--vc-allocator", vc.ours);
    reading_.option("--switch-allocator", across.ours);
    // The router has one number and one kind for both.
    const unsigned iterations = std::max(vc.iterations, across.iterations);
    if (vc.iterations != across.iterations && vc.iterates() && across.iterates())
      reading_.note("sw_allocator", fmt::format("{} iterations of both allocators", iterations));
    reading_.option("--iterations", fmt::format("{}", iterations));
    priorities();
    const std::string arbiter = !vc.arbiter.empty()       ? vc.arbiter
                                : !across.arbiter.empty() ? across.arbiter
                                                          : reading_.text("arb_type");
    if (!across.arbiter.empty() && across.arbiter != arbiter)
      reading_.note("sw_allocator", fmt::format("{} arbiters of both allocators", arbiter));
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

  struct Allocator {
    std::string ours;
    unsigned iterations = 1;
    std::string arbiter;  // of separable ones; else empty
    bool iterates() const { return ours == "islip"; }
  };

  // An argument is the iterations, as in islip(2), or the arbiter, as in
  // separable_input_first(matrix).
  Allocator allocator(std::string_view key) {
    const BooksimCall call = booksim_call(reading_.text(key));
    const auto kind = std::ranges::find(kAllocators, call.word, &AllocatorName::name);
    if (kind == std::end(kAllocators)) {
      std::string known;
      for (const AllocatorName& one : kAllocators)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", one.name);
      reading_.refuse(key, "expected one of " + known);
      return {"islip", 1, ""};
    }
    const bool separable = kind->argument == Argument::arbiter;
    if (!kind->note.empty()) reading_.note(key, kind->note);
    // Only the switch has it.
    if (call.word == "max_size" && key == "vc_allocator") reading_.note(key, "as separable");
    Allocator found{std::string(kind->ours), 1, ""};
    if (separable) found.arbiter = reading_.text("arb_type");
    if (kind->argument == Argument::iterations)
      found.iterations = reading_.whole("alloc_iters", 1, 16);
    if (call.arguments.size() > (kind->argument == Argument::none ? 0U : 1U)) {
      reading_.refuse(key, "expected no more arguments");
    } else if (!call.arguments.empty() && separable) {
      found.arbiter = call.arguments[0];
    } else if (!call.arguments.empty()) {
      const auto iterations = base::parse_whole(call.arguments[0], 16);
      if (!iterations || *iterations == 0) reading_.refuse(key, "expected 1 to 16 iterations");
      found.iterations = static_cast<unsigned>(iterations.value_or(1));
    }
    if (separable && found.arbiter != "round_robin" && found.arbiter != "matrix")
      reading_.refuse(call.arguments.empty() ? "arb_type" : key, "expected round_robin or matrix");
    return found;
  }

  BooksimReading& reading_;
};

}  // namespace

void router_options(BooksimReading& reading) { RouterOptions(reading).run(); }

}  // namespace rc::sim::lab
