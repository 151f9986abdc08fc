// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/rtl/shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "sim/base/numbers.h"

namespace rc::sim::lab {
namespace {

constexpr unsigned kMaxRtlDepth = 16, kMaxRequesters = 16;  // rc_router_pkg; rc_arbiter
constexpr unsigned kMaxMatched = 256;                       // VCs on a side of rc_vc_allocator

[[noreturn]] void no_router(const std::string& what, const std::string& expected) {
  throw kernel::InputError(
      fmt::format("no router in SystemVerilog has {}: expected {}", what, expected));
}

void check_policies(const noc::RouterParams& router) {
  for (const noc::AllocatorKind kind : {router.vc_allocator, router.switch_allocator})
    if (rtl_name(kind) == nullptr)
      no_router("the allocator maximum", "hardware, as islip or wavefront");
  if (router.speculative) no_router("speculation", "two stages, one after the other");
  if (router.hold_switch) no_router("a switch that a packet holds", "one that each flit asks for");
  if (router.input_speedup != 1 || router.output_speedup != 1)
    no_router("a crossbar with speed-up", "one port of it a port");
  if (router.shared_slots != 0) no_router("shared slots", "--shared-slots 0");
  if (router.reallocate != noc::Reallocation::tail)
    no_router("--reallocate empty", "--reallocate tail");
  if (router.arbiter == noc::ArbiterKind::oldest)
    no_router("--arbiter oldest", "least-recently-served or round-robin");
  if (router.priority != noc::Priority::none) no_router("priorities", "--priority none");
  if (router.credit > 1)
    no_router(fmt::format("--delays credit={}", router.credit), "credit=1, its register, or 0");
  if (router.vc_depth > kMaxRtlDepth)
    no_router(fmt::format("{} flits a VC", router.vc_depth), "at most 16");
}

// Least recently served is a matrix of its requesters.
void check_arbiters(const RouterShape& shape, const noc::RouterParams& router) {
  const unsigned vcs_in = shape.inputs * shape.vcs, vcs_out = shape.outputs * shape.vcs;
  unsigned most = 0;  // requesters of such an arbiter
  const auto separable = [](noc::AllocatorKind kind) {
    return kind == noc::AllocatorKind::separable_input ||
           kind == noc::AllocatorKind::separable_output;
  };
  if (!shape.two_stage) most = std::max(shape.inputs, shape.vcs);
  if (shape.two_stage && separable(router.vc_allocator)) most = std::max(vcs_in, vcs_out);
  if (shape.two_stage && separable(router.switch_allocator))
    most = std::max({most, shape.inputs, shape.outputs});
  if (!shape.round_robin && most > kMaxRequesters)
    no_router(fmt::format("a least-recently-served arbiter of {} requesters", most),
              "--arbiter round-robin");
  if (!shape.round_robin && most != 0 && router.iterations > 1)
    no_router("least-recently-served arbiters of several iterations", "--arbiter round-robin");
  if (shape.two_stage && std::max(vcs_in, vcs_out) > kMaxMatched)
    no_router(fmt::format("an allocator of {} VCs", std::max(vcs_in, vcs_out)),
              fmt::format("at most {} on a side", kMaxMatched));
}

}  // namespace

const char* rtl_name(noc::AllocatorKind kind) {
  switch (kind) {
    case noc::AllocatorKind::separable_input:
      return "SeparableInput";
    case noc::AllocatorKind::separable_output:
      return "SeparableOutput";
    case noc::AllocatorKind::islip:
      return "Islip";
    case noc::AllocatorKind::wavefront:
      return "Wavefront";
    case noc::AllocatorKind::maximum:
      break;
  }
  return nullptr;
}

unsigned RouterShape::port_bits() const { return base::bits_for(outputs); }

unsigned RouterShape::way_bits() const {
  return port_bits() + (sets.size() > 1 ? base::bits_for(static_cast<unsigned>(sets.size())) : 0);
}

unsigned RouterShape::table_words() const {
  const std::uint64_t entries = std::uint64_t{destinations} * (by_vc ? inputs * vcs : 1);
  return static_cast<unsigned>(std::max<std::uint64_t>(3, (entries * way_bits() + 31) / 32));
}

std::uint64_t RouterShape::packed_sets() const {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sets.size(); ++i)
    bits |= std::uint64_t{sets[i]} << i * (vcs / classes);
  return bits;
}

std::string RouterShape::text() const {
  return fmt::format("{} x {} ports, {} VCs of {} flits, {}a table of {} destinations{}", inputs,
                     outputs, vcs, depth, two_stage ? "two stages, " : "", destinations,
                     by_vc ? " for each input and VC" : "");
}

RouterShape router_shape(const noc::Graph& graph, const noc::RouterParams& router,
                         const noc::WayTables& tables) {
  check_policies(router);
  RouterShape shape{.inputs = 0,
                    .outputs = 0,
                    .vcs = router.vcs.vcs,
                    .classes = router.vcs.classes,
                    .depth = router.vc_depth,
                    .before = router.before,
                    .traverse = router.traverse,
                    .route = router.route,
                    .credit = router.credit,
                    .vc = router.vc,
                    .two_stage = !router.combined,
                    .vc_allocator = router.vc_allocator,
                    .switch_allocator = router.switch_allocator,
                    .iterations = router.iterations,
                    .destinations = static_cast<unsigned>(graph.ends().size()),
                    .by_vc = tables.by_vc(),
                    .sets = tables.sets(),
                    .round_robin = router.arbiter == noc::ArbiterKind::round_robin,
                    .wormhole = router.flow == noc::FlowControl::wormhole};
  for (noc::RouterId id = 0; id < graph.routers(); ++id) {
    shape.inputs = std::max(shape.inputs, graph.inputs(id));
    shape.outputs = std::max(shape.outputs, graph.outputs(id));
  }
  for (const noc::Channel& channel : graph.channels()) {
    if (channel.cycles_per_flit == 1) continue;
    no_router("a channel that takes several cycles a flit", "wide channels");
  }
  check_arbiters(shape, router);
  if (shape.sets.size() * (shape.vcs / shape.classes) > 64)
    no_router(fmt::format("{} sets of VCs", shape.sets.size()), "fewer VCs");
  return shape;
}

std::vector<std::uint32_t> packed_table(const RouterShape& shape,
                                        const std::vector<noc::WayEntry>& entries) {
  std::vector<std::uint32_t> words(shape.table_words());
  std::uint64_t at = 0;
  for (const noc::WayEntry& entry : entries) {
    const std::uint64_t way = std::uint64_t{entry.set} << shape.port_bits() | entry.port;
    const std::uint64_t moved = way << at % 32;
    words[at / 32] |= static_cast<std::uint32_t>(moved);
    if (moved >> 32 != 0) words[at / 32 + 1] |= static_cast<std::uint32_t>(moved >> 32);
    at += shape.way_bits();
  }
  return words;
}

}  // namespace rc::sim::lab
