// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/directory/directory.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/coherent/directory/hash.h"
#include "hw_model/kernel/error.h"

namespace rc::coherent {

using kernel::Picos;

namespace {

constexpr std::uint64_t bit(unsigned core) { return std::uint64_t{1} << core; }
constexpr Picos picos(double ns) { return {static_cast<std::uint64_t>(ns * 1000)}; }

}  // namespace

Directory::Directory(const DirectoryParams& params, unsigned cores, const Protocol& protocol,
                     Transport& transport, Caches& caches)
    : params_(params),
      cores_(cores),
      protocol_(protocol),
      scheduler_({&transport}),
      stops_(transport.stops()),
      caches_(caches),
      memory_free_(params.memory_controllers, Picos{0}) {
  kernel::check_ranges(params, "directory.");
  if (!std::has_single_bit(params.directories))
    throw kernel::InputError("directory.directories = " + std::to_string(params.directories) +
                             ": expected a power of two");
  if (cores > transport.stops())
    throw kernel::InputError("ring.stops = " + std::to_string(transport.stops()) +
                             ": expected one for each of " + std::to_string(cores) + " cores");
}

unsigned Directory::stop_of(Line line) const {
  return folded(line, params_.directories) * stops_ / params_.directories;
}

// Controllers stand evenly spaced. Which one has a line is independent of its directory.
unsigned Directory::memory_of(Line line) const {
  return static_cast<unsigned>((line / params_.directories * 5 + line) %
                               params_.memory_controllers);
}

Global Directory::state(Line line) const {
  const Entry* entry = entries_.find(line);
  return entry == nullptr ? Global::invalid : entry->state;
}

const Transition& Directory::transition(const Transaction& t, State other) const {
  return protocol_.next({t.own, other}, t.action);
}

// --- messages and time --------------------------------------------------------------------------

void Directory::send(unsigned from, unsigned to, Lane lane, Event event, double later_ns) {
  scheduler_.send(now_, 0, from, to, lane, event, picos(later_ns));
}

void Directory::after(double ns, Event event) { scheduler_.at(now_ + picos(ns), event); }

void Directory::step() {
  now_ = scheduler_.next();
  if (const auto event = scheduler_.pop(now_)) act(*event);
}

void Directory::act(Event event) {
  const std::uint32_t id = event.id;
  const Line line = transactions_[id].line;
  switch (event.step) {
    case Step::asked:
      transactions_[id].entry->waiting.push_back(id);
      return start(*transactions_[id].entry);
    case Step::retry:
      transactions_[id].entry->waking = false;
      return start(*transactions_[id].entry);
    case Step::looked_up:
      return decide(id);
    case Step::answers:
      return answer(id, event.core);
    case Step::owner_told:
      return owner_told(id);
    case Step::gives_up: {
      if (event.core < cores_) {
        const State state = caches_.state(event.core, line);
        caches_.change(now_, event.core, line, transition(transactions_[id], state).next.other);
      }
      const unsigned stop = event.core < cores_ ? stop_of_core(event.core) : event.core - cores_;
      return send(stop, stop_of(line), Lane::acknowledge, {Step::given_up, 0, id});
    }
    case Step::given_up:
      if (--transactions_[id].answers == 0) grant(id);
      return;
    case Step::at_memory: {
      Picos& free = memory_free_[memory_of(line)];
      free = std::max(now_, free) + picos(params_.memory_line_ns);
      return scheduler_.at(free - picos(params_.memory_line_ns) + picos(params_.memory_ns),
                           {Step::read, 0, id});
    }
    case Step::read:
      transactions_[id].data = transactions_[id].entry->memory;
      return pass_data(id, memory_of(line) * stops_ / params_.memory_controllers);
    case Step::data:
      transactions_[id].needs_data = false;
      return arrived(id);
    case Step::grant:
      transactions_[id].needs_grant = false;
      return arrived(id);
    case Step::finished:
      return finished(id);
  }
}

// --- requests -----------------------------------------------------------------------------------

std::uint32_t Directory::make(unsigned core, Line line, Action action) {
  std::uint32_t id = static_cast<std::uint32_t>(transactions_.size());
  if (unused_.empty()) {
    transactions_.emplace_back();
  } else {
    id = unused_.back();
    unused_.pop_back();
  }
  transactions_[id] = {line,
                       &entries_[line],
                       static_cast<std::uint16_t>(core),
                       action,
                       false,
                       State::invalid,
                       State::invalid,
                       State::invalid,
                       false,
                       true,
                       0,
                       0};
  return id;
}

void Directory::request(Picos now, unsigned core, Line line, Action action, bool) {
  now_ = now;
  const std::uint32_t id = make(core, line, action);
  send(stop_of_core(core), stop_of(line), Lane::address, {Step::asked, 0, id});
}

// Lets the requests at the head of the line's queue begin, as far as they may.
void Directory::start(Entry& entry) {
  while (!entry.waiting.empty() && !entry.exclusive) {
    const std::uint32_t id = entry.waiting.front();
    Transaction& t = transactions_[id];
    t.exclusive =
        t.action != Action::read || entry.state == Global::invalid || entry.state == Global::sole;
    if (t.exclusive && entry.reads > 0) return;
    if (entry.free_at > now_) {
      if (!entry.waking) scheduler_.at(entry.free_at, {Step::retry, 0, id});
      entry.waking = true;
      return;
    }
    entry.waiting.erase(entry.waiting.begin());
    entry.exclusive = t.exclusive;
    if (!t.exclusive) ++entry.reads;
    entry.free_at = now_ + picos(params_.occupancy_ns);
    after(params_.occupancy_ns, {Step::looked_up, 0, id});
  }
}

void Directory::decide(std::uint32_t id) {
  // It stays so: only requests for this line change it, and they wait for this one.
  transactions_[id].own = caches_.state(transactions_[id].core, transactions_[id].line);
  switch (transactions_[id].action) {
    case Action::read:
      ++counters_.reads;
      return decide_read(id);
    case Action::rfo:
      ++counters_.rfos;
      return decide_rfo(id);
    case Action::evict:
      ++counters_.evictions;
      return decide_eviction(id);
  }
}

void Directory::decide_read(std::uint32_t id) {
  Transaction& t = transactions_[id];
  Entry& entry = *t.entry;
  t.needs_data = true;
  if (entry.state == Global::invalid) {
    t.next = transition(t, State::invalid).next.own;
    ask_memory(id, stop_of(t.line));
    return grant(id);
  }
  entry.sharers |= bit(t.core);
  ask_owner(id);
}

void Directory::decide_rfo(std::uint32_t id) {
  Transaction& t = transactions_[id];
  Entry& entry = *t.entry;
  const std::uint64_t others = entry.sharers & ~bit(t.core);
  t.needs_data = t.own == State::invalid;
  t.next = transition(t, others == 0 ? State::invalid : State::shared).next.own;
  if (others == 0) {
    if (t.needs_data) ask_memory(id, stop_of(t.line));
    return grant(id);
  }
  if (entry.state == Global::sole) return ask_owner(id);
  if (t.needs_data) {
    ++counters_.forwarded;
    send(stop_of(t.line), stop_of_core(entry.owner), Lane::address,
         {Step::answers, entry.owner, id}, params_.snoop_ns);
  }
  const unsigned home = stop_of(t.line), farthest = (home + stops_ / 2) % stops_;
  for (std::uint64_t left = others; left != 0; left &= left - 1) {
    const auto core = static_cast<std::uint16_t>(std::countr_zero(left));
    if (t.needs_data && core == entry.owner) continue;  // the request for its data invalidates, too
    ++t.answers;
    ++counters_.invalidated;
    send(home, stop_of_core(core), Lane::address, {Step::gives_up, core, id}, params_.snoop_ns);
  }
  ++t.answers;
  send(home, farthest, Lane::address,
       {Step::gives_up, static_cast<std::uint16_t>(cores_ + farthest), id}, params_.snoop_ns);
  if (t.needs_data) ++t.answers;
}

void Directory::decide_eviction(std::uint32_t id) {
  Transaction& t = transactions_[id];
  Entry& entry = *t.entry;
  if ((entry.sharers & bit(t.core)) != 0) {
    entry.sharers &= ~bit(t.core);
    const auto left = static_cast<unsigned>(std::popcount(entry.sharers));
    const bool modified = t.own == State::modified;
    if (writes_back(entry.state, left, modified)) {
      ++counters_.written_back;
      entry.memory = caches_.data(t.core, t.line);
    }
    entry.state = coherent::next(entry.state, Action::evict, left, modified);
    if (left != 0 && entry.owner == t.core)
      entry.owner = static_cast<std::uint16_t>(std::countr_zero(entry.sharers));
  }
  send(stop_of(t.line), stop_of_core(t.core), Lane::acknowledge, {Step::grant, 0, id});
}

void Directory::ask_owner(std::uint32_t id) {
  const Transaction& t = transactions_[id];
  ++counters_.forwarded;
  send(stop_of(t.line), stop_of_core(t.entry->owner), Lane::address,
       {Step::answers, t.entry->owner, id}, params_.snoop_ns);
}

void Directory::ask_memory(std::uint32_t id, unsigned from) {
  ++counters_.from_memory;
  const Line line = transactions_[id].line;
  send(from, memory_of(line) * stops_ / params_.memory_controllers, Lane::address,
       {Step::at_memory, 0, id});
}

// The owner has looked its copy up: it changes, and the data go where they are wanted.
void Directory::answer(std::uint32_t id, unsigned owner) {
  Transaction& t = transactions_[id];
  t.owner_was = caches_.state(owner, t.line);
  const Transition& transition = this->transition(t, t.owner_was);
  if (t.owner_was != State::invalid) t.data = caches_.data(owner, t.line);
  if (transition.messages & kWriteBack) {
    ++counters_.written_back;
    t.entry->memory = t.data;
  }
  const bool forwards = (transition.messages & kForward) != 0;
  caches_.change(now_, owner, t.line, transition.next.other);
  if (t.needs_data) {
    if (forwards)
      pass_data(id, stop_of_core(owner));
    else
      ask_memory(id, stop_of_core(owner));
  }
  if (t.answers > 0)
    send(stop_of_core(owner), stop_of(t.line), Lane::acknowledge, {Step::given_up, 0, id});
  else
    send(stop_of_core(owner), stop_of(t.line), Lane::acknowledge, {Step::owner_told, 0, id});
}

void Directory::owner_told(std::uint32_t id) {
  Transaction& t = transactions_[id];
  Entry& entry = *t.entry;
  t.next = transition(t, t.owner_was).next.own;
  if (!t.exclusive || t.action == Action::rfo) return grant(id);
  entry.state = coherent::next(entry.state, Action::read, 2, t.owner_was == State::modified);
  if (t.owner_was == State::modified && entry.memory == t.data) entry.state = Global::shared;
  // From here on others may read beside it.
  entry.exclusive = t.exclusive = false;
  ++entry.reads;
  grant(id);
  start(entry);
}

void Directory::grant(std::uint32_t id) {
  const Transaction& t = transactions_[id];
  if (t.exclusive) {
    t.entry->state = Global::sole;
    t.entry->sharers = bit(t.core);
    t.entry->owner = t.core;
  }
  send(stop_of(t.line), stop_of_core(t.core), Lane::acknowledge, {Step::grant, 0, id});
}

void Directory::pass_data(std::uint32_t id, unsigned from) {
  send(from, stop_of_core(transactions_[id].core), Lane::data, {Step::data, 0, id});
}

// Data or grant are at the requester.
void Directory::arrived(std::uint32_t id) {
  const Transaction& t = transactions_[id];
  if (t.needs_data || t.needs_grant) return;
  const bool had = t.action == Action::rfo && t.own != State::invalid;
  const Data data = had ? caches_.data(t.core, t.line) : t.data;
  send(stop_of_core(t.core), stop_of(t.line), Lane::acknowledge, {Step::finished, 0, id});
  caches_.granted(now_, t.core, t.line, t.next, data);
}

void Directory::finished(std::uint32_t id) {
  Transaction& t = transactions_[id];
  Entry& entry = *t.entry;
  if (t.exclusive)
    entry.exclusive = false;
  else
    --entry.reads;
  unused_.push_back(id);
  start(entry);
}

}  // namespace rc::coherent
