// SPDX-License-Identifier: Apache-2.0
// `run --check`: finds races and misuse of the memory that an SCC's cores share, which the chip
// does not keep coherent. It looks at loads and stores and changes no cycle.
//
// The rules are in docs/checking.md. An access is in order with another if the cores in between
// have synchronised, by flags (loads that poll, see polling.h), locks, counters or registers.
// What follows is kept for each line that cores share: per byte its last writer, which core read
// it, and what each core fetched of it. So a core that reads from its cache is compared with
// memory, without looking at values.
//
// Uncached memory is coherent, and a word of it is read and written whole: loads of it are counted
// where nothing orders them, and are no defects. What is written there over another core's store
// that came after the own load is one: both have read the same value, and one update is lost.
//
// Inexact: a load of one byte outside a copy is taken to synchronise, as RCCE's flags are bytes and
// may be set before they are first read. A read that synchronises is never a race, nor is a write
// to a byte that any core reads so. Of the lines that a core fetched the last 4096 are known; a
// core's knowledge of long ago (2048 changes) is taken as that of later. Each makes it miss a
// defect, none makes one up.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/observe/check/access_log.h"
#include "sim/observe/check/causality.h"
#include "sim/observe/check/findings.h"

namespace rc::sim::observe {

class Checker {
 public:
  // `programs`: which program a core runs, by core; empty: all run the same.
  // `from_reset`: the run begins there, so that whatever was written is known.
  explicit Checker(std::vector<std::size_t> programs = {}, bool from_reset = true);
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  // Says of each access which call of a library it belongs to.
  void attribute_to(AccessLog::CallSite call_site) { log_.attribute_to(std::move(call_site)); }
  // Receives the run's accesses.
  scc::AccessObserver& observer() { return log_; }
  // The run is over, at its end or by an error: looks at what was kept back.
  void finish();
  const std::vector<Finding>& findings() const { return findings_.all(); }
  // Loads of uncached memory that nothing orders behind the store that they read: like findings,
  // but no defects.
  const std::vector<Finding>& unordered() const { return unordered_.all(); }

 private:
  static constexpr std::uint8_t kNobody = 0xFF;
  static constexpr std::size_t kMaxCopies = 4096;

  struct Write {
    kernel::Picos time{0};
    std::uint32_t clock = 0;  // the writer's number of the store
    std::uint32_t eip = 0, caller = 0;
    std::uint8_t core = kNobody;

    bool same(const Write& other) const { return core == other.core && clock == other.clock; }
  };
  using Bytes = std::array<Write, kLine>;
  struct Read {
    Party party;
    std::uint32_t clock = 0;
    std::uint32_t mask = 0;  // of loads that do not poll
    bool cached = false;     // the last was answered by a cache
    // The first one since another core stored there and has not flushed it.
    std::optional<Party> first;
  };
  struct Line {
    Bytes bytes;
    std::uint32_t flags = 0;  // bytes that some core polls
    std::vector<Read> reads;  // the last of each core
  };
  // Stores of a core that have not reached memory.
  struct Pending {
    Write write;  // the last
    std::uint32_t mask = 0;
    std::array<Party, kLine> by;  // by byte
    // All count as stored with the last: they leave together.
    Write of(unsigned byte) const {
      return {by[byte].time, write.clock, by[byte].eip, by[byte].caller, write.core};
    }
  };
  // What a core fetched of a line.
  struct Copy {
    Bytes bytes;
    bool whole = false;      // into its cache, not a word of uncached memory
    std::uint32_t read = 0;  // of uncached memory, bytes fetched since the core's last store there
  };
  struct Core {
    std::unordered_map<scc::Place, Pending> pending;
    std::unordered_map<scc::Place, Copy> copies;
  };
  // Of a core that held a lock which another one released: who did, and the first release of one
  // that was robbed so, if the lock was another's by then.
  struct Robbery {
    Party robber;
    std::optional<Party> victim;
  };
  struct Register {
    Clocks released{};
    unsigned holder = SCC_CORES;  // of a lock; SCC_CORES: no core
    // By core, until it takes the lock or releases it itself.
    std::map<unsigned, Robbery> robbed;
  };

  void look_at(const AccessEvent& event);
  void load(const AccessEvent& event);
  void store(const AccessEvent& event);
  void fetched(const AccessEvent& event);
  void written(const AccessEvent& event);
  void release(const AccessEvent& event, const Write& write, Register& lock);
  void check_register(const AccessEvent& event);
  bool synchronises(const AccessEvent& event, const Line& line, std::uint32_t mask) const;
  void learn_from(const AccessEvent& event, const Bytes& copy);
  static Party party(const Write& write);
  bool check_byte(const AccessEvent& event, unsigned byte, const Write& seen, const Write& now);
  bool check_pending(const AccessEvent& event, std::uint32_t mask);
  void check_copies(const AccessEvent& event);
  bool holds_line(unsigned core, scc::Place line) const;
  void note_unordered(const AccessEvent& event, std::uint32_t mask, const Bytes& seen);
  void check_word(const AccessEvent& event, const Copy& copy, const Line& line,
                  const Pending& pending);
  void check_writers(const AccessEvent& event, const Line& line, const Pending& pending);
  static Read& read_of(Line& line, unsigned core);
  void note_read(const AccessEvent& event, Line& line, std::uint32_t mask);
  void check_kept_back();
  void found(Defect defect, const AccessEvent& event, const Write& other, unsigned byte);
  void found(Defect defect, const Party& by, const Party& other, scc::Place place);
  std::string describe(scc::Place place) const;

  const bool from_reset_;
  AccessLog log_;
  Causality order_;
  Findings findings_, unordered_;
  std::unordered_map<scc::Place, Line> lines_;
  std::unordered_map<scc::Place, Register> registers_;
  std::array<Core, SCC_CORES> cores_;
};

}  // namespace rc::sim::observe
