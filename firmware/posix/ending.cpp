// SPDX-License-Identifier: Apache-2.0
// abort() says that it was called: else a UE of 48 that stopped leaves a number only.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "firmware/posix/call.h"

// Where the handlers of firmware/posix/signals.cpp are known, too, if a program has any.
extern "C" _sig_func_ptr newlib_signal(int number, _sig_func_ptr handler) __asm__("signal");

// A handler of the program's runs first. Buffered output is written: who aborts wants to see it.
RC_POSIX void abort() {
  constexpr int kAborted = 128 + SIGABRT;  // as a shell reports it
  static bool again = false;
  if (!again) {
    again = true;
    const auto handler = newlib_signal(SIGABRT, SIG_DFL);
    if (handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR) handler(SIGABRT);
    fflush(stdout);
    static const char text[] = "abort() was called\n";
    write(STDERR_FILENO, text, sizeof text - 1);
  }
  _exit(kAborted);
}
