// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/coherent/protocol/model_checker.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <random>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

#include "hw_model/coherent/protocol/global.h"

namespace rc::test {
namespace {

using namespace coherent;

constexpr unsigned kMaxCores = 3, kMaxLines = 2;
constexpr std::uint8_t kNothing = kActions;  // in place of an action

struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Bytes only, so that two equal systems are equal byte by byte.
struct Copy {
  State state = State::invalid;
  std::uint8_t current = 0;        // holds the last write
  std::uint8_t wanted = kNothing;  // the action under way
};
struct Line {
  std::array<Copy, kMaxCores> copies;
  std::uint8_t memory_current = 1;
  Global global = Global::invalid;
  // What the directory carries out.
  std::uint8_t busy = 0, who = 0, unanswered = 0;  // the last a set of cores
  std::uint8_t forwarded = 0, data_current = 0, modified = 0;
  State highest = State::invalid;  // among the others
};
using Lines = std::array<Line, kMaxLines>;
static_assert(sizeof(Lines) == kMaxLines * (3 * kMaxCores + 9));

std::string_view bytes(const Lines& lines) {
  return {reinterpret_cast<const char*>(lines.data()), sizeof lines};
}

// The line with core i as core order[i].
Line renamed(const Line& line, const std::array<unsigned, kMaxCores>& order) {
  Line to = line;
  to.unanswered = 0;
  for (unsigned core = 0; core < kMaxCores; ++core) {
    to.copies[order[core]] = line.copies[core];
    to.unanswered |= static_cast<std::uint8_t>((line.unanswered >> core & 1) << order[core]);
  }
  if (line.busy) to.who = static_cast<std::uint8_t>(order[line.who]);
  return to;
}

// Cores are alike, and so are lines: of all states that differ in their numbers only, the first.
Lines representative(const Lines& lines, unsigned cores, unsigned count) {
  Lines first = lines;
  std::array<unsigned, kMaxCores> order{0, 1, 2};
  do {
    Lines to{};
    for (unsigned line = 0; line < count; ++line) to[line] = renamed(lines[line], order);
    if (count == 2 && bytes(to).substr(sizeof(Line)) < bytes(to).substr(0, sizeof(Line)))
      std::swap(to[0], to[1]);
    if (bytes(to) < bytes(first)) first = to;
  } while (std::next_permutation(order.begin(), order.begin() + cores));
  return first;
}

class Checker {
 public:
  explicit Checker(const CheckedSystem& system) : system_(system) { check_table(); }

  // Calls `visit` with every state that one step leads to. Throws Violation.
  void successors(const Lines& from, const std::function<void(const Lines&)>& visit) const {
    bool moves = false, waits = false;
    const auto step = [&](unsigned line, auto&& change) {
      Lines to = from;
      change(to[line]);
      check(to[line]);
      visit(to);
    };
    for (unsigned core = 0; core < system_.cores; ++core) {
      if (wants(from, core)) {
        waits = true;
        continue;
      }
      for (unsigned line = 0; line < system_.lines; ++line)
        for (const Action action : {Action::read, Action::rfo, Action::evict})
          step(line, [&](Line& l) { begin(l, core, action); });
    }
    for (unsigned line = 0; line < system_.lines; ++line) {
      const Line& l = from[line];
      for (unsigned core = 0; core < system_.cores; ++core) {
        if (!l.busy && l.copies[core].wanted != kNothing) {
          moves = true;
          step(line, [&](Line& changed) { serve(changed, core); });
        }
        if (l.unanswered >> core & 1) {
          moves = true;
          step(line, [&](Line& changed) { answer(changed, core); });
        }
      }
      if (l.busy && l.unanswered == 0) {
        moves = true;
        step(line, [&](Line& changed) { grant(changed); });
      }
    }
    if (waits && !moves) throw Violation("deadlock");
  }

 private:
  const Transition& next(State own, State other, Action action) const {
    return system_.protocol.next({own, other}, action);
  }
  static Action wanted(const Line& l) { return static_cast<Action>(l.copies[l.who].wanted); }

  bool wants(const Lines& lines, unsigned core) const {
    return std::ranges::any_of(
        lines, [&](const Line& line) { return line.copies[core].wanted != kNothing; });
  }

  // What needs no playing: a core asks, or does not, by its own state; none changes unasked.
  void check_table() const {
    const auto states = {State::invalid, State::shared, State::forward, State::exclusive,
                         State::modified};
    for (const State own : states)
      for (const State other : states) {
        if (!system_.protocol.has(Pair{own, other})) continue;
        for (const Action action : {Action::read, Action::rfo, Action::evict}) {
          const Transition& t = next(own, other, action);
          if ((t.messages ^ next(own, State::invalid, action).messages) & kRequest)
            throw Violation("a core would have to know of others whether to ask");
          if (!(t.messages & kRequest) && t.next.own != next(own, State::invalid, action).next.own)
            throw Violation("a core would have to know of others what to become");
          if (t.next.other != other && !(t.messages & (kForward | kInvalidate)))
            throw Violation("a core changes that no message reaches");
          if (t.next.other != other && t.next.other == State::invalid &&
              !(t.messages & kInvalidate))
            throw Violation("a copy goes that no message takes away");
        }
      }
  }

  void write(Line& l, unsigned core) const {
    if (l.copies[core].state != State::modified) throw Violation("write to a line that is not M");
    if (!l.copies[core].current) throw Violation("write to an old line");
    for (Copy& copy : l.copies) copy.current = 0;
    l.memory_current = 0;
    l.copies[core].current = 1;
  }

  void begin(Line& l, unsigned core, Action action) const {
    Copy& copy = l.copies[core];
    const Transition& alone = next(copy.state, State::invalid, action);
    if (alone.messages & kRequest) {
      copy.wanted = static_cast<std::uint8_t>(action);
      return;
    }
    const State before = copy.state;
    copy.state = alone.next.own;
    if (action == Action::evict) {
      if (before != State::invalid) throw Violation("the directory is not told of an eviction");
      return;
    }
    if (before == State::invalid || copy.state == State::invalid)
      throw Violation("access without a copy");
    if (action == Action::read && !copy.current) throw Violation("stale read");
    if (action == Action::rfo) write(l, core);
  }

  // The directory takes up the request of `core`.
  void serve(Line& l, unsigned core) const {
    const State own = l.copies[core].state;
    const auto action = static_cast<Action>(l.copies[core].wanted);
    l.busy = 1;
    l.who = static_cast<std::uint8_t>(core);
    for (unsigned other = 0; other < system_.cores; ++other) {
      if (other == core) continue;
      const State state = l.copies[other].state;
      if (next(own, state, action).messages & (kForward | kInvalidate) && state != State::invalid)
        l.unanswered |= static_cast<std::uint8_t>(1 << other);
      else
        l.highest = std::max(l.highest, state);
    }
  }

  // The directory's message reaches core `other`.
  void answer(Line& l, unsigned other) const {
    Copy& copy = l.copies[other];
    const Transition& t = next(l.copies[l.who].state, copy.state, wanted(l));
    l.unanswered &= static_cast<std::uint8_t>(~(1 << other));
    l.highest = std::max(l.highest, copy.state);
    l.modified |= copy.state == State::modified;
    if (t.messages & kForward) {
      l.forwarded = 1;
      l.data_current = copy.current;
    }
    if (t.messages & kWriteBack) l.memory_current = copy.current;
    copy.state = t.next.other;
    if (copy.state == State::invalid) copy.current = 0;
  }

  // All have answered: the requester gets what it wanted.
  void grant(Line& l) const {
    Copy& copy = l.copies[l.who];
    const Action action = wanted(l);
    const State own = copy.state;
    const Transition& t = next(own, l.highest, action);
    if (action != Action::evict && own == State::invalid) {
      if (t.messages & kForward && l.forwarded)
        copy.current = l.data_current;
      else if (t.messages & kMemory)
        copy.current = l.memory_current;
      else
        throw Violation("no data");
    }
    copy.state = t.next.own;
    const auto left = static_cast<unsigned>(
        std::ranges::count_if(l.copies, [](const Copy& c) { return c.state != State::invalid; }));
    const bool modified = l.modified || own == State::modified;
    const bool remembered = system_.remembers && writes_back(l.global, left, modified);
    if (action == Action::evict && (t.messages & kWriteBack || remembered))
      l.memory_current = copy.current;
    l.global = coherent::next(l.global, action, left, modified);
    const unsigned who = l.who;
    copy.wanted = kNothing;
    l.busy = l.who = l.forwarded = l.data_current = l.modified = 0;
    l.highest = State::invalid;
    if (copy.state == State::invalid) {
      copy.current = 0;
      if (action != Action::evict) throw Violation("access without a copy");
    }
    if (action == Action::evict && copy.state != State::invalid)
      throw Violation("a copy stays that was given up");
    if (action == Action::read && !copy.current) throw Violation("stale read");
    if (action == Action::rfo) write(l, who);
  }

  void check(const Line& l) const {
    bool any = l.busy;
    for (unsigned i = 0; i < system_.cores; ++i) {
      const Copy& copy = l.copies[i];
      if (copy.state != State::invalid && !copy.current) throw Violation("an old copy");
      any |= copy.state != State::invalid;
      for (unsigned j = i + 1; j < system_.cores; ++j)
        if (!possible({copy.state, l.copies[j].state})) throw Violation("an impossible pair");
    }
    if (!any && !l.memory_current) throw Violation("the last write is lost");
  }

  const CheckedSystem& system_;
};

}  // namespace

Verdict explore(const CheckedSystem& system) {
  Verdict verdict;
  std::unordered_set<std::string> seen;
  std::deque<Lines> open;
  const auto meet = [&](const Lines& met) {
    const Lines lines = representative(met, system.cores, system.lines);
    if (!seen.insert(std::string(bytes(lines))).second) return;
    open.push_back(lines);
    for (unsigned i = 0; i < system.cores; ++i)
      for (unsigned j = 0; j < system.cores; ++j)
        if (i != j) verdict.pairs.emplace(lines[0].copies[i].state, lines[0].copies[j].state);
  };
  try {
    const Checker checker(system);
    meet({});
    while (!open.empty()) {
      const Lines lines = open.front();
      open.pop_front();
      checker.successors(lines, meet);
    }
  } catch (const Violation& violation) {
    verdict.violation = violation.what();
  }
  verdict.states = seen.size();
  return verdict;
}

std::string walk(const CheckedSystem& system, std::uint32_t seed, unsigned steps) {
  std::mt19937 random(seed);
  try {
    const Checker checker(system);
    Lines at{};
    for (unsigned step = 0; step < steps; ++step) {
      unsigned choices = 0;
      Lines chosen = at;
      checker.successors(at, [&](const Lines& next) {
        if (random() % ++choices == 0) chosen = next;
      });
      at = chosen;
    }
  } catch (const Violation& violation) {
    return violation.what();
  }
  return "";
}

}  // namespace rc::test
