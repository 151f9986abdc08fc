// SPDX-License-Identifier: Apache-2.0
// A memory path with a minimal owner: flat memory, fixed latency per kind of request.
#pragma once

#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>
#include <vector>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

class MemoryMachine {
 public:
  static constexpr std::uint32_t kBytes = 1u << 20;
  static constexpr kernel::Cycle kRead = 100, kWrite = 60;

  // When the owner reports the end of a posted transaction. It must change no cycle.
  enum class Answer { at_once, when_needed, at_random };

  // Page walks take no time beyond their reads, unless a test says so.
  static CoreParams free_walks() {
    CoreParams params;
    params.page_walk_cycles = 0;
    return params;
  }

  explicit MemoryMachine(const CoreParams& params = free_walks(), Answer answer = Answer::at_once)
      : path(params, clock, counters), memory(kBytes), answer_(answer) {
    path.reset();
  }

  // Runs one instruction: `attempt` makes its accesses and is repeated as long as it says retry.
  Access run(const std::function<Access()>& attempt) {
    for (;;) {
      const Access access = attempt();
      const bool waiting = access == Access::retry;
      serve(waiting);
      if (!waiting) {
        path.instruction_done(0);
        return access;
      }
    }
  }

  template <class T>
  T load(std::uint32_t vaddr, std::uint32_t offset = 0) {
    T value{};
    last = run([&] { return path.load(vaddr, offset, value); });
    return value;
  }
  template <class T>
  void store(std::uint32_t vaddr, T value, std::uint32_t offset = 0) {
    last = run([&] { return path.store(vaddr, offset, value); });
  }
  void fetch(std::uint32_t vaddr, std::uint32_t offset = 0) {
    last = run([&] { return path.fetch(vaddr, offset); });
  }
  void cl1invmb() {
    last = run([&] { return path.cl1invmb(0); });
  }
  void serialise() {
    last = run([&] { return path.serialise(0); });
  }
  // Cycles that `work` makes the core stall.
  template <class F>
  kernel::Cycle cycles(F work) {
    const auto before = clock.base;
    work();
    return clock.base - before;
  }

  template <class T>
  T word(std::uint32_t paddr) const {
    T value;
    std::memcpy(&value, &memory[paddr], sizeof value);
    return value;
  }
  template <class T>
  void set_word(std::uint32_t paddr, T value) {
    std::memcpy(&memory[paddr], &value, sizeof value);
  }

  // Identity-maps `pages` pages from 0 with tables at `tables`; bits(page) gives the entry's flags.
  void map(std::uint32_t tables, std::uint32_t pages,
           const std::function<std::uint32_t(std::uint32_t)>& bits) {
    set_word<std::uint32_t>(tables, (tables + 4096) | 7);
    for (std::uint32_t page = 0; page < pages; ++page) {
      set_word<std::uint32_t>(tables + 4096 + page * 4, page * 4096 | bits(page));
    }
  }
  void page_on(std::uint32_t tables) { path.set_paging(0x80010000u, tables, 0x800u); }

  BackdoorMemory backdoor() {
    return [this](std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
      if (write) {
        std::memcpy(&memory[paddr], data, bytes);
      } else {
        std::memcpy(data, &memory[paddr], bytes);
      }
    };
  }

  CoreClock clock;
  CoreCounters counters;
  MemoryPath path;
  std::vector<std::uint8_t> memory;
  std::vector<BusRequest> requests;  // all so far, in the order they were raised
  std::vector<kernel::Cycle> request_cycles;
  Access last = Access::ok;

 private:
  // A transaction that the core waits for ends at once; posted ones after it as `Answer` says.
  void serve(bool waiting) {
    if (path.pending()) take();
    while (path.outstanding()) {
      if (!waiting && !now()) return;
      path.complete(end_, reply_);
      if (path.pending()) take();
      waiting = false;
    }
  }
  bool now() {
    return answer_ == Answer::at_once || (answer_ == Answer::at_random && random_() % 3 == 0);
  }
  void take() {
    const BusRequest& request = path.request();
    requests.push_back(request);
    request_cycles.push_back(path.request_cycle());
    reply_ = {};
    std::uint8_t* at = &memory.at(request.paddr);
    switch (request.op) {
      case BusOp::read_line:
      case BusOp::read:
        std::memcpy(reply_.data.data(), at, request.bytes);
        break;
      case BusOp::write:
      case BusOp::write_back:
        std::memcpy(at, request.data.data(), request.bytes);
        break;
      case BusOp::write_combined:
        for (std::uint32_t i = 0; i < 32; ++i) {
          if ((request.byte_mask >> i) & 1) at[i] = request.data[i];
        }
        break;
      case BusOp::read_port:
      case BusOp::write_port:
        throw std::logic_error("this machine has no ports");
    }
    end_ = path.request_cycle() + (request.posted ? kWrite : kRead);
    path.take_request();
  }

  Answer answer_;
  std::mt19937 random_{7};
  BusReply reply_;
  kernel::Cycle end_ = 0;
};

}  // namespace rc::cpu
