// SPDX-License-Identifier: Apache-2.0
// The fabric of the Xeon Phi: tag directories that keep the lines' global states, cores, and memory
// controllers, at the stops of a ring.
//
// A miss goes to the directory that keeps the line (hash.h). A request for a line waits there until
// the look-up for the one before it is over; and one that changes who owns the line runs alone:
//
//   read of a line that one core holds   directory -> owner -> data to the requester
//                                        owner -> directory (was it M?) -> grant to the requester
//   read of a line that several hold     directory -> owner -> data; grant at once; more may follow
//   read of a line that no core holds    directory -> memory -> data; grant at once
//   rfo of a line that one core holds    as its read; the owner gives its copy up
//   rfo of a line that several hold      directory -> invalidations past all stops -> directory
//                                        -> grant; data from the owner, if the requester has none
//   eviction                             directory -> permission; data to memory if neither
//                                        memory nor another core has them
//
// The requester uses the line when it has the data and the directory's grant, and acknowledges.
// That it waits for the grant is inferred: only so does the path lead through the directory in both
// directions, and the latency not depend on the distance, as measured (table 1.6).
// That invalidations pass all stops is inferred too: a directory knows that a line is shared, not
// by whom. (The model does know, and asks only the cores that share it.)
//
// Sources: Ramos Garea and Hoefler (2013), section 1.2.1; parameters in params.h.
// Inaccuracies: a directory looks any number of different lines up at a time ("no congestion on
// independent lines", section 3.2). Write-backs wait for nothing.
#pragma once

#include <vector>

#include "hw_model/coherent/cores/fabric.h"
#include "hw_model/coherent/cores/line_table.h"
#include "hw_model/coherent/directory/params.h"
#include "hw_model/coherent/protocol/global.h"
#include "hw_model/coherent/protocol/protocol.h"
#include "hw_model/coherent/ring/scheduler.h"

namespace rc::coherent {

struct DirectoryCounters {
  std::uint64_t reads = 0, rfos = 0, evictions = 0;
  std::uint64_t from_memory = 0, forwarded = 0, invalidated = 0, written_back = 0;
};

class Directory final : public Fabric {
 public:
  // All of them must live as long. kernel::InputError for parameters that cannot be.
  Directory(const DirectoryParams& params, unsigned cores, const Protocol& protocol,
            Transport& transport, Caches& caches);

  void request(kernel::Picos now, unsigned core, Line line, Action action, bool flush) override;
  kernel::Picos next() const override { return scheduler_.next(); }
  void step() override;

  Global state(Line line) const;
  const DirectoryCounters& counters() const { return counters_; }

 private:
  enum class Step : std::uint8_t {
    asked,  // the request is at the directory
    retry,  // the look-up before is over
    looked_up,
    answers,     // it has looked its copy up
    owner_told,  // the directory knows the owner's answer
    gives_up,
    given_up,  // the directory knows
    at_memory,
    read,     // memory has the line
    data,     // at the requester
    grant,    // at the requester
    finished  // the directory knows that the requester has all
  };
  struct Event {
    Step step;
    std::uint16_t core;
    std::uint32_t id;  // of the transaction
  };
  struct Entry {
    Global state = Global::invalid;
    std::uint64_t sharers = 0;  // a bit for each core
    std::uint16_t owner = 0;    // who answers
    bool exclusive = false;     // a request runs alone
    bool waking = false;        // a retry is under way
    std::uint32_t reads = 0;    // under way beside each other
    Data memory = 0;
    kernel::Picos free_at{0};
    std::vector<std::uint32_t> waiting;  // in order
  };
  struct Transaction {
    Line line;
    Entry* entry;
    std::uint16_t core;
    Action action;
    bool exclusive;
    State own;  // of the requester's copy when the look-up was over
    State next;
    State owner_was;
    bool needs_data, needs_grant;
    unsigned answers;  // to come
    Data data;
  };

  unsigned stop_of_core(unsigned core) const { return core; }
  unsigned stop_of(Line line) const;
  unsigned memory_of(Line line) const;
  std::uint32_t make(unsigned core, Line line, Action action);

  void send(unsigned from, unsigned to, Lane lane, Event event, double later_ns = 0);
  void after(double ns, Event event);
  void act(Event event);
  void start(Entry& entry);
  void decide(std::uint32_t id);
  void decide_read(std::uint32_t id);
  void decide_rfo(std::uint32_t id);
  void decide_eviction(std::uint32_t id);
  void ask_owner(std::uint32_t id);
  void ask_memory(std::uint32_t id, unsigned from);
  void answer(std::uint32_t id, unsigned owner);
  void owner_told(std::uint32_t id);
  void grant(std::uint32_t id);
  void arrived(std::uint32_t id);
  void finished(std::uint32_t id);
  void pass_data(std::uint32_t id, unsigned from);
  // Of the pair (requester, a core with a copy in this state).
  const Transition& transition(const Transaction& t, State other) const;

  DirectoryParams params_;
  unsigned cores_;
  const Protocol& protocol_;
  Scheduler<Event> scheduler_;
  unsigned stops_;
  Caches& caches_;
  LineTable<Entry> entries_;
  std::vector<Transaction> transactions_;
  std::vector<std::uint32_t> unused_;  // of transactions_
  std::vector<kernel::Picos> memory_free_;
  kernel::Picos now_{0};
  DirectoryCounters counters_;
};

}  // namespace rc::coherent
