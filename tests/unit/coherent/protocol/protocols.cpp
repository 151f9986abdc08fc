// SPDX-License-Identifier: Apache-2.0
// The protocols' tables against the graphs of a line in two cores that were published with them:
// every edge, and the pairs of states that cannot be.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "hw_model/coherent/protocol/global.h"
#include "hw_model/coherent/protocol/protocol.h"
#include "hw_model/kernel/error.h"

namespace {

using namespace rc::coherent;

State state(char c) { return static_cast<State>(std::string("ISFEM").find(c)); }

// "IM" 0 read: thread T0 or T1 reads the line.
struct Edge {
  const char* from;
  unsigned thread;
  Action action;
  const char* to;
};

std::string after(const Protocol& protocol, const Edge& edge) {
  std::vector<State> cores{state(edge.from[0]), state(edge.from[1])};
  protocol.apply(cores, edge.thread, edge.action);
  return {letter(cores[0]), letter(cores[1])};
}

void replay(const Protocol& protocol, const std::vector<Edge>& edges) {
  for (const Edge& edge : edges)
    EXPECT_EQ(after(protocol, edge), edge.to)
        << protocol.name() << ": " << edge.from << " T" << edge.thread << " " << name(edge.action);
}

constexpr Action kRead = Action::read, kRfo = Action::rfo, kEvict = Action::evict;

// The graph of MESI (figures 1.3 to 1.5), which all three have in common but for who is F.
const std::vector<Edge> kMesiGraph{
    {"II", 0, kRead, "EI"},  {"II", 1, kRead, "IE"},  {"II", 0, kRfo, "MI"},
    {"II", 1, kRfo, "IM"},   {"EI", 0, kRead, "EI"},  {"EI", 0, kRfo, "MI"},
    {"EI", 1, kRfo, "IM"},   {"EI", 0, kEvict, "II"}, {"IE", 1, kRead, "IE"},
    {"IE", 1, kRfo, "IM"},   {"IE", 0, kRfo, "MI"},   {"IE", 1, kEvict, "II"},
    {"MI", 0, kRead, "MI"},  {"MI", 0, kRfo, "MI"},   {"MI", 1, kRfo, "IM"},
    {"MI", 0, kEvict, "II"}, {"IM", 1, kRead, "IM"},  {"IM", 1, kRfo, "IM"},
    {"IM", 0, kRfo, "MI"},   {"IM", 1, kEvict, "II"}, {"SS", 0, kRead, "SS"},
    {"SS", 1, kRead, "SS"},  {"SS", 0, kRfo, "MI"},   {"SS", 1, kRfo, "IM"},
    {"SS", 0, kEvict, "IS"}, {"SS", 1, kEvict, "SI"}, {"SI", 0, kRead, "SI"},
    {"SI", 0, kRfo, "MI"},   {"SI", 1, kRfo, "IM"},   {"SI", 0, kEvict, "II"},
    {"IS", 1, kRead, "IS"},  {"IS", 1, kRfo, "IM"},   {"IS", 0, kRfo, "MI"},
    {"IS", 1, kEvict, "II"}};
const std::vector<Edge> kSharingByMesi{{"EI", 1, kRead, "SS"}, {"IE", 0, kRead, "SS"},
                                       {"MI", 1, kRead, "SS"}, {"IM", 0, kRead, "SS"},
                                       {"SI", 1, kRead, "SS"}, {"IS", 0, kRead, "SS"}};
const std::vector<Edge> kSharingByMesif{
    {"EI", 1, kRead, "SF"},  {"IE", 0, kRead, "FS"},  {"MI", 1, kRead, "SF"},
    {"IM", 0, kRead, "FS"},  {"SI", 1, kRead, "SF"},  {"IS", 0, kRead, "FS"},
    {"FI", 1, kRead, "SF"},  {"IF", 0, kRead, "FS"},  {"SF", 0, kRead, "SF"},
    {"SF", 1, kRead, "SF"},  {"FS", 0, kRead, "FS"},  {"FS", 1, kRead, "FS"},
    {"SF", 0, kRfo, "MI"},   {"SF", 1, kRfo, "IM"},   {"FS", 0, kRfo, "MI"},
    {"FS", 1, kRfo, "IM"},   {"FI", 0, kRfo, "MI"},   {"FI", 1, kRfo, "IM"},
    {"IF", 0, kRfo, "MI"},   {"IF", 1, kRfo, "IM"},   {"SF", 0, kEvict, "IF"},
    {"SF", 1, kEvict, "SI"}, {"FS", 0, kEvict, "IS"}, {"FS", 1, kEvict, "FI"},
    {"FI", 0, kEvict, "II"}, {"IF", 1, kEvict, "II"}};

TEST(Protocols, FollowEveryEdgeOfTheGraphs) {
  for (const Protocol* protocol : {&mesi(), &mesi_gols(), &mesif()}) replay(*protocol, kMesiGraph);
  for (const Protocol* protocol : {&mesi(), &mesi_gols()}) replay(*protocol, kSharingByMesi);
  replay(mesif(), kSharingByMesif);
}

TEST(Protocols, HaveNoTransitionToAnImpossiblePair) {
  const std::set<std::string> impossible{"EM", "EE", "ES", "MM", "ME", "MS", "SM", "SE"};
  for (const Protocol* protocol : {&mesi(), &mesi_gols(), &mesif()}) {
    std::set<std::string> reached{"II"};
    for (bool more = true; more;) {
      more = false;
      for (const std::string& from : std::set<std::string>(reached))
        for (unsigned thread = 0; thread < 2; ++thread)
          for (const Action action : {kRead, kRfo, kEvict})
            more |= reached.insert(after(*protocol, {from.c_str(), thread, action, ""})).second;
    }
    for (const std::string& pair : impossible)
      EXPECT_FALSE(reached.contains(pair)) << protocol->name() << " " << pair;
    // Everything else is reached, and nothing but that is possible. (Two cores in S beside a third
    // in F take three cores.)
    if (protocol == &mesif()) reached.insert("SS");
    for (const char a : std::string("ISFEM"))
      for (const char b : std::string("ISFEM"))
        EXPECT_EQ(protocol->has(Pair{state(a), state(b)}), reached.contains(std::string{a, b}))
            << protocol->name() << " " << a << b;
  }
}

TEST(Protocols, WriteBackWhereOthersWouldReadAnOldLine) {
  const Pair dirty{State::invalid, State::modified};
  EXPECT_TRUE(mesi().next(dirty, kRead).messages & kWriteBack);
  EXPECT_FALSE(mesi_gols().next(dirty, kRead).messages & kWriteBack);
  EXPECT_TRUE(mesif().next(dirty, kRead).messages & kWriteBack);
  for (const Protocol* protocol : {&mesi(), &mesi_gols(), &mesif()})
    EXPECT_TRUE(protocol->next({State::modified, State::invalid}, kEvict).messages & kWriteBack);
}

TEST(Protocols, OnlyTheHighestCopyAnswers) {
  std::vector<State> cores{State::invalid, State::shared, State::forward};
  EXPECT_EQ(mesif().apply(cores, 0, kRead), kRequest | kForward);
  EXPECT_EQ(cores, (std::vector{State::forward, State::shared, State::shared}));
  // The copy in F is gone: no core answers, memory does.
  cores = {State::invalid, State::shared, State::shared};
  EXPECT_EQ(mesif().apply(cores, 0, kRead), kRequest | kMemory);
}

TEST(Protocols, AsTextAreReadAgain) {
  for (const Protocol* protocol : {&mesi(), &mesi_gols(), &mesif()})
    EXPECT_EQ(to_text(Protocol(to_text(*protocol), "again")), to_text(*protocol));
}

std::string error_of(const std::string& text) {
  try {
    Protocol(text, "table");
  } catch (const rc::kernel::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Protocols, ThatAreWrongAreRefusedInOneLine) {
  EXPECT_EQ(error_of(""), "table:0: expected 'protocol NAME'");
  EXPECT_EQ(error_of("protocol p\nI M read -> M M request"),
            "table:2: forbidden transition: read of I M leads to M M");
  EXPECT_EQ(error_of("protocol p\nM E read -> S S"),
            "table:2: forbidden transition: no line is M E");
  EXPECT_EQ(error_of("protocol p\nI X read -> S S"),
            "table:2: state 'X': expected I, S, F, E or M");
  EXPECT_EQ(error_of("protocol p\nI I look -> E I"),
            "table:2: action 'look': expected read, rfo or evict");
  EXPECT_EQ(
      error_of("protocol p\nI I read -> E I letter"),
      "table:2: message 'letter': expected request, memory, forward, invalidate or write-back");
  EXPECT_EQ(error_of("protocol p\nI I read -> E I\nI I read -> E I"),
            "table:3: a second transition for I I read");
  EXPECT_EQ(error_of("protocol p\nI I read -> E I request memory\n"),
            "table:2: no transition for I I rfo");
  EXPECT_EQ(error_of("protocol p\nI read"),
            "table:2: expected 'own other action -> own other messages'");
  EXPECT_THROW(protocol_named("moesi"), rc::kernel::InputError);
}

TEST(GlobalStates, RememberThatASharedLineIsModified) {
  EXPECT_EQ(next(Global::invalid, kRead, 1, false), Global::sole);
  EXPECT_EQ(next(Global::sole, kRead, 2, true), Global::owned);
  EXPECT_EQ(next(Global::sole, kRead, 2, false), Global::shared);
  EXPECT_EQ(next(Global::owned, kRead, 3, false), Global::owned);
  EXPECT_EQ(next(Global::owned, kRfo, 1, false), Global::sole);
  EXPECT_EQ(next(Global::owned, kEvict, 1, false), Global::owned);
  EXPECT_EQ(next(Global::owned, kEvict, 0, false), Global::invalid);
  EXPECT_TRUE(writes_back(Global::owned, 0, false));
  EXPECT_FALSE(writes_back(Global::owned, 1, false));
  EXPECT_FALSE(writes_back(Global::shared, 0, false));
  EXPECT_TRUE(writes_back(Global::sole, 0, true));
  EXPECT_FALSE(writes_back(Global::sole, 0, false));
}

}  // namespace
