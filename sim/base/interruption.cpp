// SPDX-License-Identifier: Apache-2.0
#include "sim/base/interruption.h"

#include <csignal>
#include <cstddef>
#include <ctime>
#include <iterator>

namespace rc::sim::base {
namespace {

constexpr int kSignals[] = {SIGHUP, SIGINT, SIGTERM};
struct sigaction taken_over[std::size(kSignals)];
constexpr long kAtOnce = 300;  // ms: no user is so fast, but timeout(1) sends its signal twice
volatile std::sig_atomic_t arrived = 0;
volatile long arrived_at = 0;

long milliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

void take(int number) {
  if (arrived == 0) {
    arrived_at = milliseconds();
    arrived = number;
  } else if (milliseconds() - arrived_at >= kAtOnce) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

}  // namespace

Interruption::Interruption() {
  arrived = 0;
  struct sigaction action {};
  action.sa_handler = take;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], &action, &taken_over[i]);
    // nohup: the run outlives its terminal.
    if (kSignals[i] == SIGHUP && taken_over[i].sa_handler == SIG_IGN)
      sigaction(SIGHUP, &taken_over[i], nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    sigaction(kSignals[i], &taken_over[i], nullptr);
}

int Interruption::signal() { return arrived; }

}  // namespace rc::sim::base
