// SPDX-License-Identifier: Apache-2.0
// The fabric of the Sandy Bridge: per socket a ring of cores, slices of an inclusive L3, a home
// agent with memory, and QPI; between the sockets the QPI link.
//
// A miss goes to the slice of its socket that keeps the line. The L3 knows which cores may hold it
// (core-valid bits) and the state that the socket has (MESIF between sockets, and again between the
// cores of one). What can be in M in a single core is asked of that core; what several cores hold
// is clean, and the L3 answers.
//
// What the socket has not goes to the line's home: there memory is read while the other socket is
// asked. Modified data that cross QPI are written to memory: if the home is not the requester's,
// they are used when the home has confirmed that (a round trip more).
//
// Ownership of a line that both sockets share: the socket that has it in F answers for all, and the
// home confirms it. If the requester itself has the F, no socket answers: when the other one has
// given its copies up, the home reads memory. (Inferred from what a receive buffer in S costs more
// than one in F, table 2.3.)
//
// One request for a line at a time, in the order in which they reach their slices.
//
// Sources: Ramos Garea and Hoefler (2013), sections 1.1.2, 1.2.2, 1.3.4; parameters in params.h.
// Inaccuracies: the L3 never runs out of room. The order of requests for one line costs no message
// between sockets. Write-backs wait for nothing.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "hw_model/coherent/cores/fabric.h"
#include "hw_model/coherent/cores/line_table.h"
#include "hw_model/coherent/protocol/protocol.h"
#include "hw_model/coherent/ring/scheduler.h"
#include "hw_model/coherent/snoop/params.h"

namespace rc::coherent {

// A line's home: a bit of its address.
inline constexpr unsigned kHomeShift = 40;
constexpr Address address_at(unsigned socket, Address offset) {
  return (Address{socket} << kHomeShift) + offset;
}

struct SnoopCounters {
  std::uint64_t reads = 0, rfos = 0, evictions = 0;
  std::uint64_t from_l3 = 0, probes = 0, from_memory = 0, crossings = 0, written_back = 0;
};

class Snoop final : public Fabric {
 public:
  // All of them must live as long. `rings`: one a socket, with stops for cores / sockets cores and
  // slices, the home agent and QPI.
  Snoop(const SnoopParams& params, unsigned cores, const Protocol& protocol,
        std::vector<Transport*> rings, Caches& caches);

  void request(kernel::Picos now, unsigned core, Line line, Action action, bool flush) override;
  kernel::Picos next() const override { return scheduler_.next(); }
  void step() override;

  const SnoopCounters& counters() const { return counters_; }

 private:
  // A request does several things at once, each a path of steps one after the other.
  enum class Do : std::uint8_t { ring, wait, probe, memory, link };
  struct Leg {
    Do what;
    std::uint8_t socket = 0;  // ring, memory, and where a link leads
    std::uint8_t from = 0, to = 0;
    bool data = false;       // ring, link
    std::uint16_t core = 0;  // probe
    double ns = 0;           // wait
  };
  using Path = std::vector<Leg>;
  struct Event {
    std::uint32_t id;
    std::uint8_t path, leg;
  };
  struct Socket {
    State state = State::invalid;
    std::uint64_t valid = 0;  // cores that may hold the line
    Data data = 0;            // of the L3's copy
  };
  struct Entry {
    std::array<Socket, 2> sockets;
    Data memory = 0;
    bool busy = false;
    std::vector<std::uint32_t> waiting;  // in order
  };
  struct Transaction {
    Line line;
    Entry* entry;
    std::uint16_t core;
    std::uint8_t socket, other, home;
    Action action;
    bool flush;
    State own;      // when it began
    State highest;  // of the copies that were asked
    bool crossed;   // what the other socket had was asked for
    Data data;
    unsigned opened, open;  // paths
    std::vector<Path> paths;
  };

  bool modified(const Transaction& t, unsigned core) const {
    return caches_.state(core, t.line) == State::modified;
  }
  unsigned socket_of(unsigned core) const { return core / per_socket_; }
  std::uint8_t stop_of(unsigned core) const {
    return static_cast<std::uint8_t>(core % per_socket_);
  }
  std::uint8_t slice_of(Line line) const;
  std::uint8_t agent_stop() const { return static_cast<std::uint8_t>(per_socket_); }
  std::uint8_t link_stop() const { return static_cast<std::uint8_t>(per_socket_ + 1); }

  // What is appended to a path.
  void on_ring(Path& path, unsigned socket, unsigned from, unsigned to, bool data) const;
  void cross(Path& path, unsigned from_socket, unsigned from, unsigned to, bool data) const;
  void probe(Path& path, unsigned slice, unsigned core) const;
  void confirm(Path& path) const;
  Path& open(Transaction& t);

  void begin(Transaction& t, std::uint32_t id);
  void advance(Event event);
  void answer(Transaction& t, Path& path, unsigned core);
  void decide(std::uint32_t id);
  void read_in_socket(Transaction& t);
  void own_in_socket(Transaction& t);
  void from_home(Transaction& t);
  void from_other(Transaction& t);
  void end(std::uint32_t id);
  State settle(Transaction& t);
  State settle_eviction(Transaction& t);

  SnoopParams params_;
  unsigned per_socket_;
  const Protocol& protocol_;
  Caches& caches_;
  Scheduler<Event> scheduler_;
  LineTable<Entry> entries_;
  std::deque<Transaction> transactions_;  // a core that loses a line may ask for it at once
  std::vector<std::uint32_t> unused_;
  std::array<kernel::Picos, 2> memory_free_{};
  std::array<kernel::Picos, 2> link_free_{};  // by the socket that it leads to
  kernel::Picos now_{0};
  SnoopCounters counters_;
};

}  // namespace rc::coherent
