// SPDX-License-Identifier: Apache-2.0
// Host threads that do jobs beside the caller's thread. The caller hands jobs out, goes on, and
// later takes each one back; what a job computes must not depend on when it runs. Only the thread
// that made the Workers hands out and takes back, and a job lives longer than they do.
//
// Jobs are short (microseconds), so idle workers look for work for a while before they sleep.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace rc::kernel {

class Workers {
 public:
  static constexpr unsigned kJobs = 64;

  class Job {
   public:
    // Handed out and not taken back.
    bool active() const { return active_; }

   protected:
    ~Job() = default;

   private:
    friend class Workers;
    virtual void work() = 0;
    void run() noexcept;

    bool active_ = false;
    std::exception_ptr error_;
    std::atomic<bool> done_{false};
  };

  explicit Workers(unsigned threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // The job's number, of which every job has its own.
  unsigned join(Job& job);
  void hand_out(unsigned number);
  // Returns when the job is done, with what it threw. Does it here if no thread has begun it.
  void take_back(unsigned number);

 private:
  void serve(const std::stop_token& stopped);
  bool claim(std::uint64_t bit);
  // Does the waiting job with the lowest number; false if there is none.
  bool do_one();

  std::vector<Job*> jobs_;
  std::atomic<std::uint64_t> waiting_{0};  // a bit for each job that no thread has begun
  std::atomic<unsigned> asleep_{0};
  std::vector<std::jthread> threads_;
};

}  // namespace rc::kernel
