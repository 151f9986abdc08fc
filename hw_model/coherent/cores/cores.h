// SPDX-License-Identifier: Apache-2.0
// The cores of a coherent machine: threads, each with a store buffer, and private caches. A plain
// object; the fabric (fabric.h) stands behind the caches.
//
// A core in order waits for each miss. Its prefetcher follows a copy: after `stream_misses` misses
// in a row, each further miss brings the next lines along. A core out of order has several lines of
// a copy under way, and asks for a line that it is going to write once it knows what to write.
//
// What is granted to a core is used once at that instant, before it can be taken away again: so
// some core always goes on.
//
// Errors: kernel::InputError for parameters or accesses that cannot be; kernel::MachineError where
// coherence is violated (checker.h).
// Inaccuracies: threads of a core do not compete for its pipeline. The prefetcher does not run past
// the end of a copy. L2 hits of a copy out of order cost no time.
#pragma once

#include <utility>
#include <vector>

#include "hw_model/coherent/cores/checker.h"
#include "hw_model/coherent/cores/fabric.h"
#include "hw_model/coherent/cores/params.h"
#include "hw_model/coherent/protocol/protocol.h"
#include "hw_model/kernel/event_queue.h"

namespace rc::coherent {

struct CoreCounters {
  std::uint64_t hits = 0, misses = 0, prefetches = 0, evictions = 0;
};

class Cores final : public Threads, public Caches {
 public:
  // `protocol` must live as long.
  Cores(const CoreParams& params, const Protocol& protocol);
  ~Cores() override;
  // Before anything else.
  void attach(Fabric& fabric) { fabric_ = &fabric; }

  unsigned cores() const override { return params_.cores; }
  unsigned threads_per_core() const override { return params_.threads_per_core; }
  void submit(unsigned thread, const Access& access, Waiter& waiter) override;
  kernel::Picos now() const override { return now_; }
  bool run() override;
  // run() in steps, for an owner with a calendar: when something happens next, here or in the
  // fabric, and that.
  kernel::Picos next() const;
  void step();

  State state(unsigned core, Line line) const override;
  Data data(unsigned core, Line line) const override;
  void change(kernel::Picos now, unsigned core, Line line, State next) override;
  void granted(kernel::Picos now, unsigned core, Line line, State next, Data data) override;

  const CoreCounters& counters() const { return counters_; }
  Checker& checker() { return checker_; }
  const CoreParams& params() const { return params_; }

 private:
  // Who waits for a line: a thread's access, or its store buffer.
  enum class Role : std::uint8_t { access, buffer };
  struct User {
    std::uint16_t thread;
    Role role;
    bool operator==(const User&) const = default;
  };
  enum class Stage : std::uint8_t { l1, l2, done, request };
  struct Event {
    User user;
    Stage stage;
    Line line = 0;  // of a request, by a core in the place of the thread
  };
  struct Store {
    Address address;
    std::uint64_t value;
  };
  struct Ahead {  // one line of a copy out of order
    Words words{};
    bool loaded = false;
  };
  struct Thread {
    Access access;
    Waiter* waiter = nullptr;  // none: idle
    std::uint64_t result = 0;
    std::vector<Store> stores;  // the buffer, oldest first
    bool draining = false;
    bool waits_for_buffer = false;
    // When a polling thread last looked; when a copy can store its next line.
    kernel::Picos not_before{0};
    kernel::Picos disturbed_at{0};  // when the line that it polls was taken or written
    // Of a copy:
    std::uint32_t at = 0;  // lines done
    bool storing = false;
    Words words{};
    std::uint32_t read_misses = 0, write_misses = 0;
    std::vector<Ahead> ahead;
  };
  struct Pending {  // a request to the fabric
    Line line;
    Action action;
    std::vector<User> users;
  };
  struct Core {
    explicit Core(const CoreParams& params) : cache(params) {}
    PrivateCache cache;
    std::vector<Pending> pending;
    std::vector<User> stalled;                             // no miss is free
    std::vector<std::pair<Line, std::uint16_t>> watching;  // polling threads
    std::uint32_t misses = 0;                              // of pending
  };

  unsigned core_of(unsigned thread) const { return thread / params_.threads_per_core; }
  kernel::Picos cycles(std::uint64_t count) const { return {count * period_}; }

  // cores.cpp
  void check(unsigned thread, const Access& access) const;
  void begin(unsigned thread);
  void finish(unsigned thread, kernel::Picos when, std::uint64_t value = 0);
  void look_up_at(kernel::Picos when, User user, Stage stage) { events_.push(when, {user, stage}); }
  void look_up(User user, Stage stage);
  bool hits(const Copy& copy, Action action) const;
  bool ask(unsigned core, Line line, Action action, const User* user, kernel::Picos delay = {0});
  void watch(unsigned thread, Line line);
  void notify(unsigned core, Line line);

  // accesses.cpp
  struct Need {
    Line line;
    Action action;
  };
  Need need(User user) const;
  bool copies(User user) const {
    return user.role == Role::access && threads_[user.thread].access.kind == Access::Kind::copy;
  }
  bool copies_ahead(User user) const { return params_.out_of_order && copies(user); }
  void attempt(User user);
  void perform(User user, Copy& copy);
  void buffer_store(unsigned thread);
  void write_word(unsigned core, Copy& copy, Address address, std::uint64_t value);
  void perform_access(unsigned thread, Copy& copy);
  void perform_copy(unsigned thread, Copy& copy);
  void prefetch(unsigned thread);
  void pump(unsigned thread);

  CoreParams params_;
  const Protocol& protocol_;
  std::uint64_t period_;
  kernel::Picos l1_;
  Fabric* fabric_ = nullptr;
  Checker checker_;
  std::vector<Core> cores_;
  std::vector<Thread> threads_;
  kernel::EventQueue<Event> events_;
  kernel::Picos now_{0};
  CoreCounters counters_;
};

}  // namespace rc::coherent
