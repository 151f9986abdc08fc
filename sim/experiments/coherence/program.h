// SPDX-License-Identifier: Apache-2.0
// A thread's program as a coroutine: it waits for each of its accesses.
//
//   Program twice(Thread thread, coherent::Address a) {
//     const std::uint64_t value = co_await thread(coherent::load(a));
//     co_await thread(coherent::store(a, 2 * value));
//   }
//
// It begins when it is called, and must be kept until the machine has run.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

#include "hw_model/coherent/cores/access.h"

namespace rc::sim::experiments {

class Program {
 public:
  struct promise_type {  // NOLINT(readability-identifier-naming): C++ asks for it
    Program get_return_object() {
      return Program(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::rethrow_exception(std::current_exception()); }
  };

  Program(Program&& other) noexcept : coroutine_(std::exchange(other.coroutine_, {})) {}
  Program& operator=(Program&&) = delete;
  ~Program() {
    if (coroutine_) coroutine_.destroy();
  }

 private:
  explicit Program(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}
  std::coroutine_handle<promise_type> coroutine_;
};

class Thread {
 public:
  Thread(coherent::Threads& threads, unsigned number) : threads_(&threads), number_(number) {}
  kernel::Picos now() const { return threads_->now(); }

  class Done final : public coherent::Waiter {
   public:
    Done(coherent::Threads& threads, unsigned number, const coherent::Access& access)
        : threads_(threads), number_(number), access_(access) {}
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> program) {
      program_ = program;
      threads_.submit(number_, access_, *this);
    }
    std::uint64_t await_resume() const { return value_; }
    void done(std::uint64_t value) override {
      value_ = value;
      program_.resume();
    }

   private:
    coherent::Threads& threads_;
    unsigned number_;
    coherent::Access access_;
    std::coroutine_handle<> program_;
    std::uint64_t value_ = 0;
  };
  Done operator()(const coherent::Access& access) const { return {*threads_, number_, access}; }

 private:
  coherent::Threads* threads_;
  unsigned number_;
};

}  // namespace rc::sim::experiments
