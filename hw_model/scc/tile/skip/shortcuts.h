// SPDX-License-Identifier: Apache-2.0
// All that saves time of the host in a tile: what repeats itself is skipped, what a core does by
// itself is computed on another thread, and the tile runs ahead of its owner's time. The tile calls
// the hooks; without them it would simulate the same, more slowly. The parts:
//
//   polling_fast_forward.h   the whole tile only polls: it is parked
//   lone_polling.h           single cores only poll: they are parked, the others go on
//   run_ahead.h                a core that computes for long runs on another thread of the host
//   lone_access.h              an access that meets nobody goes to memory and back in one call
//
// A core that is parked or on another thread is behind or ahead of the tile. settle() and go_on()
// bring it to where it would be.
//
// Changes no cycle and no counter: proven by comparison with all of it off (tests/unit/scc/tile,
// tests/firmware/determinism, `rockcreek soak`).
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "hw_model/scc/tile/options.h"
#include "hw_model/scc/tile/skip/lone_access.h"
#include "hw_model/scc/tile/skip/lone_polling.h"
#include "hw_model/scc/tile/skip/polling_fast_forward.h"
#include "hw_model/scc/tile/skip/run_ahead.h"
#include "hw_model/scc/tile/skip/tile_parts.h"

namespace rc::scc {

class Shortcuts {
 public:
  // The tile, as far as a single core of it is simulated by itself.
  class Simulation {
   public:
    // A request of a core takes place: the MIU takes it, or a target in the tile.
    virtual void take_place(const Event& event) = 0;
    virtual bool run_core(unsigned z) = 0;
    // Core z has raised a request, which goes to the MIU.
    virtual void raised(unsigned z) = 0;
    // Core z has run, and stands where run() left it.
    virtual void stopped_at(unsigned z, cpu::Stop stop) = 0;
    // It does so behind the request that it has raised, before the answer.
    virtual bool goes_on(unsigned z) = 0;

   protected:
    ~Simulation() = default;
  };

  Shortcuts(const TileOptions& options, const TileParts& parts, Simulation& tile);
  // Core z has been built.
  void built(unsigned z) {
    run_aheads_[z].emplace(workers_, *tile_.ports[z].core);
    if (may_skip_one_) accesses_[z].emplace(*this, tile_, z);
  }

  // --- hooks of the event loop ------------------------------------------------------------------
  // The whole tile is parked: nothing is simulated before go_on() or message().
  bool parked() const { return polling_.parked(); }
  bool parked(unsigned z) const { return polling_.parked() || lone_.parked(z); }
  // Core z is parked, and does nothing but wait.
  bool parked_waiting(unsigned z) const {
    return polling_.parked() ? polling_.waits(z) : lone_.parked(z) && lone_.waits(z);
  }
  bool any_parked() const { return polling_.parked() || lone_.parked() != 0; }
  // How far the tile may go whose next event is at `next`: never past the begin of a run-ahead.
  kernel::Picos bound(kernel::Picos next) const {
    if (away_ == 0) return kernel::Picos::never();
    const kernel::Picos first = first_run_ahead();
    return first <= next ? first : kernel::Picos::never();
  }
  // `event` is the next one to take place. False if others came before it, by cores that go on.
  bool before(const Event& event) { return lone_.parked() == 0 || !unpark_before(event); }
  // The MIU took the request of `event`, routed it at cycle `routed`, and it reaches its target at
  // `target` if that is in the tile. True if the tile is parked from this event on.
  bool requested(const Event& event, const Message& message, Path path, kernel::Cycle routed,
                 kernel::Cycle target) {
    if (path != Path::mesh && message.command == Command::read_line &&
        message.subdestination == SCC_SUBDEST_MPB) {
      const Poll poll{event.cycle, target, static_cast<std::uint32_t>(message.address),
                      path == Path::loopback};
      const bool at_once = routed == event.cycle + tile_.params.miu_request_cycles;
      return !plain_ && polled(event, poll, at_once);
    }
    other_request(event.unit);
    return false;
  }
  // Core `unit` accesses what is no target of the MIU.
  void other_request(unsigned unit) {
    polling_.cancel_detection();
    lone_.other_request(unit);
  }
  // The request of `event` got the MPB's port and is done at cycle `done`.
  void mpb_used(const Event& event, const Message& request, kernel::Cycle done) {
    if (event.path != Path::mesh && done != event.cycle + tile_.mpb.access_cycles(request))
      lone_.waited(event.unit);
    if (is_write(request.command))
      lone_.written(static_cast<std::uint32_t>(request.address), request.bytes);
  }
  // The mesh delivers a message at `at`.
  void message(kernel::Picos at) {
    if (polling_.parked()) {
      polling_.unpark(at);
      lone_.cancel_detection();
    }
    polling_.cancel_detection();
    lone_.message();
  }
  void register_written() { lone_.cancel_detection(); }
  void clock_changed() {
    cancel_detection();
    find_early();
  }

  // --- cores on other threads -------------------------------------------------------------------
  // Where core z, which runs, is as far as the tile can know, and when it next needs the bus.
  kernel::Cycle now(unsigned z) const {
    return away(z) ? run_aheads_[z]->start() : tile_.ports[z].core->now();
  }
  kernel::Cycle next_cycle(unsigned z) const {
    return away(z) ? run_aheads_[z]->start() : tile_.ports[z].next_cycle();
  }
  // The tile, which has come to `reached`, wants to run core z. False if that is on another thread
  // and the tile is not there yet.
  bool take_back(unsigned z, kernel::Picos reached) {
    if (!away(z)) return true;
    if (tile_.clock.time_of(run_aheads_[z]->start()) > reached) return false;
    end_run_ahead(z);
    return true;
  }
  // Core z, which may run to `limit` and began this run at `begin`, goes on on another thread. If
  // that may come, the tile runs it to a nearer limit first.
  bool hand_out(unsigned z, kernel::Cycle begin, kernel::Cycle& limit) {
    return workers_ != nullptr && !plain_ && runs_ahead(z) && try_run_ahead(z, begin, limit);
  }
  // Brings core z to where it would be without other threads. Before anything else touches it.
  void settle(unsigned z) {
    if (away(z)) settle_stretch(z);
  }
  void settle_all() {
    for (unsigned z = 0; away_ != 0; ++z) settle(z);
  }

  // --- accesses that meet nobody ----------------------------------------------------------------
  void ask_at_once(MessagePort& mesh, unsigned agent) {
    for (std::optional<LoneAccess>& access : accesses_)
      if (access) access->attach(mesh, agent);
  }
  // Core z runs while all others sleep: nothing else is to happen in the tile.
  bool alone(unsigned z) const {
    return tile_.events.next() == kernel::Picos::never() && !plain_ && away_ == 0 && !debugged_ &&
           fast_forward_ && !any_parked() && !polling_.watching() && !lone_.watches() &&
           !tile_.ports[z].interruptible();
  }
  // The request that core z has raised is under way already.
  bool take_under_way(unsigned z) { return accesses_[z] && accesses_[z]->take_under_way(); }

  // Core z goes on behind the posted request that it has raised, which is on its way to the MIU now.
  // False, and nothing done: it must stop.
  bool take_posted(unsigned z) {
    if (plain_ || debugged_ || !fast_forward_ || tile_.ports[z].interruptible() ||
        !simulation_.goes_on(z)) {
      return false;
    }
    simulation_.raised(z);
    return true;
  }

  // --- running ahead of the owner's time --------------------------------------------------------
  // What leaves the mesh after `at` has no effect on the tile before this.
  kernel::Picos undisturbed_until(kernel::Picos at) const {
    if (!early_) return at + kernel::Picos{1};
    const kernel::Cycle effect = tile_.clock.cycle_at(at) + 1 + tile_.params.mesh_in_cycles;
    return tile_.clock.time_of(effect) + kernel::Picos{1};
  }
  // Nothing that a message causes which leaves at cycle `leave` has an effect on the tile before
  // this: an answer comes in behind the edge after `leave`, if not later.
  kernel::Picos undisturbed_after(kernel::Cycle leave) const {
    const kernel::Picos answered = tile_.clock.time_of(leave) + lookahead_;
    if (!early_) return answered;
    return std::max(answered, tile_.clock.time_of(leave + 1 + tile_.params.mesh_in_cycles));
  }
  // While a change of the clock is ahead it is not known how long a message will take. A debugger
  // sees no effect before its time.
  void find_early() {
    early_ = decoupled_ && tile_.clock.period() <= early_period_ && !debugged_ &&
             !tile_.events.has(EventKind::clock);
  }
  void debugged(bool on) {
    debugged_ = on;
    find_early();
  }

  // --- from outside -----------------------------------------------------------------------------
  // The tile as it is without shortcuts at `at`, its whole state where its boxes keep it, which
  // nothing_hidden() asks. simulate() lets the tile simulate its events up to there, and no shortcut
  // takes any of them. What was seen counts no more, since the caller looks, or changes something.
  template <class Simulate>
  void stand_still(kernel::Picos at, Simulate&& simulate) {
    const Plain plain(*this);
    settle_all();
    if (go_on(at)) simulate();
    cancel_detection();
  }
  // No core is parked or on another thread.
  bool nothing_hidden() const { return away_ == 0 && !any_parked(); }
  // What was seen counts no more: the caller changes something.
  void cancel_detection() {
    polling_.cancel_detection();
    lone_.cancel_detection();
  }
  // At `now`; the mesh has this lookahead from now on.
  void mesh_clock_changes(kernel::Picos now, kernel::Picos lookahead);
  // Off: nothing is parked from now on. Not while a core is: after stand_still().
  void set_fast_forward(bool on) {
    fast_forward_ = on;
    polling_.set(on);
    lone_.set(on && may_skip_one_);
  }
  // From now on everything is simulated: the end of a run.
  void end() { plain_ = true; }

 private:
  // As long as it lives no shortcut begins.
  class Plain {
   public:
    explicit Plain(Shortcuts& shortcuts)
        : shortcuts_(shortcuts), before_(std::exchange(shortcuts.plain_, true)) {}
    ~Plain() { shortcuts_.plain_ = before_; }
    Plain(const Plain&) = delete;
    Plain& operator=(const Plain&) = delete;

   private:
    Shortcuts& shortcuts_;
    bool before_;
  };

  // Whatever is parked goes on: to where it is at `at`. True if the whole tile was, whose events up
  // to there are still to be simulated.
  bool go_on(kernel::Picos at);
  bool away(unsigned z) const { return (away_ >> z & 1) != 0; }
  bool polled(const Event& event, const Poll& poll, bool at_once);
  bool unpark_before(const Event& event);
  void unpark_alone(unsigned z, kernel::Picos at);
  bool runs_ahead(unsigned z) const;
  bool try_run_ahead(unsigned z, kernel::Cycle begin, kernel::Cycle& limit);
  kernel::Picos first_run_ahead() const;
  void end_run_ahead(unsigned z);
  void settle_stretch(unsigned z);

  TileParts tile_;
  Simulation& simulation_;
  bool decoupled_;
  // Who sees each access or signal sees them in order of time.
  bool may_skip_one_;
  kernel::Workers* workers_;  // nullptr: no core goes to another thread
  kernel::Picos early_period_, lookahead_;
  PollingFastForward polling_;
  LonePolling lone_;
  std::vector<std::optional<RunAhead>> run_aheads_;  // by core
  std::vector<std::optional<LoneAccess>> accesses_;  // by core
  unsigned away_ = 0;                                // cores whose run-ahead is under way, as bits
  bool plain_ = false;                               // what is simulated now takes no shortcut
  bool fast_forward_;
  bool debugged_ = false;  // a debugger looks at breaks or accesses
  bool early_ = false;     // undisturbed_until() counts the cycles inside the tile
};

}  // namespace rc::scc
