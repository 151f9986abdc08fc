// SPDX-License-Identifier: Apache-2.0
// Separates a core that computes from one that waits, for the deadlock watch; says what it waits
// on. An observer: it takes no part in timing.
//
// A core waits if its bus accesses only repeat: the same values read from the same few places, and
// it does not look at the time in between, by which it might give up.
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
  void started(kernel::Picos at) { last_progress_ = last_write_ = at; }
  // The core has a request for the bus at `time`.
  void requested(kernel::Picos time) {
    if (computes_at(time)) last_progress_ = time;
  }
  // The core has read its APIC, whose timer runs.
  void read_timer(kernel::Picos time) { last_progress_ = time; }
  // The core has the response at `time`, and has looked at the time as often as
  // cpu::Core::time_uses() says.
  void answered(cpu::BusOp op, std::uint32_t paddr, const Message& response, kernel::Picos time,
                std::uint64_t time_uses);

  kernel::Picos last_progress() const { return last_progress_; }
  // Since when the core, which next needs the bus at `next_use`, has only waited; never() while it
  // computes.
  kernel::Picos idle_since(kernel::Picos next_use) const {
    return computes_at(next_use) ? kernel::Picos::never() : last_progress_;
  }

  kernel::Picos last_answer() const { return last_answer_; }
  // The last answer to a write, and when the core started.
  kernel::Picos last_write() const { return last_write_; }
  // The last read found what the core had read there before.
  bool repeats() const { return last_answer_ > last_progress_; }
  // A core that has asked for nothing until `time` computes.
  bool computes_at(kernel::Picos time) const { return time > last_answer_ + kComputing; }

  // What a period has in which the core does always the same.
  struct Period {
    bool answers = false, progress = false;
    bool waits() const { return answers && !progress; }
  };
  Period since(kernel::Picos begin) const {
    return {last_answer_ >= begin, last_progress_ >= begin};
  }
  // The core repeated it for `time`.
  void skip(kernel::Picos time, const Period& period) {
    if (period.answers) last_answer_ = last_answer_ + time;
    if (period.progress) last_progress_ = last_progress_ + time;
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(seen_, seen_next_, last_progress_, last_write_, last_answer_, time_uses_);
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
  kernel::Picos last_write_{0};
  kernel::Picos last_answer_{0};
  std::uint64_t time_uses_ = 0;  // before the last answer that brought data
};

// At `at`, of a core that next needs the bus at `next_use`, never() while it waits for
// an answer:
// The core whose part of an MPB it polls, its own or another one's; nothing if it polls none.
std::optional<std::uint32_t> polled_core(const CorePort& port, const Geometry& geometry,
                                         kernel::Picos next_use, kernel::Picos at);
// "the MPB of core 0 at offset 0x40", for what a core has at `paddr`.
std::string place_text(const Geometry& geometry, std::uint32_t paddr);
// One line of a report: what it waits on, or that it computes.
std::string waiting_on(const CorePort& port, const Geometry& geometry, kernel::Picos next_use,
                       kernel::Picos at);

}  // namespace rc::scc
