// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/skip/shortcuts.h"

namespace rc::scc {

using kernel::Cycle;
using kernel::Picos;

namespace {
// A core that needs no bus for so many cycles is run by another thread from there on, in steps of
// as many. Has no effect on simulated time.
constexpr Cycle kRunAheadCycles = 4'000;
}  // namespace

Shortcuts::Shortcuts(const TileOptions& options, const TileParts& parts, Simulation& tile)
    : tile_(parts),
      simulation_(tile),
      decoupled_(options.decoupled),
      may_skip_one_(options.decoupled && options.observer == nullptr && options.signals == nullptr),
      workers_(options.workers),
      early_period_(options.early_period),
      lookahead_(options.lookahead),
      polling_(options.fast_forward, parts),
      lone_(options.fast_forward && may_skip_one_, parts),
      run_aheads_(parts.ports.size()),
      accesses_(parts.ports.size()),
      fast_forward_(options.fast_forward) {
  find_early();
}

// --- cores that poll -----------------------------------------------------------------------------

// The MIU took a poll: does the tile repeat itself, or the core alone?
bool Shortcuts::polled(const Event& event, const Poll& poll, bool at_once) {
  if (away_ == 0) {
    if (polling_.would_watch(event.unit)) lone_.stop_watching_all();
    if (polling_.poll(event.unit, event.time)) return true;
  }
  if (!polling_.watching() && lone_.polls(event.unit, poll, at_once, event.time))
    lone_.keep(event.unit, *tile_.events.take_of(event.unit));
  return false;
}

// Cores that are parked go on before `event` if it disturbs them. True if one does.
bool Shortcuts::unpark_before(const Event& event) {
  // Where another core polls, too, the tile as a whole may repeat itself.
  const bool all = event.kind == EventKind::accept && polling_.would_watch(event.unit);
  const Message* const message =
      event.kind == EventKind::serve ? &tile_.messages[event.message] : nullptr;
  const Picos time = event.time;
  for (unsigned z = 0; z < tile_.ports.size(); ++z) {
    if (!lone_.parked(z) || !(all || lone_.disturbs(event, message, z))) continue;
    unpark_alone(z, time);
    return true;
  }
  return false;
}

// Core z goes on: to where it is at `at`. It has met nothing else up to there, so what it does
// may follow what the others have done meanwhile.
void Shortcuts::unpark_alone(unsigned z, Picos at) {
  const Cycle miu = tile_.miu.port().free(), port = tile_.mpb.port().free();
  const LonePolling::Resumed resumed = lone_.unpark(z, at);
  std::optional<Event> event = resumed.event;
  tile_.miu.port().set_free(resumed.miu);
  tile_.mpb.port().set_free(resumed.port);
  const Plain plain(*this);
  for (; event && event->time < at; event = tile_.events.take_of(z)) {
    simulation_.take_place(*event);
    if (tile_.ports[z].state == CoreState::running) simulation_.run_core(z);
  }
  if (event) tile_.events.push(*event);
  tile_.miu.port().set_free(std::max(miu, tile_.miu.port().free()));
  tile_.mpb.port().set_free(std::max(port, tile_.mpb.port().free()));
}

bool Shortcuts::go_on(Picos at) {
  const bool whole = polling_.parked();
  if (whole) polling_.unpark(at);
  for (unsigned z = 0; lone_.parked() != 0; ++z) {
    if (lone_.parked(z)) unpark_alone(z, at);
  }
  return whole;
}

void Shortcuts::mesh_clock_changes(Picos now, Picos lookahead) {
  go_on(now);
  cancel_detection();
  lookahead_ = lookahead;
}

// --- cores on other threads ----------------------------------------------------------------------

// Whether core z, which runs, may be run by another thread.
bool Shortcuts::runs_ahead(unsigned z) const {
  const CorePort& port = tile_.ports[z];
  return !port.core->requesting() && !port.interruptible() && tile_.events.request_of(z) == nullptr;
}

bool Shortcuts::try_run_ahead(unsigned z, Cycle begin, Cycle& limit) {
  const Cycle now = tile_.ports[z].core->now();
  limit = std::min(limit, now + kRunAheadCycles);
  if (now < begin + kRunAheadCycles) return false;
  polling_.cancel_detection();
  away_ |= 1u << z;
  if (accesses_[z]) accesses_[z]->take_part(false);
  run_aheads_[z]->begin(limit);
  return true;
}

// When the first of the run-aheads under way begins.
Picos Shortcuts::first_run_ahead() const {
  Picos first = Picos::never();
  for (unsigned z = 0; away_ >> z != 0; ++z) {
    if (away(z)) first = std::min(first, tile_.clock.time_of(run_aheads_[z]->start()));
  }
  return first;
}

void Shortcuts::end_run_ahead(unsigned z) {
  away_ &= ~(1u << z);
  const cpu::Stop stop = run_aheads_[z]->end();
  if (accesses_[z]) accesses_[z]->take_part(true);
  simulation_.stopped_at(z, stop);
}

void Shortcuts::settle_stretch(unsigned z) {
  const Plain plain(*this);
  end_run_ahead(z);
  simulation_.run_core(z);
}

}  // namespace rc::scc
