// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/rtl/shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "sim/base/numbers.h"

namespace rc::sim::lab {
namespace {

constexpr unsigned kMaxRtlDepth = 16, kMaxRequesters = 16;  // rc_router_pkg; rc_arbiter

[[noreturn]] void no_router(const std::string& what, const std::string& expected) {
  throw kernel::InputError(
      fmt::format("no router in SystemVerilog has {}: expected {}", what, expected));
}

void check_policies(const noc::RouterParams& router) {
  if (!router.combined) no_router("two stages", "--allocation combined");
  if (router.shared_slots != 0) no_router("shared slots", "--shared-slots 0");
  if (router.reallocate != noc::Reallocation::tail)
    no_router("--reallocate empty", "--reallocate tail");
  if (router.arbiter == noc::ArbiterKind::oldest)
    no_router("--arbiter oldest", "least-recently-served or round-robin");
  if (router.priority != noc::Priority::none) no_router("priorities", "--priority none");
  if (router.route != 0) no_router("a stage for routes", "--delays route=0");
  if (router.vc != 0) no_router("a stage for VCs", "--delays vc=0");
  if (router.credit != 1)
    no_router(fmt::format("--delays credit={}", router.credit), "credit=1, its register");
  if (router.vc_depth > kMaxRtlDepth)
    no_router(fmt::format("{} flits a VC", router.vc_depth), "at most 16");
}

}  // namespace

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
  return fmt::format("{} x {} ports, {} VCs of {} flits, a table of {} destinations{}", inputs,
                     outputs, vcs, depth, destinations, by_vc ? " for each input and VC" : "");
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
  if (!shape.round_robin && std::max(shape.inputs, shape.vcs) > kMaxRequesters)
    no_router(fmt::format("a least-recently-served arbiter of {} requesters",
                          std::max(shape.inputs, shape.vcs)),
              "--arbiter round-robin");
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
