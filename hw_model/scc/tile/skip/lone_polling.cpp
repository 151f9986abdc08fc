// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/skip/lone_polling.h"

#include <algorithm>

namespace rc::scc {

using kernel::Cycle;
using kernel::Picos;

namespace {
constexpr std::uint32_t kLine = 32;
constexpr unsigned kMaxPatience = 1u << 16;
}  // namespace

bool Repetition::meets(Cycle Poll::*cycle, Cycle first, Cycle last) const {
  const Cycle start = polls.front().accepted;
  if (last < start) return false;
  const Cycle begin = first < start ? 0 : (first - start) % cycles;
  return std::any_of(polls.begin(), polls.end(), [&](const Poll& poll) {
    const Cycle at = (poll.*cycle - start) % cycles;
    const Cycle behind = at >= begin ? at - begin : at + cycles - begin;
    return behind <= last - first;
  });
}

void Repetition::move_before(Cycle end) {
  const Cycle by = end - cycles - polls.front().accepted;
  for (Poll& poll : polls) {
    poll.accepted += by;
    poll.served += by;
  }
}

bool Repetition::reads(std::uint32_t offset, std::uint32_t bytes) const {
  return std::any_of(polls.begin(), polls.end(), [&](const Poll& poll) {
    return offset < poll.offset + kLine && poll.offset < offset + bytes;
  });
}

LonePolling::LonePolling(bool on, const TileParts& parts)
    : on_(on),
      tile_(parts),
      port_cycles_(parts.params.mpb_port_cycles),
      cores_(parts.ports.size()) {}

bool LonePolling::polls(unsigned unit, const Poll& poll, bool at_once, Picos time) {
  if (!on_) return false;
  Core& core = cores_[unit];
  ++core.polls;
  if (!known(unit) && watching_ && unit != unit_) return false;
  if (!at_once || tile_.mpb.port().free() > poll.served || time < tile_.mesh_clock.settled() ||
      tile_.ports[unit].interruptible()) {
    if (watching_ && unit == unit_) stop_watching();
    return false;
  }
  if (!known(unit) && !watching_) {
    if (expects_repetition(unit)) start_watching(unit, poll, time);
    return false;
  }
  if (!same_as_first(unit, poll, time)) {
    other_state(unit, poll);
    return false;
  }
  Repetition& repetition = core.repetition;
  if (known(unit)) {
    repetition.move_before(poll.accepted);
  } else {
    repetition.period = time - repetition.first_time;
    repetition.progress = tile_.ports[unit].progress.since(repetition.first_time);
    repetition.cycles = poll.accepted - repetition.polls.front().accepted;
  }
  if (meets_parked(repetition)) {
    give_up(unit);
    return false;
  }
  if (!known(unit)) keep_repetition(unit);
  repetition.parked_at = time;
  core.tries = 0;
  parked_ |= 1u << unit;
  messages_ = false;
  return true;
}

// In this poll the core is not as in its first one.
void LonePolling::other_state(unsigned unit, const Poll& poll) {
  Core& core = cores_[unit];
  if (known(unit)) {
    if (++core.tries == kMaxPolls) forget(unit);
  } else if (core.repetition.polls.size() == kMaxPolls) {
    give_up(unit);
  } else {
    core.repetition.polls.push_back(poll);
  }
}

void LonePolling::give_up(unsigned unit) {
  known(unit) ? forget(unit) : stop_watching();
  cores_[unit].polls = 0;
  cores_[unit].patience = std::min(cores_[unit].patience * 4, kMaxPatience);
}

// The core that is watched repeats itself.
void LonePolling::keep_repetition(unsigned unit) {
  const cpu::Core& core = *tile_.ports[unit].core;
  Repetition& repetition = cores_[unit].repetition;
  repetition.counters = core.counters() - repetition.first_counters;
  cores_[unit].patience = 1;
  if (core.observed()) {  // the observer must see a repetition begin
    stop_watching();
  } else {
    watching_ = false;
    known_ |= 1u << unit;
  }
}

bool LonePolling::expects_repetition(unsigned unit) const {
  const Core& core = cores_[unit];
  const unsigned polls = core.beside_work || parked_ != 0 ? kBesideWork
                         : messages_                      ? kBesideMessages
                                                          : kAlone;
  return core.polls >= polls * core.patience;
}

void LonePolling::other_request(unsigned unit) {
  for (Core& core : cores_) core.beside_work = true;
  cores_[unit].polls = 0;
  cores_[unit].beside_work = false;
  if (watching_ && unit == unit_) stop_watching();
  if (known(unit)) forget(unit);
}

void LonePolling::cancel_detection() {
  stop_watching_all();
  for (Core& core : cores_) {
    core.polls = 0;
    core.beside_work = false;
  }
}

void LonePolling::start_watching(unsigned unit, const Poll& poll, Picos time) {
  watching_ = true;
  unit_ = unit;
  cpu::Core& core = *tile_.ports[unit].core;
  Repetition& repetition = cores_[unit].repetition;
  repetition.polls.assign(1, poll);
  repetition.first_time = time;
  repetition.first_counters = core.counters();
  core.watch_stores(true);
  cores_[unit].first.record();
  take_snapshot(unit, time, cores_[unit].first);
}

void LonePolling::stop_watching() {
  watching_ = false;
  tile_.ports[unit_].core->watch_stores(false);
}

void LonePolling::forget(unsigned unit) {
  known_ &= ~(1u << unit);
  tile_.ports[unit].core->watch_stores(false);
}

void LonePolling::forget_all() {
  while (known_ != 0) forget(static_cast<unsigned>(std::countr_zero(known_)));
}

// Core and poll.
bool LonePolling::same_as_first(unsigned unit, const Poll& poll, Picos time) {
  const Poll& begin = cores_[unit].repetition.polls.front();
  if (poll.offset != begin.offset || poll.loopback != begin.loopback ||
      poll.served - poll.accepted != begin.served - begin.accepted ||
      !tile_.ports[unit].core->stores_neutral()) {
    return false;
  }
  Snapshot& first = cores_[unit].first;
  first.compare();
  take_snapshot(unit, time, first);
  return first.same();
}

// The core's, and the phase of the clocks.
void LonePolling::take_snapshot(unsigned unit, Picos time, Snapshot& snapshot) const {
  const CorePort& port = tile_.ports[unit];
  append(snapshot, time - tile_.mesh_clock.time_of(tile_.mesh_clock.cycle_at(time)));
  append(snapshot, port.state);
  append(snapshot, port.paddr);
  port.fingerprint(tile_.clock.cycle_at(time), snapshot);
}

// Whether it would ever meet a core that is parked.
bool LonePolling::meets_parked(const Repetition& repetition) const {
  for (unsigned z = 0; z < cores_.size(); ++z) {
    if (!parked(z)) continue;
    const Repetition& other = cores_[z].repetition;
    if (other.cycles != repetition.cycles) return true;
    // So many periods later each poll is behind the other's first.
    const Cycle later = (other.polls.front().accepted / other.cycles + 2) * other.cycles;
    for (const Poll& poll : repetition.polls) {
      const Cycle accepted = poll.accepted + later, served = poll.served + later;
      if (other.meets(&Poll::accepted, accepted, accepted) ||
          other.meets(&Poll::served, served - port_cycles_ + 1, served + port_cycles_ - 1)) {
        return true;
      }
    }
  }
  return false;
}

bool LonePolling::disturbs(const Event& event, const Message* message, unsigned unit) const {
  const Repetition& repetition = cores_[unit].repetition;
  switch (event.kind) {
    case EventKind::accept:
      return repetition.meets(&Poll::accepted, event.cycle,
                              std::max(event.cycle, tile_.miu.port().free()));
    case EventKind::serve:
      return message->subdestination == SCC_SUBDEST_MPB ? disturbs_mpb(event, *message, repetition)
                                                        : is_write(message->command);
    case EventKind::clock:
      return true;
  }
  return true;
}

bool LonePolling::disturbs_mpb(const Event& event, const Message& message,
                               const Repetition& repetition) const {
  if (is_write(message.command) &&
      repetition.reads(static_cast<std::uint32_t>(message.address), message.bytes)) {
    return true;
  }
  const Cycle start = std::max(event.cycle, tile_.mpb.port().free());
  const Cycle first = event.cycle >= port_cycles_ ? event.cycle - port_cycles_ + 1 : 0;
  return repetition.meets(&Poll::served, first, start + port_cycles_ - 1);
}

LonePolling::Resumed LonePolling::unpark(unsigned unit, Picos at) {
  parked_ &= ~(1u << unit);
  Core& core = cores_[unit];
  core.polls = kBesideWork;
  core.beside_work = true;
  Repetition& repetition = core.repetition;
  const std::uint64_t periods =
      at > repetition.parked_at
          ? (at - repetition.parked_at - Picos{1}).value / repetition.period.value
          : 0;
  const Picos time{periods * repetition.period.value};
  const Cycle cycles = periods * repetition.cycles;
  CorePort& port = tile_.ports[unit];
  port.skip(cycles, periods, repetition.counters);
  port.progress.skip(time, repetition.progress);
  for (const Poll& poll : repetition.polls) {
    tile_.counters.mpb_reads += periods;
    (poll.loopback ? tile_.counters.own_mesh : tile_.counters.local_bypass) += periods;
  }
  Event event = repetition.event;
  event.time = event.time + time;
  event.cycle += cycles;
  return {event, repetition.polls.front().accepted + repetition.cycles + cycles + 1,
          repetition.polls.back().served + cycles + port_cycles_};
}

}  // namespace rc::scc
