// SPDX-License-Identifier: Apache-2.0
// Tile: how its cores are run.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "hw_model/kernel/fault.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/scc/tile/tile.h"

namespace rc::scc {
namespace {

using kernel::Cycle;
using kernel::Picos;

// A core that runs ahead privately is looked at again after this many cycles, so that an endless
// private loop does not hang the simulator. Has no effect on simulated time.
constexpr Cycle kRunAhead = 1'000'000;

}  // namespace

// Lets every runnable core go as far as it may; true if one of them moved.
bool Tile::run_cores() {
  bool moved = false;
  for (unsigned left = running_; left != 0; left &= left - 1)
    moved |= run_core(static_cast<unsigned>(std::countr_zero(left)));
  return moved;
}

[[gnu::always_inline]] inline Cycle Tile::run_limit(unsigned z) const {
  Cycle limit = clock_.cycle_at(until_) + kRunAhead;
  if (ports_[z].interruptible() || !options_.decoupled) {
    // Nothing raises an interrupt before `bound`, and its pin follows interrupt_cycles later.
    Picos bound = std::min(until_, events_.next());
    for (unsigned other = 0; other < ports_.size(); ++other) {
      if (other == z || ports_[other].state != CoreState::running) continue;
      bound = std::min(bound, clock_.time_of(shortcuts_.now(other)));
    }
    limit = clock_.cycle_at(bound) + params_.interrupt_cycles;
  }
  if (stop_ != Picos::never()) limit = std::min(limit, clock_.cycle_at(stop_) + 1);
  return limit;
}

bool Tile::run_core(unsigned z) {
  CorePort& port = ports_[z];
  const Cycle begin = shortcuts_.now(z);
  if (!shortcuts_.take_back(z, reached_)) return false;
  while (port.state == CoreState::running) {
    Cycle limit = run_limit(z);
    if (port.core->now() >= limit && !port.core->requesting()) break;
    if (shortcuts_.hand_out(z, begin, limit)) return true;
    const bool told = outbound_.empty() && mesh_changes_.empty();  // the mesh knows all so far
    const cpu::Stop stop = port.core->run(limit, told && awake_ == 1u << z && shortcuts_.alone(z));
    stopped_at(z, stop);
    if (stop == cpu::Stop::broken) {
      // What this core may still ask for at this instant comes before the others' requests.
      const Picos at = clock_.time_of(port.core->now());
      if (at < until_) stands_ = until_ = at;
      break;
    }
  }
  return port.state != CoreState::running || port.core->now() != begin;
}

void Tile::stopped_at(unsigned z, cpu::Stop stop) {
  CorePort& port = ports_[z];
  switch (stop) {
    case cpu::Stop::limit:
      break;
    case cpu::Stop::broken:
      if (broken_) broken_(z);
      break;
    case cpu::Stop::request: {
      if (!goes_on(z)) enter(z, CoreState::waiting);
      if (shortcuts_.take_under_way(z)) {
        until_ = std::min(until_, shortcuts_.undisturbed_after(port.core->request_cycle()));
        break;
      }
      raised(z);
      break;
    }
    case cpu::Stop::wait_bus:
      enter(z, CoreState::waiting);
      break;
    case cpu::Stop::halted:
      enter(z, CoreState::halted);
      break;
    case cpu::Stop::stopped:
      enter(z, CoreState::stopped);
      break;
  }
}

// What a write to the APIC lets through counts from the next instruction on. At a write that nothing
// takes the core stands when that is reported, and not where the host let it run to.
bool Tile::goes_on(unsigned z) {
  const cpu::BusRequest& request = ports_[z].core->request();
  if (!request.posted || cpu::LocalApic::holds(request.paddr)) return false;
  const std::uint32_t entry = registers_.lut(z, request.paddr >> SCC_SLOT_SHIFT);
  return entry >> SCC_LUT_SUBDEST_SHIFT == memory_route_ || is_taken(z, request, entry);
}

// Of those beyond the edges of the mesh only memory takes lines.
bool Tile::is_taken(unsigned z, const cpu::BusRequest& request, std::uint32_t entry) {
  const Route route = Route::decode(entry, request.paddr);
  if (route.subdestination == SCC_SUBDEST_MPB &&
      (route.bypass || (route.x < geometry_.cols && route.y < geometry_.rows)) &&
      route.system_address(request.paddr) + request.bytes <= mpb_.size())
    return true;
  Message write;
  if (miu_.route(z, request, write) != Path::mesh) return takes(write);
  if (mesh_ == nullptr) return true;
  if (!mesh_->takes(write)) return false;
  write.bytes = static_cast<std::uint8_t>(write.data.size());
  if (write.destination.port != noc::kLocal && mesh_->takes(write))
    memory_route_ = entry >> SCC_LUT_SUBDEST_SHIFT;
  return true;
}

void Tile::raised(unsigned z) {
  CorePort& port = ports_[z];
  const cpu::BusRequest& request = port.core->request();
  port.op = request.op;
  port.paddr = request.paddr;
  const bool line = request.op == cpu::BusOp::write_combined;
  push(EventKind::accept, port.core->request_cycle() + (line ? params_.wcb_line_cycles : 0), z,
       static_cast<std::uint8_t>(z));
}

// A core reads or writes a register of its APIC.
void Tile::access_apic(const Event& event) {
  CorePort& port = ports_[event.unit];
  const cpu::BusRequest& request = port.core->request();
  const std::uint32_t offset = request.paddr - cpu::LocalApic::kBase;
  shortcuts_.other_request(event.unit);
  cpu::BusReply reply;
  if (request.op == cpu::BusOp::read && request.bytes <= 4) {
    const std::uint32_t value = port.apic->read(offset, event.cycle);
    std::memcpy(reply.data.data(), &value, sizeof value);
    port.progress.read_timer(event.time);
  } else if (request.op == cpu::BusOp::write && request.bytes <= 4) {
    std::uint32_t value = 0;
    std::memcpy(&value, request.data.data(), request.bytes);
    port.apic->write(offset, value, request.bytes, event.cycle);
  } else {
    throw kernel::FaultError(
        {port.core->id(), port.core->arch_state().eip, {}},
        "core " + std::to_string(port.core->id()) + ": an access of a line or 8 bytes to its APIC,",
        ", address " + kernel::hex(request.paddr) + ", whose page must be uncached");
  }
  port.core->complete(event.cycle + params_.apic_access_cycles, reply);
  enter(event.unit, CoreState::running);
}

// A core's load or store, of a place that others can reach.
void Tile::accessed(unsigned unit, const cpu::CoreAccess& access) {
  if (cpu::LocalApic::holds(access.paddr)) return;  // nobody else can reach it
  const Route route =
      Route::decode(registers_.lut(unit, access.paddr >> SCC_SLOT_SHIFT), access.paddr);
  const std::uint64_t address = route.system_address(access.paddr);
  const Place place = route.bypass ? place_of(place_.x, place_.y, route.subdestination, address)
                                   : place_of(route.x, route.y, route.subdestination, address);
  options_.observer->accessed(core_id(place_, unit), place, access, clock_.time_of(access.cycle));
}

}  // namespace rc::scc
