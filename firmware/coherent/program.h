// SPDX-License-Identifier: Apache-2.0
// A program of one thread as a coroutine: it stops where an access to memory is under way. Another
// one can co_await it; the outermost one is begun by start().
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

namespace shared_memory {

class [[nodiscard]] Program {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  struct promise_type {
    std::coroutine_handle<> caller = std::noop_coroutine();
    std::exception_ptr error;

    Program get_return_object() { return Program(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Back {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(Handle ended) noexcept {
          return ended.promise().caller;
        }
        void await_resume() noexcept {}
      };
      return Back{};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };

  Program(Program&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Program& operator=(Program&&) = delete;
  ~Program() {
    if (handle_) handle_.destroy();
  }

  // Runs to the first access that is not done at once.
  void start() { handle_.resume(); }
  // Whether it has ended; rethrows what it ended with.
  bool ended() const {
    if (!handle_.done()) return false;
    await_resume();
    return true;
  }

  bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle_.promise().caller = caller;
    return handle_;
  }
  void await_resume() const {
    if (handle_.promise().error) std::rethrow_exception(handle_.promise().error);
  }

 private:
  explicit Program(Handle handle) : handle_(handle) {}
  Handle handle_;
};

}  // namespace shared_memory
