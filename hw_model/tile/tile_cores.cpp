// Tile: how its cores are run, and who runs them.
#include <algorithm>
#include <bit>
#include <utility>

#include "hw_model/tile/tile.h"

namespace rc::tile {
namespace {

using kernel::Cycle;
using kernel::Picos;

// A core that runs ahead privately is looked at again after this many cycles, so that an endless
// private loop does not hang the simulator. Has no effect on simulated time.
constexpr Cycle kRunAhead = 1'000'000;
// A core that needs no bus for so many cycles is run by another thread from there on, in steps of
// as many. Has no effect on simulated time.
constexpr Cycle kStretch = 4'000;

}  // namespace

// Lets every runnable core go as far as it may; true if one of them moved.
bool Tile::run_cores() {
  bool moved = false;
  for (unsigned left = running_; left != 0; left &= left - 1)
    moved |= run_core(static_cast<unsigned>(std::countr_zero(left)));
  return moved;
}

Cycle Tile::run_limit(unsigned z) const {
  Cycle limit = clock_.cycle_at(until_) + kRunAhead;
  if (ports_[z].core->interrupts_enabled() || !options_.decoupled) {
    // Nothing raises an interrupt before `bound`, and its pin follows interrupt_cycles later.
    Picos bound = std::min(until_, events_.next());
    for (unsigned other = 0; other < ports_.size(); ++other) {
      if (other == z || ports_[other].state != CoreState::running) continue;
      bound = std::min(bound, clock_.time_of(ports_[other].now()));
    }
    limit = clock_.cycle_at(bound) + params_.interrupt_cycles;
  }
  if (stop_ != Picos::never()) limit = std::min(limit, clock_.cycle_at(stop_) + 1);
  return limit;
}

bool Tile::run_core(unsigned z) {
  CorePort& port = ports_[z];
  const Cycle begin = port.now();
  if (port.stretch->active()) {
    if (clock_.time_of(begin) > reached_) return false;
    stopped_at(z, port.stretch->end());
  }
  while (port.state == CoreState::running) {
    Cycle limit = run_limit(z);
    if (port.core->now() >= limit && !port.core->requesting()) break;
    if (stretches(z)) {
      limit = std::min(limit, port.core->now() + kStretch);
      if (port.core->now() >= begin + kStretch) {
        polling_.cancel_detection();
        port.stretch->begin(limit);
        return true;
      }
    }
    const cpu::Stop stop = port.core->run(limit);
    stopped_at(z, stop);
    if (stop == cpu::Stop::broken) break;
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
      const cpu::BusRequest& request = port.core->request();
      const Cycle cycle = port.core->request_cycle();
      port.op = request.op;
      port.paddr = request.paddr;
      if (!request.posted) enter(z, CoreState::waiting);
      const bool line = request.op == cpu::BusOp::write_combined;
      push(EventKind::accept, cycle + (line ? params_.wcb_line_cycles : 0), z,
           static_cast<std::uint8_t>(z));
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

// A core's load or store, of a place that others can reach.
void Tile::accessed(unsigned unit, const cpu::CoreAccess& access) {
  const Route route =
      Route::decode(registers_.lut(unit, access.paddr >> SCC_SLOT_SHIFT), access.paddr);
  const std::uint64_t address = route.system_address(access.paddr);
  const Place place = route.bypass ? place_of(place_.x, place_.y, route.subdestination, address)
                                   : place_of(route.x, route.y, route.subdestination, address);
  options_.observer->accessed(core_id(place_, unit), place, access, clock_.time_of(access.cycle));
}

// --- cores that poll -----------------------------------------------------------------------------

// The MIU took a poll: does the tile repeat itself, or the core alone?
void Tile::polled(const Event& event, const Poll& poll, bool at_once) {
  if (first_stretch() == Picos::never()) {
    if (polling_.would_watch(event.unit)) lone_.stop_watching_all();
    if (polling_.poll(event.unit, event.time)) {
      until_ = event.time;
      return;
    }
  }
  if (polling_.watching() || !lone_.polls(event.unit, poll, at_once, event.time)) return;
  lone_.keep(event.unit, *events_.take_of(event.unit));
}

// Cores that are parked go on before `event` if it disturbs them. True if one does.
bool Tile::unpark_before(const Event& event) {
  // Where another core polls, too, the tile as a whole may repeat itself.
  const bool all = event.kind == EventKind::accept && polling_.would_watch(event.unit);
  const Message* const message =
      event.kind == EventKind::serve ? &messages_[event.message] : nullptr;
  const Picos time = event.time;
  for (unsigned z = 0; z < ports_.size(); ++z) {
    if (!lone_.parked(z) || !(all || lone_.disturbs(event, message, z))) continue;
    unpark_alone(z, time);
    return true;
  }
  return false;
}

void Tile::unpark(Picos at) {
  if (polling_.parked()) polling_.unpark(at);
  for (unsigned z = 0; lone_.parked() != 0; ++z) {
    if (lone_.parked(z)) unpark_alone(z, at);
  }
}

// Core z goes on: to where it is at `at`. It has met nobody up to there, so what it does may follow
// what the others have done meanwhile.
void Tile::unpark_alone(unsigned z, Picos at) {
  const Cycle miu = miu_.free(), port = mpb_.free();
  const LonePolling::Resumed resumed = lone_.unpark(z, at);
  std::optional<Event> event = resumed.event;
  miu_.set_free(resumed.miu);
  mpb_.set_free(resumed.port);
  kernel::Workers* const workers = std::exchange(options_.workers, nullptr);
  behind_ = true;
  for (; event && event->time < at; event = events_.take_of(z)) {
    event->kind == EventKind::accept ? accept(*event) : serve(*event);
    if (ports_[z].state == CoreState::running) run_core(z);
  }
  if (event) events_.push(*event);
  behind_ = false;
  options_.workers = workers;
  miu_.set_free(std::max(miu, miu_.free()));
  mpb_.set_free(std::max(port, mpb_.free()));
}

// --- cores on other threads ----------------------------------------------------------------------

// Whether core z, which runs, may be run by another thread.
bool Tile::stretches(unsigned z) const {
  if (options_.workers == nullptr) return false;
  const cpu::Core& core = *ports_[z].core;
  return !core.requesting() && !core.interrupts_enabled() && events_.request_of(z) == nullptr;
}

// When the first of the stretches under way begins.
Picos Tile::first_stretch() const {
  Picos first = Picos::never();
  for (const CorePort& port : ports_) {
    if (port.stretching()) first = std::min(first, clock_.time_of(port.stretch->start()));
  }
  return first;
}

void Tile::end_stretch(unsigned z) {
  stopped_at(z, ports_[z].stretch->end());
  kernel::Workers* const workers = std::exchange(options_.workers, nullptr);
  run_core(z);
  options_.workers = workers;
}

}  // namespace rc::tile
