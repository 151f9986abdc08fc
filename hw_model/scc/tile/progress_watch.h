// SPDX-License-Identifier: Apache-2.0
// Separates a core that computes from one that waits, for the deadlock watch; says what it waits
// on. An observer: it takes no part in timing.
//
// A core waits if its bus accesses only repeat: the same values read from the same few places.
// Misses on private memory are progress whatever they read: a program at work may stay on a few
// lines for long, while one that waits for another core reads what that core can write. A core that
// needs no bus for longer than 10 us computes: polling loops come back sooner.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hw_model/cpu/bus.h"
#include "hw_model/kernel/time.h"
#include "hw_model/scc/message/message.h"
#include "hw_model/scc/tile/geometry.h"

namespace rc::scc {

struct CorePort;

class ProgressWatch {
 public:
  void started(kernel::Picos at) { last_progress_ = at; }
  // The core has a request for the bus at `time`.
  void requested(kernel::Picos time) {
    if (computes_at(time)) last_progress_ = time;
  }
  // The core has the response at `time`.
  void answered(cpu::BusOp op, std::uint32_t paddr, const Message& response, kernel::Picos time);

  kernel::Picos last_progress() const { return last_progress_; }
  // Since when the core, which next needs the bus at `next_use`, has only waited; never() while it
  // computes.
  kernel::Picos idle_since(kernel::Picos next_use) const {
    return computes_at(next_use) ? kernel::Picos::never() : last_progress_;
  }

  kernel::Picos last_answer() const { return last_answer_; }
  // The last read found what the core had read there before.
  bool repeats() const { return last_answer_ > last_progress_; }
  // A core that has asked for nothing until `time` computes.
  bool computes_at(kernel::Picos time) const { return time > last_answer_ + kComputing; }

  // The core repeated itself for `time`.
  void skip(kernel::Picos time) { last_answer_ = last_answer_ + time; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(seen_, seen_next_, last_progress_, last_answer_);
  }

 private:
  static constexpr kernel::Picos kComputing{10'000'000};

  struct Seen {
    std::uint32_t paddr = ~0u;
    std::array<std::uint8_t, 32> data{};

    template <class Archive>
    void archive(Archive& archive) {
      archive(paddr, data);
    }
  };

  std::array<Seen, 8> seen_;  // the last distinct reads
  unsigned seen_next_ = 0;
  kernel::Picos last_progress_{0};
  kernel::Picos last_answer_{0};
};

// At `at`, of a core that next needs the bus at `next_use`, never() while it waits for
// an answer:
// The core whose part of an MPB it polls, its own or another one's; nothing if it polls none.
std::optional<std::uint32_t> polled_core(const CorePort& port, const Geometry& geometry,
                                         kernel::Picos next_use, kernel::Picos at);
// One line of a report: what it waits on, or that it computes.
std::string waiting_on(const CorePort& port, const Geometry& geometry, kernel::Picos next_use,
                       kernel::Picos at);

}  // namespace rc::scc
