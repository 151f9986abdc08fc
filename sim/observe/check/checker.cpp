// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/check/checker.h"

#include <fmt/format.h>

#include <bit>

namespace rc::sim::observe {
namespace {

unsigned first_byte(std::uint32_t mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

template <class Visit>
void for_bytes(std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(first_byte(mask));
}

Party party_of(const AccessEvent& event) {
  return {event.core, event.eip, event.time, event.caller};
}

}  // namespace

Checker::Checker(std::vector<std::size_t> programs, bool from_reset)
    : from_reset_(from_reset),
      log_([this](const AccessEvent& event) { look_at(event); }),
      findings_(programs),
      unordered_(std::move(programs)) {}

void Checker::finish() {
  log_.finish();
  check_kept_back();
}

void Checker::look_at(const AccessEvent& event) {
  switch (event.kind) {
    case AccessEvent::Kind::load:
      return load(event);
    case AccessEvent::Kind::store:
      return store(event);
    case AccessEvent::Kind::fetched:
      return fetched(event);
    case AccessEvent::Kind::written:
      return written(event);
    default:
      return check_register(event);
  }
}

// --- loads ---------------------------------------------------------------------------------------

void Checker::fetched(const AccessEvent& event) {
  auto& copies = cores_[event.core].copies;
  if (copies.size() > kMaxCopies) copies.clear();
  const Bytes& bytes = lines_[event.line].bytes;
  Copy& copy = copies[event.line];
  if (event.mask == ~0u) {
    copy = {bytes, true, 0};
    return;
  }
  for_bytes(event.mask, [&](unsigned byte) { copy.bytes[byte] = bytes[byte]; });
  copy.whole = false;
  copy.read |= event.mask;
}

void Checker::load(const AccessEvent& event) {
  Core& core = cores_[event.core];
  Line& line = lines_[event.line];
  std::uint32_t mask = event.mask;
  // A core reads its own stores from its buffer or cache.
  if (const auto own = core.pending.find(event.line); own != core.pending.end())
    mask &= ~own->second.mask;
  const auto copy = core.copies.find(event.line);
  if (mask == 0 || copy == core.copies.end()) return;
  if (synchronises(event, line, mask)) {
    line.flags |= mask;
    learn_from(event, copy->second.bytes);
    return note_read(event, line, 0);
  }
  if (!copy->second.whole) return note_unordered(event, mask, copy->second.bytes);
  note_read(event, line, mask);
  if (check_pending(event, mask)) return;
  for (; mask != 0; mask &= mask - 1) {
    const unsigned byte = first_byte(mask);
    if (!check_byte(event, byte, copy->second.bytes[byte], line.bytes[byte])) return;
  }
}

void Checker::note_unordered(const AccessEvent& event, std::uint32_t mask, const Bytes& seen) {
  const Write& write = seen[first_byte(mask)];
  if (write.core == kNobody || write.core == event.core ||
      order_.knows(event.core, write.core, write.clock))
    return;
  unordered_.add({Defect::unordered_read, party_of(event), party(write),
                  describe(event.line + first_byte(mask))});
}

bool Checker::synchronises(const AccessEvent& event, const Line& line, std::uint32_t mask) const {
  const Polling& polling = log_.polling();
  if (polling.polls(event.eip, event.line)) return true;
  return !polling.copies(event.eip) &&
         (std::has_single_bit(event.mask) || (line.flags & mask) == mask);
}

void Checker::learn_from(const AccessEvent& event, const Bytes& copy) {
  for_bytes(event.mask, [&](unsigned byte) {
    const Write& write = copy[byte];
    if (write.core != kNobody) order_.learn(event.core, write.core, write.clock);
  });
}

// `seen` is what the core read, `now` what memory holds. False: a defect.
bool Checker::check_byte(const AccessEvent& event, unsigned byte, const Write& seen,
                         const Write& now) {
  const auto knows = [&](const Write& write) {
    return write.core == event.core || order_.knows(event.core, write.core, write.clock);
  };
  if (now.core == kNobody) {
    const bool mpb = scc::subdestination_of(event.line) == SCC_SUBDEST_MPB;
    const bool defect = mpb && from_reset_;
    if (defect) found(Defect::never_written, event, {}, byte);
    return !defect;
  }
  const bool newer = !seen.same(now) && now.core != event.core;
  if (newer && (knows(now) || (event.cached && now.time < event.time))) {
    found(Defect::stale_line, event, now, byte);
    return false;
  }
  if (seen.core != kNobody && !knows(seen)) {
    found(Defect::unordered_read, event, seen, byte);
    return false;
  }
  if (newer && now.time < event.time) {
    found(Defect::unordered_read, event, now, byte);
    return false;
  }
  return true;
}

// Whether another core has not flushed a write that is in order before this access.
bool Checker::check_pending(const AccessEvent& event, std::uint32_t mask) {
  for (unsigned other = 0; other < SCC_CORES; ++other) {
    if (other == event.core || cores_[other].pending.empty()) continue;
    const auto pending = cores_[other].pending.find(event.line);
    if (pending == cores_[other].pending.end() || (pending->second.mask & mask) == 0) continue;
    if (!order_.knows(event.core, other, pending->second.write.clock)) continue;
    const unsigned byte = first_byte(pending->second.mask & mask);
    found(Defect::unflushed, event, pending->second.of(byte), byte);
    return true;
  }
  return false;
}

Checker::Read& Checker::read_of(Line& line, unsigned core) {
  for (Read& read : line.reads)
    if (read.party.core == core) return read;
  line.reads.push_back({{core, 0, {}, 0}, 0, 0, false, {}});
  return line.reads.back();
}

void Checker::note_read(const AccessEvent& event, Line& line, std::uint32_t mask) {
  const std::uint32_t clock = order_.clock(event.core);
  Read& read = read_of(line, event.core);
  if (!read.first) read.first = party_of(event);
  if (read.clock != clock) read.mask = 0;
  if (mask == 0 && read.mask != 0) return;
  read.party = party_of(event);
  read.clock = clock;
  read.mask |= mask;
  read.cached = event.cached;
}

// --- stores --------------------------------------------------------------------------------------

void Checker::store(const AccessEvent& event) {
  check_copies(event);
  Pending& pending = cores_[event.core].pending[event.line];
  if (const auto line = lines_.find(event.line); pending.mask == 0 && line != lines_.end())
    for (Read& read : line->second.reads) read.first.reset();
  pending.write = {event.time, order_.store(event.core), event.eip, event.caller, event.core};
  pending.mask |= event.mask;
  for_bytes(event.mask, [&](unsigned byte) { pending.by[byte] = party_of(event); });
}

// Two caches hold what their cores have written there: whichever comes to memory last, one is lost.
void Checker::check_copies(const AccessEvent& event) {
  if (scc::subdestination_of(event.line) == SCC_SUBDEST_MPB || !holds_line(event.core, event.line))
    return;
  for (unsigned other = 0; other < SCC_CORES; ++other) {
    if (other == event.core || cores_[other].pending.empty()) continue;
    const auto pending = cores_[other].pending.find(event.line);
    if (pending == cores_[other].pending.end() || !holds_line(other, event.line)) continue;
    const std::uint32_t mask = pending->second.mask & event.mask;
    if (mask == 0) continue;
    return found(Defect::two_copies, event, pending->second.of(first_byte(mask)), first_byte(mask));
  }
}

bool Checker::holds_line(unsigned core, scc::Place line) const {
  const auto copy = cores_[core].copies.find(line);
  return copy != cores_[core].copies.end() && copy->second.whole;
}

void Checker::written(const AccessEvent& event) {
  Core& core = cores_[event.core];
  const auto stored = core.pending.find(event.line);
  if (stored == core.pending.end()) return;  // a dirty line of long ago
  Pending& pending = stored->second;
  Line& line = lines_[event.line];
  const auto copy = core.copies.find(event.line);
  check_writers(event, line, pending);
  if (copy != core.copies.end()) copy->second.read &= ~event.mask;
  for_bytes(event.mask & pending.mask, [&](unsigned byte) {
    line.bytes[byte] = pending.of(byte);
    line.bytes[byte].time = event.time;
    if (copy != core.copies.end()) copy->second.bytes[byte] = line.bytes[byte];
  });
  pending.mask &= ~event.mask;
  if (pending.mask == 0) core.pending.erase(stored);
}

void Checker::check_writers(const AccessEvent& event, const Line& line, const Pending& pending) {
  const auto by = [&](const Write& write) {
    return Party{event.core, write.eip, event.time, write.caller};
  };
  // A line with a flag is written by all who set or clear it.
  const std::uint32_t mask = (line.flags & event.mask) == 0 ? event.mask & pending.mask : 0;
  const bool mpb = scc::subdestination_of(event.line) == SCC_SUBDEST_MPB;
  for (std::uint32_t rest = mpb ? mask : 0; rest != 0; rest &= rest - 1) {
    const unsigned byte = first_byte(rest);
    const Write& before = line.bytes[byte];
    if (before.core == kNobody || before.core == event.core ||
        order_.knows(event.core, before.core, before.clock))
      continue;
    found(Defect::unordered_write, by(pending.of(byte)), party(before), event.line + byte);
    break;
  }
  for (const Read& read : line.reads) {
    if (read.party.core == event.core || (read.mask & mask) == 0 ||
        order_.knows(event.core, read.party.core, read.clock + 1))
      continue;
    const unsigned byte = first_byte(read.mask & mask);
    const Party writer = by(pending.of(byte));
    if (read.cached && read.party.time > event.time) {
      // The reader had run ahead.
      found(Defect::stale_line, read.party, writer, event.line + byte);
    } else {
      found(Defect::early_write, writer, read.party, event.line + byte);
    }
    break;
  }
  // A whole line is written back, with bytes that this core did not store.
  const auto& copies = cores_[event.core].copies;
  const auto copy = copies.find(event.line);
  if (copy == copies.end()) return;
  check_word(event, copy->second, line, pending);
  for (std::uint32_t rest = event.mask & ~pending.mask; rest != 0; rest &= rest - 1) {
    const unsigned byte = first_byte(rest);
    const Write& before = line.bytes[byte];
    if (before.core == kNobody || before.core == event.core ||
        before.same(copy->second.bytes[byte]))
      continue;
    found(Defect::lost_update, by(pending.write), party(before), event.line + byte);
    return;
  }
}

// A word of uncached memory that this core has read, and another one written since.
void Checker::check_word(const AccessEvent& event, const Copy& copy, const Line& line,
                         const Pending& pending) {
  const std::uint32_t mask = event.mask & pending.mask & copy.read & ~line.flags;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const unsigned byte = first_byte(rest);
    const Write& before = line.bytes[byte];
    if (before.core == kNobody || before.core == event.core || before.same(copy.bytes[byte]) ||
        order_.knows(event.core, before.core, before.clock))
      continue;
    const Write write = pending.of(byte);
    const Party by{event.core, write.eip, event.time, write.caller};
    return found(Defect::lost_word, by, party(before), event.line + byte);
  }
}

// At the end: stores that others look for and that never left their core.
void Checker::check_kept_back() {
  for (const Core& core : cores_) {
    for (const auto& [place, pending] : core.pending) {
      if (scc::subdestination_of(place) != SCC_SUBDEST_MPB) continue;
      const auto line = lines_.find(place);
      if (line == lines_.end()) continue;
      for (const Read& read : line->second.reads) {
        if (read.party.core == pending.write.core) continue;
        // Best what others poll or read.
        const std::uint32_t wanted = pending.mask & (line->second.flags | read.mask);
        const unsigned byte = first_byte(wanted != 0 ? wanted : pending.mask);
        found(Defect::kept_back, party(pending.of(byte)), read.first.value_or(read.party),
              place + byte);
        break;
      }
    }
  }
}

// --- registers: whatever goes through one is in order --------------------------------------------

void Checker::check_register(const AccessEvent& event) {
  Register& reg = registers_[event.line];
  if (event.kind == AccessEvent::Kind::register_written) {
    auto& pending = cores_[event.core].pending;
    const auto stored = pending.find(event.line & ~scc::Place{kLine - 1});
    if (stored == pending.end()) return;
    release(event, stored->second.write, reg);
    pending.erase(stored);
    return;
  }
  order_.learn(event.core, reg.released);
  if (event.kind == AccessEvent::Kind::register_read) return;
  // Other cores can see it: the counter has gone up, the lock is taken.
  join(reg.released, order_.at(event.core, order_.store(event.core)));
  if (event.kind != AccessEvent::Kind::taken) return;
  reg.holder = event.core;
  reg.robbed.erase(event.core);
}

// A lock that another core frees may be a signal to the holder, as in tournament barriers. It is
// not if the holder frees it again, without taking it, while it is free; others may have taken and
// freed it in between. Where the lock is a third core's by then, that one is robbed by the first core,
// not by the one that was robbed itself.
void Checker::release(const AccessEvent& event, const Write& write, Register& lock) {
  join(lock.released, order_.at(event.core, write.clock));
  const Party by{event.core, write.eip, event.time, write.caller};
  Robbery robbery{by, {}};
  if (const auto own = lock.robbed.find(event.core); own != lock.robbed.end()) {
    robbery = {own->second.robber, own->second.victim.value_or(by)};
    lock.robbed.erase(own);
    if (lock.holder == SCC_CORES)
      found(Defect::foreign_lock, robbery.robber, *robbery.victim, event.line);
  }
  if (lock.holder != SCC_CORES && lock.holder != event.core) lock.robbed[lock.holder] = robbery;
  lock.holder = SCC_CORES;
}

// --- what was found ------------------------------------------------------------------------------

void Checker::found(Defect defect, const AccessEvent& event, const Write& other, unsigned byte) {
  found(defect, party_of(event), party(other), event.line + byte);
}

Party Checker::party(const Write& write) {
  const unsigned core = write.core == kNobody ? 0 : write.core;
  return {core, write.eip, write.time, write.caller};
}

void Checker::found(Defect defect, const Party& by, const Party& other, scc::Place place) {
  findings_.add({defect, by, other, describe(place)});
}

std::string Checker::describe(scc::Place place) const {
  const unsigned x = scc::x_of(place), y = scc::y_of(place);
  const auto offset = static_cast<std::uint32_t>(place % SCC_SLOT_SIZE);
  if (scc::subdestination_of(place) == SCC_SUBDEST_MPB)
    return fmt::format("the MPB of core {} at offset {:#x}",
                       SCC_CORE_ID(x, y, offset / SCC_MPB_PER_CORE), offset % SCC_MPB_PER_CORE);
  if (scc::subdestination_of(place) == SCC_SUBDEST_CRB)
    return fmt::format("the lock of core {}", SCC_CORE_ID(x, y, offset == SCC_CRB_LOCK1 ? 1u : 0u));
  return fmt::format("shared memory at {:#010x}", log_.address_of(place));
}

}  // namespace rc::sim::observe
