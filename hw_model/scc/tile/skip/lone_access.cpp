// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/skip/lone_access.h"

#include "hw_model/kernel/access_bytes.h"
#include "hw_model/scc/tile/skip/shortcuts.h"

namespace rc::scc {
namespace {

using kernel::Cycle;
using kernel::Picos;

// No answer of an idle memory takes as long.
constexpr Cycle kLongestAnswer = 100'000;

}  // namespace

void LoneAccess::attach(MessagePort& mesh, unsigned agent) {
  mesh_ = &mesh;
  agent_ = agent;
  take_part(true);
}

void LoneAccess::take_part(bool on) {
  cpu::PromptTarget* const target = on && mesh_ != nullptr ? this : nullptr;
  tile_.ports[unit_].core->attach(target);
}

Cycle LoneAccess::read(std::uint32_t paddr, std::uint32_t bytes, void* data, Cycle cycle,
                       Cycle before) {
  if (cycle + kLongestAnswer > before) return kNotHere;
  const bool line = bytes == response_.data.size();
  request_.set(line ? cpu::BusOp::read_line : cpu::BusOp::read, cpu::PageType::write_back, bytes,
               paddr);
  const Cycle done = access(cycle);
  if (done != kNotHere) kernel::copy_bytes(data, response_.data.data(), bytes);
  return done;
}

Cycle LoneAccess::write(std::uint32_t paddr, std::uint32_t bytes, const void* data, Cycle cycle) {
  const bool line = bytes == request_.data.size();
  request_.set(line ? cpu::BusOp::write_back : cpu::BusOp::write, cpu::PageType::write_back, bytes,
               paddr);
  kernel::copy_bytes(request_.data.data(), data, bytes);
  return access(cycle);
}

bool LoneAccess::take_posted() { return !under_way_ && shortcuts_.take_posted(unit_); }

// What Tile::accept(), Tile::deliver() and Tile::finish() do, and Tile::stopped_at() before them.
Cycle LoneAccess::access(Cycle cycle) {
  const kernel::ClockDomain& clock = tile_.clock;
  if (cpu::LocalApic::holds(request_.paddr) ||
      tile_.miu.route(unit_, request_, message_) != Path::mesh) {
    return kNotHere;
  }
  const Cycle free = tile_.miu.port().free();
  const Cycle leave = tile_.miu.accept(cycle) + tile_.params.mesh_out_cycles;
  Picos arrival{0};
  const RoundTrip trip = mesh_->ask(message_, clock.time_of(leave), agent_, response_, arrival);
  if (trip == RoundTrip::refused) {
    tile_.miu.port().set_free(free);
    return kNotHere;
  }
  CorePort& port = tile_.ports[unit_];
  port.op = request_.op;
  port.paddr = request_.paddr;
  port.progress.requested(clock.time_of(cycle));
  shortcuts_.other_request(unit_);
  ++tile_.counters.sent;
  if (trip == RoundTrip::under_way) {
    port.under_way = under_way_ = true;
    return kNotHere;
  }
  shortcuts_.message(arrival);
  ++tile_.counters.received;
  const Cycle done = tile_.miu.respond(clock.cycle_after(arrival) + tile_.params.mesh_in_cycles);
  port.progress.answered(port.op, port.paddr, response_, clock.time_of(done),
                         port.core->time_uses());
  return done;
}

}  // namespace rc::scc
