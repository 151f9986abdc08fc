// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/cores/cores.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/frequency.h"

namespace rc::coherent {

using kernel::Picos;
using Kind = Access::Kind;

Cores::Cores(const CoreParams& params, const Protocol& protocol)
    : params_(params),
      protocol_(protocol),
      period_(kernel::period_of(params.clock_mhz).value),
      l1_{static_cast<std::uint64_t>(params.l1_ns * 1000)} {
  kernel::check_ranges(params, "cores.");
  for (unsigned core = 0; core < params.cores; ++core) cores_.emplace_back(params);
  threads_.resize(threads());
  const unsigned window =
      std::max(1u, params.store_buffer * params.store_bytes / kLineBytes);  // lines of a copy
  for (Thread& thread : threads_) thread.ahead.resize(window);
}

Cores::~Cores() = default;

void Cores::check(unsigned thread, const Access& access) const {
  if (thread >= threads_.size())
    throw kernel::InputError("thread " + std::to_string(thread) + ": the machine has " +
                             std::to_string(threads_.size()) + " threads, 0 to " +
                             std::to_string(threads_.size() - 1));
  if (threads_[thread].waiter != nullptr) throw std::logic_error("cores: two accesses of a thread");
  if (access.address % kWordBytes != 0 || (access.kind == Kind::copy && access.other % kLineBytes))
    throw kernel::InputError("thread " + std::to_string(thread) +
                             ": an address must be a multiple of 8, of a copy of 64");
}

void Cores::submit(unsigned thread, const Access& access, Waiter& waiter) {
  check(thread, access);
  Thread& mine = threads_[thread];
  mine.access = access;
  mine.waiter = &waiter;
  mine.at = 0;
  mine.storing = false;
  mine.read_misses = mine.write_misses = 0;
  mine.not_before = mine.disturbed_at = now_;
  begin(thread);
}

void Cores::begin(unsigned thread) {
  Thread& mine = threads_[thread];
  const Access& access = mine.access;
  mine.waits_for_buffer = false;
  switch (access.kind) {
    case Kind::compute:
      return finish(thread, now_ + cycles(access.value));
    case Kind::wait_until:
      return finish(thread, std::max(now_, Picos{access.value}));
    case Kind::store:
      if (params_.store_buffer == 0) break;
      if (mine.stores.size() < params_.store_buffer) return buffer_store(thread);
      mine.waits_for_buffer = true;
      return;
    case Kind::load:
    case Kind::poll: {
      const auto own = std::find_if(mine.stores.rbegin(), mine.stores.rend(),
                                    [&](const Store& s) { return s.address == access.address; });
      if (own == mine.stores.rend()) break;
      if (access.kind == Kind::load) return finish(thread, now_ + l1_, own->value);
      mine.waits_for_buffer = true;
      return;
    }
    default:
      if (!mine.stores.empty()) {
        mine.waits_for_buffer = true;
        return;
      }
      if (access.kind == Kind::fence) return finish(thread, now_);
  }
  look_up_at(now_ + l1_, {static_cast<std::uint16_t>(thread), Role::access}, Stage::l1);
}

void Cores::finish(unsigned thread, Picos when, std::uint64_t value) {
  threads_[thread].result = value;
  look_up_at(when, {static_cast<std::uint16_t>(thread), Role::access}, Stage::done);
}

Picos Cores::next() const { return std::min(events_.next(), fabric_->next()); }

void Cores::step() {
  const Picos mine = events_.next(), theirs = fabric_->next();
  if (theirs <= mine) {
    now_ = theirs;
    fabric_->step();
    return;
  }
  now_ = mine;
  const Event event = events_.pop();
  if (event.stage == Stage::request) {
    const unsigned core = event.user.thread;
    const auto pending = std::ranges::find(cores_[core].pending, event.line, &Pending::line);
    return fabric_->request(now_, core, event.line, pending->action, false);
  }
  if (event.stage != Stage::done) return look_up(event.user, event.stage);
  Waiter* waiter = std::exchange(threads_[event.user.thread].waiter, nullptr);
  waiter->done(threads_[event.user.thread].result);
}

bool Cores::run() {
  while (next() != Picos::never()) step();
  return std::ranges::none_of(threads_, [](const Thread& t) { return t.waiter != nullptr; });
}

bool Cores::hits(const Copy& copy, Action action) const {
  return !copy.leaving && protocol_.next({copy.state, State::invalid}, action).messages == 0;
}

// A look-up in L1 misses: L2 is asked. What is in neither goes to the fabric.
void Cores::look_up(User user, Stage stage) {
  if (copies_ahead(user)) return pump(user.thread);
  const Need wanted = need(user);
  const PrivateCache& cache = cores_[core_of(user.thread)].cache;
  if (stage == Stage::l1) {
    const Copy* copy = cache.find(wanted.line);
    if (copy == nullptr || !cache.in_l1(wanted.line) || !hits(*copy, wanted.action))
      return look_up_at(now_ + cycles(params_.l2_cycles), user, Stage::l2);
  }
  attempt(user);
}

// True if a request for the line is under way; else all of the core's misses are, and the user is
// stalled.
bool Cores::ask(unsigned number, Line line, Action action, const User* user, Picos delay) {
  Core& core = cores_[number];
  const auto add = [user](std::vector<User>& users) {
    if (user != nullptr && std::ranges::find(users, *user) == users.end()) users.push_back(*user);
  };
  for (Pending& pending : core.pending) {
    if (pending.line != line) continue;
    add(pending.users);
    return true;
  }
  if (action != Action::evict) {
    if (core.misses >= params_.outstanding) {
      add(core.stalled);
      return false;
    }
    ++core.misses;
    ++(user == nullptr ? counters_.prefetches : counters_.misses);
  }
  core.pending.push_back({line, action, {}});
  add(core.pending.back().users);
  if (delay == Picos{0})
    fabric_->request(now_, number, line, action, user != nullptr);
  else
    events_.push(now_ + delay,
                 {{static_cast<std::uint16_t>(number), Role::access}, Stage::request, line});
  return true;
}

State Cores::state(unsigned core, Line line) const {
  const Copy* copy = cores_[core].cache.find(line);
  return copy == nullptr ? State::invalid : copy->state;
}

Data Cores::data(unsigned core, Line line) const {
  const Copy* copy = cores_[core].cache.find(line);
  return copy == nullptr ? 0 : copy->version;
}

void Cores::change(Picos now, unsigned core, Line line, State next) {
  now_ = now;
  Copy* copy = cores_[core].cache.find(line);
  if (copy == nullptr) return;
  copy->state = next;
  checker_.holds(core, line, next);
  if (next != State::invalid) return;
  cores_[core].cache.remove(line);
  notify(core, line);
}

void Cores::granted(Picos now, unsigned number, Line line, State next, Data data) {
  now_ = now;
  Core& core = cores_[number];
  const auto found = std::ranges::find(core.pending, line, &Pending::line);
  const Pending pending = std::move(*found);
  core.pending.erase(found);
  if (pending.action == Action::evict) {
    ++counters_.evictions;
    core.cache.remove(line);
  } else {
    --core.misses;
    std::optional<Line> victim;
    Copy* copy = core.cache.find(line);
    if (copy == nullptr) copy = &core.cache.insert(line, victim);
    copy->state = next;
    copy->leaving = false;
    copy->version = data;
    core.cache.use(*copy);
    if (victim) {
      core.cache.find(*victim)->leaving = true;
      ask(number, *victim, Action::evict, nullptr);
    }
  }
  checker_.holds(number, line, pending.action == Action::evict ? State::invalid : next);
  for (const User& user : pending.users) attempt(user);
  const std::vector<User> stalled = std::exchange(core.stalled, {});
  for (const User& user : stalled) attempt(user);
}

void Cores::watch(unsigned thread, Line line) {
  threads_[thread].not_before = now_;
  cores_[core_of(thread)].watching.emplace_back(line, static_cast<std::uint16_t>(thread));
}

// Threads that poll the line look again, each at the next turn of its loop.
void Cores::notify(unsigned core, Line line) {
  const std::uint64_t turn = l1_.value + cycles(params_.poll_cycles).value;
  std::erase_if(cores_[core].watching, [&](const std::pair<Line, std::uint16_t>& watcher) {
    if (watcher.first != line) return false;
    threads_[watcher.second].disturbed_at = now_;
    const Picos last = threads_[watcher.second].not_before;
    const std::uint64_t turns = (now_.value - last.value + turn - 1) / turn;
    look_up_at(last + Picos{turns * turn}, {watcher.second, Role::access}, Stage::l1);
    return true;
  });
}

}  // namespace rc::coherent
