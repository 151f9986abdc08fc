// SPDX-License-Identifier: Apache-2.0
// What an access does once its line is there.
#include <algorithm>

#include "hw_model/coherent/cores/cores.h"

namespace rc::coherent {

using kernel::Picos;
using Kind = Access::Kind;

Cores::Need Cores::need(User user) const {
  const Thread& thread = threads_[user.thread];
  if (user.role == Role::buffer) return {line_of(thread.stores.front().address), Action::rfo};
  const Access& access = thread.access;
  switch (access.kind) {
    case Kind::load:
    case Kind::poll:
      return {line_of(access.address), Action::read};
    case Kind::evict:
      return {line_of(access.address), Action::evict};
    case Kind::copy:
      return thread.storing ? Need{line_of(access.address) + thread.at, Action::rfo}
                            : Need{line_of(access.other) + thread.at, Action::read};
    default:
      return {line_of(access.address), Action::rfo};
  }
}

// Performs the user's access if the core holds the line as it needs it; else asks for the line.
void Cores::attempt(User user) {
  if (copies_ahead(user)) return pump(user.thread);
  const Need wanted = need(user);
  const unsigned number = core_of(user.thread);
  Core& core = cores_[number];
  Copy* copy = core.cache.find(wanted.line);
  if (wanted.action == Action::evict) {
    const bool asked =
        std::ranges::find(core.pending, wanted.line, &Pending::line) != core.pending.end();
    if (copy == nullptr && !asked) return finish(user.thread, now_);
    if (copy != nullptr && !asked) copy->leaving = true;
    ask(number, wanted.line, wanted.action, &user);
    return;
  }
  if (copy != nullptr && hits(*copy, wanted.action)) {
    core.cache.use(*copy);
    ++counters_.hits;
    return perform(user, *copy);
  }
  const bool first =
      std::ranges::find(core.pending, wanted.line, &Pending::line) == core.pending.end();
  if (ask(number, wanted.line, wanted.action, &user) && first && copies(user))
    prefetch(user.thread);
}

void Cores::perform(User user, Copy& copy) {
  if (user.role == Role::access) return perform_access(user.thread, copy);
  Thread& thread = threads_[user.thread];
  const Store store = thread.stores.front();
  write_word(core_of(user.thread), copy, store.address, store.value);
  thread.stores.erase(thread.stores.begin());
  if (thread.stores.empty())
    thread.draining = false;
  else
    look_up_at(now_ + cycles(1), user, Stage::l1);
  const bool room = thread.access.kind == Kind::store || thread.stores.empty();
  if (thread.waits_for_buffer && room) begin(user.thread);
}

void Cores::buffer_store(unsigned thread) {
  Thread& mine = threads_[thread];
  mine.stores.push_back({mine.access.address, mine.access.value});
  finish(thread, now_ + cycles(1));
  if (mine.draining) return;
  mine.draining = true;
  look_up_at(now_ + l1_, {static_cast<std::uint16_t>(thread), Role::buffer}, Stage::l1);
}

void Cores::write_word(unsigned core, Copy& copy, Address address, std::uint64_t value) {
  checker_.write(core, copy)[address / kWordBytes % kLineWords] = value;
  notify(core, copy.line);
}

void Cores::perform_access(unsigned thread, Copy& copy) {
  Thread& mine = threads_[thread];
  const Access& access = mine.access;
  const unsigned core = core_of(thread);
  if (access.kind == Kind::copy) return perform_copy(thread, copy);
  if (access.kind == Kind::own) return finish(thread, now_);
  const std::uint64_t found = checker_.read(core, copy)[access.address / kWordBytes % kLineWords];
  switch (access.kind) {
    case Kind::poll: {
      const bool over = access.until == Access::Until::equal       ? found == access.value
                        : access.until == Access::Until::not_equal ? found != access.value
                                                                   : found >= access.value;
      if (!over) return watch(thread, copy.line);
      const Picos leave = cycles(params_.leave_cycles);
      if (!params_.out_of_order) return finish(thread, now_ + leave, found);
      // It has thrown its work away and begun anew when the line was taken, not when it came back.
      return finish(thread, std::max(now_, mine.disturbed_at + leave), found);
    }
    case Kind::add:
      write_word(core, copy, access.address, found + access.value);
      break;
    case Kind::compare_exchange:
      if (found != access.other) break;
      [[fallthrough]];
    case Kind::store:
    case Kind::exchange:
      write_word(core, copy, access.address, access.value);
      break;
    default:
      break;
  }
  finish(thread, now_, found);
}

// --- copies -------------------------------------------------------------------------------------

void Cores::perform_copy(unsigned thread, Copy& copy) {
  Thread& mine = threads_[thread];
  if (!mine.storing) {
    mine.words = checker_.read(core_of(thread), copy);
  } else {
    checker_.write(core_of(thread), copy) = mine.words;
    notify(core_of(thread), copy.line);
    if (++mine.at == mine.access.count) return finish(thread, now_);
  }
  mine.storing = !mine.storing;
  look_up_at(now_ + l1_, {static_cast<std::uint16_t>(thread), Role::access}, Stage::l1);
}

// The copy of a core in order has missed: once the prefetcher follows it, the next lines come
// along.
void Cores::prefetch(unsigned thread) {
  Thread& mine = threads_[thread];
  std::uint32_t& misses = mine.storing ? mine.write_misses : mine.read_misses;
  if (++misses <= params_.stream_misses) return;
  const std::uint32_t lines = mine.storing ? params_.write_ahead : params_.read_ahead;
  const Need wanted = need({static_cast<std::uint16_t>(thread), Role::access});
  Core& core = cores_[core_of(thread)];
  for (std::uint32_t i = 1; i < lines && mine.at + i < mine.access.count; ++i) {
    const Copy* copy = core.cache.find(wanted.line + i);
    if (copy != nullptr && hits(*copy, wanted.action)) continue;
    if (core.misses >= params_.outstanding) return;
    ask(core_of(thread), wanted.line + i, wanted.action, nullptr);
  }
}

// The copy of a core out of order: loads of the next lines are under way together, and so is the
// ownership of those whose data are there; the stores are performed in order.
void Cores::pump(unsigned thread) {
  Thread& mine = threads_[thread];
  const User user{static_cast<std::uint16_t>(thread), Role::access};
  const unsigned number = core_of(thread);
  Core& core = cores_[number];
  const Line from = line_of(mine.access.other), to = line_of(mine.access.address);
  const Picos look_up = l1_ + cycles(params_.l2_cycles);  // that misses
  const auto window = static_cast<std::uint32_t>(mine.ahead.size());
  const std::uint32_t end = std::min(mine.access.count, mine.at + window);
  for (std::uint32_t i = mine.at; i < end; ++i) {
    Ahead& ahead = mine.ahead[i % window];
    if (!ahead.loaded) {
      const Copy* copy = core.cache.find(from + i);
      if (copy != nullptr && hits(*copy, Action::read)) {
        ahead.words = checker_.read(number, *copy);
        ahead.loaded = true;
      } else if (ask(number, from + i, Action::read, &user, look_up)) {
        continue;
      } else {
        break;
      }
    }
    const Copy* copy = core.cache.find(to + i);
    if (copy != nullptr && hits(*copy, Action::rfo)) continue;
    if (!ask(number, to + i, Action::rfo, &user, look_up)) break;
  }
  if (!mine.ahead[mine.at % window].loaded || now_ < mine.not_before) return;
  Copy* copy = core.cache.find(to + mine.at);
  if (copy == nullptr || !hits(*copy, Action::rfo)) return;
  core.cache.use(*copy);
  checker_.write(number, *copy) = mine.ahead[mine.at % window].words;
  notify(number, copy->line);
  mine.ahead[mine.at % window].loaded = false;
  if (++mine.at == mine.access.count) return finish(thread, now_);
  mine.not_before = now_ + l1_;
  look_up_at(mine.not_before, user, Stage::l2);
}

}  // namespace rc::coherent
