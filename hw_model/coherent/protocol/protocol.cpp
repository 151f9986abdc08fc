// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/protocol/protocol.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "hw_model/coherent/protocol/tables.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::coherent {
namespace {

std::string pair_text(Pair pair) { return {letter(pair.own), ' ', letter(pair.other)}; }

// Where the reader stands, for errors.
struct Place {
  const std::string& file;
  unsigned line;

  [[noreturn]] void fail(const std::string& what) const {
    throw kernel::InputError(kernel::shown(file, kernel::kMaxPathShown) + ":" +
                             std::to_string(line) + ": " + what);
  }
};

State read_state(const std::string& word, const Place& place) {
  const auto found = std::ranges::find(kStateLetters, word.size() == 1 ? word[0] : '?');
  if (found == kStateLetters.end())
    place.fail("state '" + kernel::shown(word) + "': expected I, S, F, E or M");
  return static_cast<State>(found - kStateLetters.begin());
}

Action read_action(const std::string& word, const Place& place) {
  const auto found = std::ranges::find(kActionNames, word);
  if (found == kActionNames.end())
    place.fail("action '" + kernel::shown(word) + "': expected read, rfo or evict");
  return static_cast<Action>(found - kActionNames.begin());
}

Messages read_message(const std::string& word, const Place& place) {
  const auto found = std::ranges::find(kMessageNames, word);
  if (found == kMessageNames.end())
    place.fail("message '" + kernel::shown(word) +
               "': expected request, memory, forward, invalidate or write-back");
  return static_cast<Messages>(1u << (found - kMessageNames.begin()));
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line.substr(0, line.find('#')));
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

}  // namespace

Protocol::Protocol(std::string_view text, const std::string& file) {
  std::array<bool, kStates * kStates * kActions> known{};
  std::istringstream lines{std::string(text)};
  Place place{file, 0};
  for (std::string line; std::getline(lines, line);) {
    ++place.line;
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    if (name_.empty()) {
      if (words.size() != 2 || words[0] != "protocol") place.fail("expected 'protocol NAME'");
      name_ = words[1];
      continue;
    }
    if (words.size() < 6 || words[3] != "->")
      place.fail("expected 'own other action -> own other messages'");
    const Pair from{read_state(words[0], place), read_state(words[1], place)};
    const Action action = read_action(words[2], place);
    Transition to{{read_state(words[4], place), read_state(words[5], place)}, 0};
    for (std::size_t i = 6; i < words.size(); ++i) to.messages |= read_message(words[i], place);
    if (!possible(from)) place.fail("forbidden transition: no line is " + pair_text(from));
    if (!possible(to.next))
      place.fail("forbidden transition: " + std::string(coherent::name(action)) + " of " +
                 pair_text(from) + " leads to " + pair_text(to.next));
    if (known[index(from, action)])
      place.fail("a second transition for " + pair_text(from) + " " + coherent::name(action));
    known[index(from, action)] = true;
    table_[index(from, action)] = to;
    for (const State state : {from.own, from.other, to.next.own, to.next.other})
      states_[static_cast<unsigned>(state)] = true;
  }
  if (name_.empty()) place.fail("expected 'protocol NAME'");
  for (unsigned own = 0; own < kStates; ++own) {
    for (unsigned other = 0; other < kStates; ++other) {
      const Pair pair{static_cast<State>(own), static_cast<State>(other)};
      for (unsigned a = 0; has(pair) && a < kActions; ++a)
        if (const auto action = static_cast<Action>(a); !known[index(pair, action)])
          place.fail("no transition for " + pair_text(pair) + " " + coherent::name(action));
    }
  }
}

Messages Protocol::apply(std::span<State> cores, std::size_t who, Action action) const {
  const State own = cores[who];
  const Transition& decided = next({own, highest_other(cores, who)}, action);
  for (std::size_t core = 0; core < cores.size(); ++core)
    if (core != who) cores[core] = next({own, cores[core]}, action).next.other;
  cores[who] = decided.next.own;
  return decided.messages;
}

Protocol Protocol::with(Pair pair, Action action, const Transition& transition) const {
  Protocol changed = *this;
  changed.table_[index(pair, action)] = transition;
  return changed;
}

State highest_other(std::span<const State> cores, std::size_t who) {
  State highest = State::invalid;
  for (std::size_t core = 0; core < cores.size(); ++core)
    if (core != who) highest = std::max(highest, cores[core]);
  return highest;
}

const Protocol& mesi() {
  static const Protocol protocol(kMesi, "mesi");
  return protocol;
}

const Protocol& mesi_gols() {
  static const Protocol protocol = [] {
    const Pair dirty{State::invalid, State::modified};
    Transition read = mesi().next(dirty, Action::read);
    read.messages &= static_cast<Messages>(~kWriteBack);
    Protocol changed = mesi().with(dirty, Action::read, read);
    changed.name_ = "mesi-gols";
    return changed;
  }();
  return protocol;
}

const Protocol& mesif() {
  static const Protocol protocol(kMesif, "mesif");
  return protocol;
}

const Protocol& protocol_named(const std::string& name) {
  for (const Protocol* protocol : {&mesi(), &mesi_gols(), &mesif()})
    if (protocol->name() == name) return *protocol;
  throw kernel::InputError("protocol '" + kernel::shown(name) +
                           "': expected mesi, mesi-gols or mesif");
}

std::string to_text(const Protocol& protocol) {
  std::string text = "protocol " + protocol.name() + "\n";
  for (unsigned a = 0; a < kActions; ++a) {
    for (unsigned i = 0; i < kStates * kStates; ++i) {
      const Pair pair{static_cast<State>(i / kStates), static_cast<State>(i % kStates)};
      if (!protocol.has(pair)) continue;
      const Transition& to = protocol.next(pair, static_cast<Action>(a));
      text += pair_text(pair) + " " + kActionNames[a] + " -> " + pair_text(to.next);
      for (unsigned m = 0; m < kMessageNames.size(); ++m)
        if (to.messages >> m & 1) text += std::string(" ") + kMessageNames[m];
      text += "\n";
    }
  }
  return text;
}

}  // namespace rc::coherent
