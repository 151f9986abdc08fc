// SPDX-License-Identifier: Apache-2.0
#include "hw_model/kernel/workers.h"

#include <bit>
#include <stdexcept>
#include <utility>

namespace rc::kernel {
namespace {

// Looks before a worker sleeps or a waiting caller gives its processor away: some 50 us.
constexpr unsigned kLooks = 2000;
// Wakes the workers for the last time; no job.
constexpr std::uint64_t kTheEnd = std::uint64_t{1} << (Workers::kJobs - 1);

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

void Workers::Job::run() noexcept {
  try {
    work();
  } catch (...) {
    error_ = std::current_exception();
  }
  done_.store(true, std::memory_order_release);
}

Workers::Workers(unsigned threads) {
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stopped) { serve(stopped); });
  }
}

Workers::~Workers() {
  for (std::jthread& thread : threads_) thread.request_stop();
  waiting_.fetch_or(kTheEnd);
  waiting_.notify_all();
}

unsigned Workers::join(Job& job) {
  if (jobs_.size() == kJobs - 1) throw std::logic_error("workers: too many jobs");
  jobs_.push_back(&job);
  return static_cast<unsigned>(jobs_.size() - 1);
}

void Workers::hand_out(unsigned number) {
  Job& job = *jobs_[number];
  job.active_ = true;
  job.done_.store(false, std::memory_order_relaxed);
  waiting_.fetch_or(std::uint64_t{1} << number);
  if (asleep_.load() != 0) waiting_.notify_one();
}

void Workers::take_back(unsigned number) {
  Job& job = *jobs_[number];
  if (claim(std::uint64_t{1} << number)) job.run();
  for (unsigned looks = 0; !job.done_.load(std::memory_order_acquire);) {
    if (do_one()) {
      looks = 0;
    } else if (++looks < kLooks) {
      pause();
    } else {
      std::this_thread::yield();
    }
  }
  job.active_ = false;
  if (job.error_) std::rethrow_exception(std::exchange(job.error_, nullptr));
}

bool Workers::claim(std::uint64_t bit) { return (waiting_.fetch_and(~bit) & bit) != 0; }

bool Workers::do_one() {
  const std::uint64_t waiting = waiting_.load(std::memory_order_relaxed) & ~kTheEnd;
  if (waiting == 0) return false;
  const auto number = static_cast<unsigned>(std::countr_zero(waiting));
  if (claim(std::uint64_t{1} << number)) jobs_[number]->run();
  return true;
}

void Workers::serve(const std::stop_token& stopped) {
  unsigned looks = 0;
  while (!stopped.stop_requested()) {
    if (do_one()) {
      looks = 0;
    } else if (++looks < kLooks) {
      pause();
    } else {
      ++asleep_;
      waiting_.wait(0);
      --asleep_;
      looks = 0;
    }
  }
}

}  // namespace rc::kernel
