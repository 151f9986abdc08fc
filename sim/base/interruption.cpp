// SPDX-License-Identifier: Apache-2.0
#include "sim/base/interruption.h"

#include <csignal>

namespace rc::sim::base {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};
volatile std::sig_atomic_t arrived = 0;

}  // namespace

Interruption::Interruption() {
  arrived = 0;
  struct sigaction action {};
  action.sa_handler = [](int number) { arrived = number; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one has its usual effect
  for (const int number : kSignals) sigaction(number, &action, nullptr);
}

Interruption::~Interruption() {
  for (const int number : kSignals) std::signal(number, SIG_DFL);
}

int Interruption::signal() { return arrived; }

}  // namespace rc::sim::base
