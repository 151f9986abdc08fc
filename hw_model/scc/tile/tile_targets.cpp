// SPDX-License-Identifier: Apache-2.0
// Tile: its targets, the MPB and the registers, and what follows from writes to the latter.
#include <algorithm>
#include <cstring>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/scc/tile/tile.h"

namespace rc::scc {
namespace {

using kernel::Cycle;
using kernel::Picos;

// A change of clock comes behind whatever else happens on its edge.
constexpr std::uint64_t kLastOfAnEdge = std::uint64_t{1} << 63;
constexpr unsigned kMaxMeshDivider = 16;

}  // namespace

// A request reaches the MPB or the registers.
void Tile::serve(const Event& event) {
  const bool to_mpb = messages_[event.message].subdestination == SCC_SUBDEST_MPB;
  AccessPort& port = to_mpb ? mpb_.port() : register_port_;
  if (event.path == Path::mesh) {
    if (queue_.refuses(event.cycle, event.refusals)) return refuse(event, port);
    queue_.enter(event.cycle, port.free());
  }
  const MessagePool::Slot slot = messages_.take();
  const Message& request = messages_[event.message];
  Message& response = messages_[slot];
  Cycle done = 0;
  if (to_mpb) {
    done = mpb_.reserve(request, event.cycle);
    shortcuts_.mpb_used(event, request, done);
    mpb_.serve(request, response);
    if (options_.signals != nullptr)
      options_.signals->mpb_used(
          place_, request, cycles(done - mpb_.access_cycles(request), params_.mpb_port_cycles));
  } else {
    done = port.reserve(event.cycle) + params_.register_access_cycles;
    access_registers(request, event.time, response);
  }
  if (!watches_.empty()) look_at(event, request);
  if (options_.observer != nullptr) options_.observer->served(request, response, event.time);
  messages_.release(event.message);
  respond(event, slot, done);
}

void Tile::refuse(const Event& event, AccessPort& port) {
  ++counters_.refused;
  port.reserve(event.cycle);
  push(EventKind::serve, queue_.retried(clock_, port.free(), messages_[event.message]),
       ports_.size() + delivered_++, event.unit, event.path, event.message,
       static_cast<std::uint8_t>(event.refusals + 1));
}

void Tile::look_at(const Event& event, const Message& request) const {
  const bool registers = request.subdestination != SCC_SUBDEST_MPB;
  const auto first = static_cast<std::uint32_t>(request.address);
  const bool write = is_write(request.command);
  for (const TileWatch& watch : watches_) {
    if (watch.registers != registers || !(write ? watch.writes : watch.reads)) continue;
    for (std::uint32_t i = 0; i < request.bytes; ++i) {
      if (first + i - watch.offset >= watch.bytes) continue;
      if (request.command == Command::write_combined && (request.byte_mask >> i & 1) == 0) continue;
      const auto core = static_cast<int>(core_id(request.source, request.unit));
      watch_hook_({core, event.time, first + i, registers, write});
      break;
    }
  }
}

bool Tile::has_register(const Message& request) const {
  return request.subdestination == SCC_SUBDEST_CRB && request.bytes <= 4 &&
         request.address < geometry_.register_bytes();
}

bool Tile::takes(const Message& write) const {
  if (write.subdestination == SCC_SUBDEST_MPB) return mpb_.holds(write);
  return has_register(write) &&
         registers_.writable(static_cast<std::uint32_t>(write.address) & ~3u);
}

void Tile::access_registers(const Message& request, Picos time, Message& response) {
  if (!has_register(request)) return answer(response, request, Command::abort);
  const auto offset = static_cast<std::uint32_t>(request.address);
  ++counters_.register_accesses;
  const std::uint32_t reg = offset & ~3u;
  if (reg == SCC_CRB_GCBCFG) show_mesh_ratio(time);
  if (is_write(request.command)) {
    std::uint32_t value = 0;
    std::memcpy(&value, request.data.data(), request.bytes);
    // The system interface raises pins: it sets bits of GLCFG and clears none.
    if (request.source.port != noc::kLocal) value |= registers_.glcfg_at(reg);
    if (const auto effect = registers_.write(reg, value)) {
      register_written(*effect, time);
      return answer(response, request, Command::acknowledge);
    }
  } else {
    const bool own = request.source.x == place_.x && request.source.y == place_.y;
    const auto reader = static_cast<int>(core_id(request.source, request.unit));
    if (const auto value = registers_.read(reg, own ? request.unit : 0, reader)) {
      answer(response, request, Command::data);
      const std::uint32_t shifted = *value >> 8 * (offset & 3);
      std::memcpy(response.data.data(), &shifted, 4);
      return;
    }
  }
  answer(response, request, Command::abort);
}

void Tile::register_written(const Registers::Effect& effect, Picos time) {
  shortcuts_.register_written();
  for (unsigned z = 0; z < ports_.size(); ++z) {
    if (!ports_[z].present()) continue;
    for (unsigned lint = 0; lint < 2; ++lint) {
      if ((effect.pins_changed[z] >> lint & 1) != 0) pin_changed(z, lint, time);
    }
  }
  if (effect.l2_config) {
    for (unsigned z = 0; z < ports_.size(); ++z) {
      if (ports_[z].present()) core(z).set_l2_enabled(registers_.l2_enabled(z));
    }
  }
  for (unsigned z = 0; effect.resets >> z != 0; ++z) {
    if ((effect.resets >> z & 1) != 0) reset_written(z, time);
  }
  if (effect.mesh) mesh_ratio_written(time);
  if (effect.clock) {
    // Of two writes the later one stands.
    push(EventKind::clock, clock_.cycle_at(time) + params_.clock_change_cycles,
         kLastOfAnEdge | counters_.register_accesses,
         static_cast<std::uint8_t>(registers_.tile_divider()));
    // Its effect on the times of messages is known when it comes.
    until_ = std::min(until_, clock_.time_of(clock_.cycle_at(time) + params_.clock_change_cycles));
    shortcuts_.find_early();
  }
}

void Tile::pin_changed(unsigned z, unsigned lint, Picos time) {
  cpu::Core& core = this->core(z);
  const Cycle at = clock_.cycle_at(time) + params_.interrupt_cycles;
  if (ports_[z].apic->pin(lint, registers_.pin(z, lint), at)) core.non_maskable_interrupt(at);
  if (ports_[z].state == CoreState::halted) enter(z, CoreState::running);
}

void Tile::reset_written(unsigned z, Picos time) {
  const bool held = registers_.held(z);
  if (!ports_[z].present() && !held) {
    throw kernel::MachineError("core " + std::to_string(core_id(place_, z)) +
                                   " was released by GCBCFG, but is none of the run's cores",
                               time);
  }
  if (!ports_[z].present()) return;
  held ? stop(z) : start(z, time);
  if (reset_hook_) reset_hook_(z, held);
}

// GCBCFG shows the clock that the mesh has at `time`.
void Tile::show_mesh_ratio(Picos time) {
  const std::uint64_t period = loopback_.mesh_clock().period_at(time).value;
  registers_.show_mesh_divider(static_cast<unsigned>(period / global_period_.value));
}

void Tile::mesh_ratio_written(Picos time) {
  const unsigned ratio = registers_.mesh_ratio();
  const unsigned divider = ratio / SCC_GCBCFG_RATIO(1);
  if (ratio % SCC_GCBCFG_RATIO(1) != 0 || divider < 1 || divider > kMaxMeshDivider) {
    throw kernel::MachineError(
        "tile (" + std::to_string(place_.x) + "," + std::to_string(place_.y) +
            "): firmware wrote " + std::to_string(ratio) +
            " to the mesh's ratio in GCBCFG, which must be 7 times a divider of 1 to " +
            std::to_string(kMaxMeshDivider),
        time);
  }
  mesh_changes_.push_back({time, divider});
  until_ = std::min(until_, time + Picos{1});
}

void Tile::change_clock(const Event& event) {
  clock_.change(event.time, Picos{global_period_.value * event.unit});
  if (options_.clock_changed) options_.clock_changed(event.time, clock_);
  clock_changes_.push_back({event.time, event.unit});
  events_.change_clock(clock_);
  shortcuts_.clock_changed();
}

}  // namespace rc::scc
