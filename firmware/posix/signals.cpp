// SPDX-License-Identifier: Apache-2.0
// Signals that a program sends to itself; it receives no others. Handlers stay, as on the chip's
// Linux; what is blocked waits. A fault of the processor ends the run and calls no handler.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "firmware/posix/call.h"

using posix::fail;
using posix::unsupported;

// newlib's table: for its raise(), which programs reach that include no header, and for abort().
extern "C" _sig_func_ptr newlib_signal(int number, _sig_func_ptr handler) __asm__("signal");

namespace {

struct sigaction actions[NSIG];
sigset_t blocked = 0, pending = 0;

bool exists(int number) { return number > 0 && number < NSIG; }
sigset_t bit(int number) { return sigset_t{1} << number; }

void end_by_signal(int number) {
  switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
      return;
    case SIGABRT:
      abort();
    default:
      fflush(stdout);
      fprintf(stderr, "ended by signal %d (%s)\n", number, strsignal(number));
      fflush(stderr);
      _exit(128 + number);
  }
}

// Not called for blocked signals.
void deliver(int number) {
  const struct sigaction action = actions[number];
  if (action.sa_handler == SIG_IGN) return;
  if (action.sa_handler == SIG_DFL) {
    end_by_signal(number);
    return;
  }
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) {
    actions[number].sa_handler = SIG_DFL;
  } else {
    newlib_signal(number, deliver);
  }
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    siginfo_t info{};
    info.si_signo = number;
    info.si_code = SI_USER;
    info.si_pid = getpid();
    action.sa_sigaction(number, &info, nullptr);
  } else {
    action.sa_handler(number);
  }
}

// Returns how many signals there were.
int deliver_pending() {
  int count = 0;
  for (int number = 1; number < NSIG; ++number) {
    if ((pending & ~blocked & bit(number)) == 0) continue;
    pending &= ~bit(number);
    deliver(number);
    ++count;
  }
  return count;
}

}  // namespace

RC_POSIX int sigaction(int number, const struct sigaction* action, struct sigaction* before) {
  const bool fixed = number == SIGKILL || number == SIGSTOP;
  if (!exists(number) || (action != nullptr && fixed)) return fail(EINVAL);
  if (before != nullptr) *before = actions[number];
  if (action == nullptr) return 0;
  actions[number] = *action;
  const bool handled = action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
  newlib_signal(number, handled ? deliver : action->sa_handler);
  return 0;
}

RC_POSIX _sig_func_ptr signal(int number, _sig_func_ptr handler) {
  struct sigaction action = {}, before;
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

RC_POSIX int raise(int number) {
  if (number == 0) return 0;
  if (!exists(number)) return fail(EINVAL);
  if ((blocked & bit(number)) != 0) {
    pending |= bit(number);
  } else {
    deliver(number);
  }
  return 0;
}

RC_POSIX int kill(pid_t process, int number) {
  return process == getpid() || process == 0 || process == -1 ? raise(number) : fail(ESRCH);
}

RC_POSIX int sigprocmask(int how, const sigset_t* set, sigset_t* before) {
  if (before != nullptr) *before = blocked;
  if (set == nullptr) return 0;
  if (how == SIG_BLOCK) {
    blocked |= *set;
  } else if (how == SIG_UNBLOCK) {
    blocked &= ~*set;
  } else if (how == SIG_SETMASK) {
    blocked = *set;
  } else {
    return fail(EINVAL);
  }
  blocked &= ~(bit(SIGKILL) | bit(SIGSTOP));
  deliver_pending();
  return 0;
}

RC_POSIX int sigpending(sigset_t* set) {
  *set = pending;
  return 0;
}

// What is not pending does not come.
RC_POSIX int sigsuspend(const sigset_t* set) {
  const sigset_t before = blocked;
  blocked = *set;
  const int delivered = deliver_pending();
  blocked = before;
  return fail(delivered != 0 ? EINTR : ENOSYS);
}

RC_POSIX int siginterrupt(int number, int) { return exists(number) ? 0 : fail(EINVAL); }

#undef sigemptyset
#undef sigfillset
#undef sigaddset
#undef sigdelset
#undef sigismember
RC_POSIX int sigemptyset(sigset_t* set) {
  *set = 0;
  return 0;
}
RC_POSIX int sigfillset(sigset_t* set) {
  *set = ~sigset_t{0};
  return 0;
}
RC_POSIX int sigaddset(sigset_t* set, int number) {
  if (!exists(number)) return fail(EINVAL);
  *set |= bit(number);
  return 0;
}
RC_POSIX int sigdelset(sigset_t* set, int number) {
  if (!exists(number)) return fail(EINVAL);
  *set &= ~bit(number);
  return 0;
}
RC_POSIX int sigismember(const sigset_t* set, int number) {
  if (!exists(number)) return fail(EINVAL);
  return (*set & bit(number)) != 0 ? 1 : 0;
}

namespace {

// A program that waits for the signal would wait for ever, and the user would not know for what.
unsigned no_alarm(unsigned seconds) {
  static bool told = false;
  if (seconds != 0 && !told) {
    fprintf(stderr, "alarm(%u): the cores have no timer: no SIGALRM comes\n", seconds);
    fflush(stderr);
    told = true;
  }
  return 0;
}

}  // namespace

RC_POSIX unsigned alarm(unsigned seconds) { return unsupported(), no_alarm(seconds); }
RC_POSIX int pause() { return unsupported(); }
RC_POSIX int setitimer(int, const struct itimerval*, struct itimerval*) { return unsupported(); }
RC_POSIX int getitimer(int, struct itimerval*) { return unsupported(); }
