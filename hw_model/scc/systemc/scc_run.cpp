// SPDX-License-Identifier: Apache-2.0
// The SCC in time: run() to the end, or advance() by a host's steps.
#include <algorithm>
#include <cstring>

#include "hw_model/kernel/deadlock.h"
#include "hw_model/kernel/fault.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/scc/systemc/scc_impl.h"

namespace rc::scc {

using kernel::Picos;

SccResult SccSystem::run() {
  impl_->start({});
  return impl_->finish();
}
void SccSystem::start(const std::vector<int>& held) { impl_->start(held); }
bool SccSystem::advance_to(Picos end) { return impl_->advance_to(end); }
SccResult SccSystem::finish() { return impl_->finish(); }
SccResult SccSystem::so_far() { return impl_->so_far(); }
void SccSystem::advance(Picos step, std::uint64_t steps, const std::function<bool()>& done) {
  impl_->advance(step, steps, done);
}
Picos SccSystem::time() const { return systemc::now(); }
std::string SccSystem::state_of(int core_id) const { return impl_->state_of(core_id); }
std::string SccSystem::last_state_of(int core_id) { return impl_->last_state_of(core_id); }
std::optional<int> SccSystem::polled_core(int core_id) const {
  const auto core = impl_->tile_of(core_id).polled_core(impl_->unit_of(core_id), systemc::now());
  return core ? std::optional<int>(static_cast<int>(*core)) : std::nullopt;
}
cpu::Core& SccSystem::core(int core_id) { return impl_->core(core_id); }
Picos SccSystem::deadlock_at() const { return impl_->deadlock_at(); }
void SccSystem::check_deadlock() { impl_->check_deadlock(); }
void SccSystem::check_deadlock_since(Picos time) { impl_->check_deadlock(time); }

void SccSystem::Impl::start(const std::vector<int>& held) {
  for (std::size_t rank = 0; rank < programs.count(); ++rank) {
    const int id = programs.core_of(rank);
    if (std::find(held.begin(), held.end(), id) != held.end()) {
      programs.held(rank);
    } else {
      tile_of(id).release_core(unit_of(id), systemc::now());
    }
  }
}

SccResult SccSystem::Impl::finish() {
  for (auto& module : tile_modules) module->schedule();

  SccResult result;
  result.timed_out = loop->run({[this] { return programs.running() == 0; },
                                {},
                                [this] {
                                  watch_power(systemc::now());
                                  check_deadlock();
                                },
                                [this](Picos limit) { return slice_end(limit); }});
  result.time = systemc::now();
  watch_power(result.time);
  result.power = power.result(result.time);
  collect(result);
  return result;
}

SccResult SccSystem::Impl::so_far() {
  SccResult result;
  result.timed_out = true;
  result.time = systemc::now();
  watch_power(result.time);
  result.power = power.result(result.time);
  collect(result);
  return result;
}

void SccSystem::Impl::collect(SccResult& result) {
  // Let the last core reach its HLT, so that what the counters hold does not depend on how far a
  // core may run ahead, nor on the step in which the last program ended.
  if (!result.timed_out && stop != options.max_time) {
    hold_at(options.max_time);
    for (auto& module : tile_modules) module->schedule();
  }
  for (int slice = 0; !result.timed_out && slice < 1000 && !calendar.calendar().empty(); ++slice) {
    loop->simulate(Picos{100'000});
  }
  for (auto& each : tiles) {
    try {
      each->flush(systemc::now());
    } catch (const kernel::FaultError&) {  // of the core that has ended the run, once more
      if (!result.timed_out) throw;
    }
  }
  for (systemc::CoreResult& core_result : programs.results()) {
    core_result.cycles = core(core_result.core_id).now();
    core_result.counters = core(core_result.core_id).counters();
  }
  mesh->look(result.time);
  result.cores = programs.results();
  for (const auto& each : tiles) result.tiles.push_back(each->counters());
  for (const auto& each : controllers) result.controllers.push_back(each->counters());
  result.packets = mesh->packets();
  result.mesh_cycles = mesh->clock().cycles(result.time);
}

// To `end`, past which no core runs, or until it is `over`.
void SccSystem::Impl::step_to(Picos end, const std::function<bool()>& over) {
  hold_at(end);
  while (systemc::now() < end && !over()) loop->simulate(end - systemc::now());
  watch_power(systemc::now());
}

void SccSystem::Impl::advance(Picos step, std::uint64_t steps, const std::function<bool()>& done) {
  for (auto& module : tile_modules) module->schedule();
  for (; steps != 0 && !done(); --steps) {
    step_to(systemc::now() + step, [] { return false; });
  }
  for (auto& each : tiles) each->wake(systemc::now());
}

bool SccSystem::Impl::advance_to(Picos end) {
  for (auto& module : tile_modules) module->schedule();
  step_to(end, [this] { return programs.running() == 0; });
  if (systemc::now() < end) return false;
  for (auto& each : tiles) each->wake(systemc::now());
  return true;
}

// Clocks and voltages up to `time` are legal, or the run ends here.
void SccSystem::Impl::watch_power(Picos time) {
  for (unsigned i = 0; i < tiles.size(); ++i) {
    for (const ClockChange& change : tiles[i]->clock_changes()) {
      power.clock_changed(i, change.at, change.divider);
    }
    tiles[i]->clock_changes().clear();
  }
  const auto& pieces = mesh->clock().pieces();
  for (; mesh_pieces < pieces.size() && pieces[mesh_pieces].begin < time; ++mesh_pieces) {
    const auto& piece = pieces[mesh_pieces];
    power.mesh_clock_changed(piece.begin,
                             static_cast<unsigned>(piece.period.value / global_period.value));
  }
  for (const Ramp& ramp : voltage_controller->vrc().ramps()) power.ramp_commanded(ramp);
  voltage_controller->vrc().ramps().clear();
  if (options.energy != nullptr) {
    for (const Picos at : options.energy->instants(time))
      options.energy->drawn(at, power.result(at), mesh->clock().cycles(at));
  }
  power.advance(time);
}

void SccSystem::Impl::hold_at(Picos end) {
  if (stop == end) return;
  stop = end;
  for (auto& each : tiles) each->hold_at(end);
}

// The latest of what `of` says of the cores that have not finished. One may wait for a voltage.
template <class Of>
Picos SccSystem::Impl::latest(Of of) const {
  Picos last = voltage_controller->vrc().busy_until();
  for (std::size_t rank = 0; rank < programs.count(); ++rank) {
    if (programs.finished(rank)) continue;
    const int id = programs.core_of(rank);
    last = std::max(last, of(tile_of(id), unit_of(id)));
  }
  return last;
}

// Since when every unfinished core has only repeated the same reads; never() while one computes.
Picos SccSystem::Impl::idle_since() const {
  if (programs.running() == 0) return Picos::never();
  return latest([](Tile& tile, unsigned z) { return tile.idle_since(z); });
}

// Since when none of them has written anything that another one can see.
Picos SccSystem::Impl::quiet_since() const {
  return latest([](const Tile& tile, unsigned z) { return tile.last_write(z); });
}

Picos SccSystem::Impl::patience() const {
  return Picos{static_cast<std::uint64_t>(params.machine.deadlock_ms * 1e9)};
}

// The first instant after `time` at which loops count.
Picos SccSystem::Impl::next_look(Picos time) const {
  return kernel::next_look(quiet_since(), patience(), time);
}

// The run is given up when loops count, if by then all are in loops without an end. A loop that
// counts its passes never is. So the run is given up, too, if for much longer all have only repeated
// the same few reads. Neither instant depends on what the simulator skips or in which steps it runs.
Picos SccSystem::Impl::deadlock_at() const {
  if (programs.running() == 0) return Picos::never();
  return std::min(next_look(systemc::now()), given_up_at());
}

Picos SccSystem::Impl::given_up_at() const {
  constexpr std::uint64_t kMorePatience = 50;
  const Picos idle = idle_since();
  return idle == Picos::never() ? idle : idle + Picos{kMorePatience * patience().value};
}

// For one who comes by at each such instant.
void SccSystem::Impl::check_deadlock() {
  if (systemc::now() != Picos{0}) check_deadlock(systemc::now() - Picos{1});
}

// Nobody has asked since `before`.
void SccSystem::Impl::check_deadlock(Picos before) {
  if (given_up_at() <= systemc::now() || all_are_stuck(before)) deadlock();
}

// One of the instants at which loops count lies between `before` and now, and each core sleeps or is
// in a loop without an end.
bool SccSystem::Impl::all_are_stuck(Picos before) {
  if (programs.running() == 0 || next_look(before) > systemc::now()) return false;
  for (std::size_t rank = 0; rank < programs.count(); ++rank) {
    if (programs.finished(rank)) continue;
    const int id = programs.core_of(rank);
    if (tile_of(id).asleep(unit_of(id)) || endless_loop(id)) continue;
    // Tiles that were asked are not parked any more.
    for (auto& module : tile_modules) module->schedule();
    return false;
  }
  return true;
}

std::optional<cpu::EndlessLoop> SccSystem::Impl::endless_loop(int core_id) {
  return tile_of(core_id).endless_loop(unit_of(core_id), systemc::now(), params.core,
                                       [&](const cpu::BusRequest& request, cpu::BusReply& reply) {
                                         return steady_read(core_id, request, reply);
                                       });
}

// What a core reads again and again, as long as nobody writes.
bool SccSystem::Impl::steady_read(int core_id, const cpu::BusRequest& request,
                                  cpu::BusReply& reply) {
  if (request.op != cpu::BusOp::read && request.op != cpu::BusOp::read_line) return false;
  const Route route = Route::decode(
      tile_of(core_id).registers().lut(unit_of(core_id), request.paddr >> SCC_SLOT_SHIFT),
      request.paddr);
  if (route.subdestination != SCC_SUBDEST_CRB) {
    backdoor(core_id, request.paddr, reply.data.data(), request.bytes, false);
    return true;
  }
  if (route.x >= geometry.cols || route.y >= geometry.rows || request.bytes > 4) return false;
  Tile& tile = *tiles[geometry.tile_at(route.x, route.y)];
  const std::uint32_t offset = route.offset(request.paddr);
  const bool own = &tile == &tile_of(core_id);
  const auto value =
      tile.registers().steady(offset & ~3u, static_cast<std::uint8_t>(own ? unit_of(core_id) : 0));
  if (!value) return false;
  const std::uint32_t shifted = *value >> 8 * (offset & 3);
  std::memcpy(reply.data.data(), &shifted, sizeof shifted);
  return true;
}

// No slice goes past a deadlock, where all cores stand, since the counters are those of that
// instant.
Picos SccSystem::Impl::slice_end(Picos limit) {
  Picos end = deadlock_at();
  if (end <= systemc::now()) end = Picos::never();
  hold_at(std::min(end, limit));
  return stop;
}

void SccSystem::Impl::deadlock() {
  for (auto& each : tiles) each->wake(systemc::now());
  loop->deadlock("core", quiet_since(), [this](std::size_t rank) {
    const int id = programs.core_of(rank);
    return "core " + std::to_string(id) + " (UE " + std::to_string(rank) +
           "): " + last_state_of(id);
  });
}

std::string SccSystem::Impl::state_of(int core_id) const {
  return loop->place(core_id, core(core_id).arch_state().eip) + ", " +
         tile_of(core_id).waiting_on(unit_of(core_id), systemc::now());
}

std::string SccSystem::Impl::last_state_of(int core_id) {
  const std::string state = state_of(core_id);
  if (tile_of(core_id).idle_since(unit_of(core_id)) != Picos::never()) return state;
  try {
    const auto endless = endless_loop(core_id);
    return endless ? state + words_of(core_id, *endless) : state;
  } catch (const kernel::FaultError&) {  // of the core that has ended the run, once more
    return state;
  }
}

// What it reads there, and where its L1 holds something else than the place itself.
std::string SccSystem::Impl::words_of(int core_id, const cpu::EndlessLoop& endless) {
  std::string words = cpu::words_of(endless);
  const cpu::BackdoorMemory below = backdoor_of(core_id);
  for (const cpu::CoreAccess& load : endless.loads) {
    words += ", which reads " + place_text(geometry, load.paddr);
    if (!load.cached) continue;
    words += " in its own L1";
    std::uint32_t seen = 0, there = 0, paddr = 0;
    if (load.bytes > sizeof seen || !core(core_id).translate(load.paddr, paddr, below) ||
        paddr != load.paddr || !core(core_id).peek(paddr, &seen, load.bytes, below))
      continue;
    backdoor(core_id, paddr, &there, load.bytes, false);
    if (seen != there)
      words += " and finds " + kernel::hex(seen) + " where " + kernel::hex(there) +
               " is (stale: CL1INVMB is missing)";
  }
  return words;
}

}  // namespace rc::scc
