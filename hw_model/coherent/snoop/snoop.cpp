// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/snoop/snoop.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::coherent {

using kernel::Picos;

namespace {

constexpr std::uint64_t bit(unsigned core) { return std::uint64_t{1} << core; }
constexpr Picos picos(double ns) { return {static_cast<std::uint64_t>(ns * 1000)}; }
constexpr unsigned kRequestPath = 0;  // to the slice; the others begin when the line is free

}  // namespace

Snoop::Snoop(const SnoopParams& params, unsigned cores, const Protocol& protocol,
             std::vector<Transport*> rings, Caches& caches)
    : params_(params),
      per_socket_(cores / params.sockets),
      protocol_(protocol),
      caches_(caches),
      scheduler_(std::move(rings)) {
  kernel::check_ranges(params, "snoop.");
  if (cores % params.sockets != 0 || !std::has_single_bit(per_socket_))
    throw kernel::InputError("cores.cores = " + std::to_string(cores) +
                             ": expected a power of two for each of " +
                             std::to_string(params.sockets) + " sockets");
  if (scheduler_.network(0).stops() < per_socket_ + 2)
    throw kernel::InputError("ring.stops = " + std::to_string(scheduler_.network(0).stops()) +
                             ": expected at least " + std::to_string(per_socket_ + 2) +
                             ": cores, home agent, QPI");
}

// The XOR of the line number's groups of bits, as for directories.
std::uint8_t Snoop::slice_of(Line line) const {
  std::uint64_t fold = 0;
  for (const int bits = std::bit_width(per_socket_ - 1); bits != 0 && line != 0; line >>= bits)
    fold ^= line & (per_socket_ - 1);
  return static_cast<std::uint8_t>(fold);
}

// --- paths --------------------------------------------------------------------------------------

void Snoop::on_ring(Path& path, unsigned socket, unsigned from, unsigned to, bool data) const {
  path.push_back({.what = Do::ring,
                  .socket = static_cast<std::uint8_t>(socket),
                  .from = static_cast<std::uint8_t>(from),
                  .to = static_cast<std::uint8_t>(to),
                  .data = data});
}

// From a stop of one socket to a stop of the other.
void Snoop::cross(Path& path, unsigned from_socket, unsigned from, unsigned to, bool data) const {
  const unsigned there = 1 - from_socket;
  on_ring(path, from_socket, from, link_stop(), data);
  path.push_back({.what = Do::link, .socket = static_cast<std::uint8_t>(there), .data = data});
  on_ring(path, there, link_stop(), to, data);
}

// From the slice to a core of its socket and back.
void Snoop::probe(Path& path, unsigned slice, unsigned core) const {
  on_ring(path, socket_of(core), slice, stop_of(core), false);
  path.push_back({.what = Do::probe, .core = static_cast<std::uint16_t>(core)});
  on_ring(path, socket_of(core), stop_of(core), slice, true);
}

// The home on the other side confirms: one message there, one back.
void Snoop::confirm(Path& path) const {
  path.push_back({.what = Do::link, .socket = 0});
  path.push_back({.what = Do::link, .socket = 1});
}

Snoop::Path& Snoop::open(Transaction& t) {
  if (t.opened == t.paths.size()) t.paths.emplace_back();
  Path& path = t.paths[t.opened++];
  path.clear();
  return path;
}

void Snoop::step() {
  now_ = scheduler_.next();
  if (const auto event = scheduler_.pop(now_)) advance(*event);
}

// A leg of a path is over: the next one begins.
void Snoop::advance(Event event) {
  Transaction& t = transactions_[event.id];
  Path& path = t.paths[event.path];
  if (event.leg > 0 && path[event.leg - 1u].what == Do::probe)
    answer(t, path, path[event.leg - 1u].core);
  if (event.leg == path.size()) {
    if (event.path != kRequestPath) {
      if (--t.open == 0) end(event.id);
      return;
    }
    if (t.entry->busy)
      t.entry->waiting.push_back(event.id);
    else
      decide(event.id);
    return;
  }
  const Leg leg = path[event.leg];
  const Event then{event.id, event.path, static_cast<std::uint8_t>(event.leg + 1)};
  switch (leg.what) {
    case Do::ring: {
      // What is waited for at the end of the path is part of the message.
      const bool waits = then.leg < path.size() && path[then.leg].what == Do::wait;
      const Picos later = waits ? picos(path[then.leg].ns) : Picos{0};
      return scheduler_.send(
          now_, leg.socket, leg.from, leg.to, leg.data ? Lane::data : Lane::address,
          {then.id, then.path, static_cast<std::uint8_t>(then.leg + waits)}, later);
    }
    case Do::wait:
      return scheduler_.at(now_ + picos(leg.ns), then);
    case Do::probe:
      ++counters_.probes;
      return scheduler_.at(
          now_ + picos(params_.probe_ns + (modified(t, leg.core) ? params_.dirty_ns : 0)), then);
    case Do::memory: {
      Picos& free = memory_free_[leg.socket];
      const Picos begins = std::max(now_, free);
      free = begins + picos(params_.memory_line_ns);
      ++counters_.from_memory;
      return scheduler_.at(begins + picos(params_.memory_ns), then);
    }
    case Do::link: {
      Picos& free = link_free_[leg.socket];
      const Picos begins = std::max(now_, free);
      free = begins + picos(leg.data ? params_.qpi_line_ns : params_.qpi_message_ns);
      ++counters_.crossings;
      return scheduler_.at(begins + picos(params_.qpi_ns), then);
    }
  }
}

// A core has looked its copy up.
void Snoop::answer(Transaction& t, Path& path, unsigned core) {
  const State state = caches_.state(core, t.line);
  const Transition& transition = protocol_.next({t.own, state}, t.action);
  t.highest = std::max(t.highest, state);
  if (state != State::invalid)
    t.data = !sole(state) || (transition.messages & kForward) ? caches_.data(core, t.line)
                                                              : t.entry->memory;
  caches_.change(now_, core, t.line, transition.next.other);
  // To memory as well, if the other socket reads it.
  if (state == State::modified && socket_of(core) != t.socket && t.action == Action::read &&
      t.home != t.socket)
    confirm(path);
}

// --- requests -----------------------------------------------------------------------------------

void Snoop::request(Picos now, unsigned core, Line line, Action action, bool flush) {
  now_ = now;
  auto id = static_cast<std::uint32_t>(transactions_.size());
  if (unused_.empty()) {
    transactions_.emplace_back();
  } else {
    id = unused_.back();
    unused_.pop_back();
  }
  Transaction& t = transactions_[id];
  t.line = line;
  t.entry = &entries_[line];
  t.core = static_cast<std::uint16_t>(core);
  t.socket = static_cast<std::uint8_t>(socket_of(core));
  t.other = static_cast<std::uint8_t>(1 - t.socket);
  t.home = static_cast<std::uint8_t>((line * kLineBytes >> kHomeShift) % params_.sockets);
  t.action = action;
  t.flush = flush;
  t.opened = 0;
  Path& path = open(t);
  on_ring(path, t.socket, stop_of(core), slice_of(line), false);
  path.push_back({.what = Do::wait, .ns = params_.l3_ns});
  advance({id, kRequestPath, 0});
}

// The line is free for this request.
void Snoop::decide(std::uint32_t id) {
  Transaction& t = transactions_[id];
  const Socket& here = t.entry->sockets[t.socket];
  t.entry->busy = true;
  t.own = caches_.state(t.core, t.line);
  t.highest = State::invalid;
  t.crossed = false;
  t.data = here.data;
  switch (t.action) {
    case Action::read:
      ++counters_.reads;
      if (here.state != State::invalid)
        read_in_socket(t);
      else
        from_home(t);
      break;
    case Action::rfo:
      ++counters_.rfos;
      if (here.state != State::invalid) own_in_socket(t);
      if (here.state == State::invalid)
        from_home(t);
      else if (!sole(here.state))
        from_other(t);
      break;
    case Action::evict:
      ++counters_.evictions;
      on_ring(open(t), t.socket, slice_of(t.line), stop_of(t.core), false);
  }
  begin(t, id);
}

void Snoop::begin(Transaction& t, std::uint32_t id) {
  t.open = t.opened - 1;
  for (unsigned path = 1; path < t.opened; ++path)
    advance({id, static_cast<std::uint8_t>(path), 0});
}

void Snoop::read_in_socket(Transaction& t) {
  const Socket& here = t.entry->sockets[t.socket];
  const std::uint64_t others = here.valid & ~bit(t.core);
  const unsigned slice = slice_of(t.line);
  Path& path = open(t);
  if (sole(here.state) && std::has_single_bit(others))
    probe(path, slice, static_cast<unsigned>(std::countr_zero(others)));
  else
    ++counters_.from_l3;
  on_ring(path, t.socket, slice, stop_of(t.core), true);
}

// All other cores of the socket give the line up.
void Snoop::own_in_socket(Transaction& t) {
  const unsigned slice = slice_of(t.line);
  const std::uint64_t others = t.entry->sockets[t.socket].valid & ~bit(t.core);
  for (std::uint64_t left = others; left != 0; left &= left - 1) {
    Path& path = open(t);
    probe(path, slice, static_cast<unsigned>(std::countr_zero(left)));
    on_ring(path, t.socket, slice, stop_of(t.core), true);
  }
  if (others == 0) on_ring(open(t), t.socket, slice, stop_of(t.core), t.own == State::invalid);
}

// The socket does not have the line: its home has, or the other socket.
void Snoop::from_home(Transaction& t) {
  const Socket& there = t.entry->sockets[t.other];
  if (params_.sockets > 1 && there.state != State::invalid) return from_other(t);
  const unsigned slice = slice_of(t.line);
  t.data = t.entry->memory;
  Path& path = open(t);
  if (t.home == t.socket) {
    on_ring(path, t.socket, slice, agent_stop(), false);
    path.push_back({.what = Do::memory, .socket = t.home});
    on_ring(path, t.socket, agent_stop(), stop_of(t.core), true);
    if (params_.sockets == 1) return;
    Path& other = open(t);
    cross(other, t.socket, slice, slice, false);
    other.push_back({.what = Do::wait, .ns = params_.l3_ns});
    cross(other, t.other, slice, stop_of(t.core), false);
    return;
  }
  cross(path, t.socket, slice, agent_stop(), false);
  path.push_back({.what = Do::memory, .socket = t.home});
  cross(path, t.other, agent_stop(), stop_of(t.core), true);
}

// The other socket has the line, or shares it.
void Snoop::from_other(Transaction& t) {
  const Socket& there = t.entry->sockets[t.other];
  const unsigned slice = slice_of(t.line);
  t.crossed = true;
  const bool silent = there.state == State::shared || there.state == State::invalid;
  const bool ask_cores =
      t.action == Action::rfo || (sole(there.state) && std::has_single_bit(there.valid));
  std::uint64_t left = ask_cores ? there.valid : 0;
  if (t.own == State::invalid && t.entry->sockets[t.socket].state == State::invalid)
    t.data = silent ? t.entry->memory : there.data;
  do {
    Path& path = open(t);
    cross(path, t.socket, slice, slice, false);
    path.push_back({.what = Do::wait, .ns = params_.l3_ns});
    if (left != 0) probe(path, slice, static_cast<unsigned>(std::countr_zero(left)));
    cross(path, t.other, slice, stop_of(t.core), !silent);
    if (there.state == State::modified && t.action == Action::read && t.home == t.other)
      confirm(path);
    if (there.state == State::forward && t.action == Action::rfo && t.home == t.other)
      confirm(path);
    if (silent && there.state == State::shared) {
      if (t.home == t.other) {
        cross(path, t.socket, slice, agent_stop(), false);
        path.push_back({.what = Do::memory, .socket = t.home});
        cross(path, t.other, agent_stop(), stop_of(t.core), true);
      } else {
        on_ring(path, t.socket, slice, agent_stop(), false);
        path.push_back({.what = Do::memory, .socket = t.home});
        on_ring(path, t.socket, agent_stop(), stop_of(t.core), true);
      }
    }
    left &= left - 1;
  } while (left != 0);
}

// Everything that the request needed is at the requester.
void Snoop::end(std::uint32_t id) {
  Transaction& t = transactions_[id];
  Entry& entry = *t.entry;
  if (t.own != State::invalid) t.data = caches_.data(t.core, t.line);
  const State next = settle(t);
  const unsigned core = t.core;
  const Line line = t.line;
  const Data data = t.data;
  unused_.push_back(id);
  entry.busy = false;
  if (!entry.waiting.empty()) {
    const std::uint32_t first = entry.waiting.front();
    entry.waiting.erase(entry.waiting.begin());
    // After the grant, which leaves before whatever the next one sends.
    entry.busy = true;
    caches_.granted(now_, core, line, next, data);
    return decide(first);
  }
  caches_.granted(now_, core, line, next, data);
}

// The states afterwards; returns the requester's.
State Snoop::settle(Transaction& t) {
  Socket& here = t.entry->sockets[t.socket];
  Socket& there = t.entry->sockets[t.other];
  if (t.action == Action::evict) return settle_eviction(t);
  if (t.action == Action::rfo) {
    here = {State::exclusive, bit(t.core), t.data};
    if (t.crossed) there = {};
    return protocol_.next({t.own, t.highest}, t.action).next.own;
  }
  // Copies that were not asked change without a message: the last reader forwards.
  for (std::uint64_t left = here.valid & ~bit(t.core); left != 0; left &= left - 1) {
    const auto core = static_cast<unsigned>(std::countr_zero(left));
    const State state = caches_.state(core, t.line);
    t.highest = std::max(t.highest, state);
    if (!sole(state))
      caches_.change(now_, core, t.line, protocol_.next({t.own, state}, t.action).next.other);
  }
  State next = protocol_.next({t.own, t.highest}, t.action).next.own;
  if (t.highest == State::modified && !t.crossed) here.state = State::modified;
  if (here.state == State::invalid) here.state = t.crossed ? State::forward : State::exclusive;
  if (t.crossed) {
    if (there.state == State::modified || t.highest == State::modified) {
      ++counters_.written_back;
      t.entry->memory = t.data;
    }
    there.state = State::shared;
    there.data = t.data;
  }
  if (sole(next) && !sole(here.state)) next = State::forward;
  here.valid |= bit(t.core);
  here.data = t.data;
  return next;
}

State Snoop::settle_eviction(Transaction& t) {
  Socket& here = t.entry->sockets[t.socket];
  if (t.own == State::modified) {
    here.data = t.data;
    here.state = State::modified;
  }
  here.valid &= ~bit(t.core);
  if (!t.flush || here.valid != 0) return State::invalid;
  if (here.state == State::modified) {
    ++counters_.written_back;
    t.entry->memory = here.data;
  }
  here = {};
  return State::invalid;
}

}  // namespace rc::coherent
