// SPDX-License-Identifier: Apache-2.0
// Memory and threads of the host for the programs of this folder: every thread is a std::thread,
// and every access is carried out at once. Stores release and loads acquire, which is what total
// store order gives them on the simulated machines.
#pragma once

#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "firmware/coherent/program.h"
#include "firmware/coherent/thread.h"

namespace shared_memory {

class HostMemory {
 public:
  explicit HostMemory(std::size_t lines) : words_(lines * kLineBytes / kWordBytes) {}

  // std::length_error if there are not as many.
  Address new_lines(int lines) {
    const Address first = used_;
    used_ += lines * kLineBytes;
    if (used_ > words_.size() * kWordBytes) throw std::length_error("HostMemory: no lines left");
    return first;
  }
  std::atomic<Word>& at(Address address) { return words_[address / kWordBytes]; }

 private:
  std::vector<std::atomic<Word>> words_;
  Address used_ = 0;
};

class HostThread : public Thread {
 public:
  explicit HostThread(HostMemory& memory) : memory_(memory) {}

  bool start(Access& access, std::coroutine_handle<>) override {
    std::atomic<Word>& word = memory_.at(access.address);
    switch (access.kind) {
      case Access::Kind::load:
        access.value = word.load(std::memory_order_acquire);
        break;
      case Access::Kind::store:
        word.store(access.value, std::memory_order_release);
        break;
      case Access::Kind::add:
        word.fetch_add(access.value, std::memory_order_acq_rel);
        break;
      case Access::Kind::wait:
        access.value = wait(word, access.value);
        break;
      case Access::Kind::copy:
        for (Address at = 0; at < access.lines * kLineBytes; at += kWordBytes)
          memory_.at(access.address + at)
              .store(memory_.at(access.from + at).load(std::memory_order_acquire),
                     std::memory_order_release);
        break;
    }
    return true;
  }

 private:
  // There can be more threads than processors: whoever waits lets the others go on.
  static Word wait(const std::atomic<Word>& word, Word least) {
    for (;;) {
      const Word now = word.load(std::memory_order_acquire);
      if (now >= least) return now;
      std::this_thread::yield();
    }
  }

  HostMemory& memory_;
};

// Runs `program` on as many threads, to the end of all.
inline void run_on_host(HostMemory& memory, int threads,
                        const std::function<Program(Thread&, int)>& program) {
  std::vector<std::jthread> running;
  for (int me = 0; me < threads; ++me)
    running.emplace_back([&, me] {
      HostThread thread(memory);
      Program run = program(thread, me);
      run.start();
      run.ended();
    });
}

}  // namespace shared_memory
