/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that a program sends to itself. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile int seen, info_signal;

static void count(int number) { seen += number == SIGUSR1; }
static void with_info(int number, siginfo_t *info, void *context) {
  (void)context;
  info_signal = number == info->si_signo ? number == SIGUSR2 : -1;
}

int main(void) {
  struct sigaction action, before;
  sigset_t set, old;
  int i;
  signal(SIGUSR1, count);
  for (i = 0; i < 3; ++i) raise(SIGUSR1);
  printf("handlers stay: %d\n", seen);

  memset(&action, 0, sizeof action);
  action.sa_sigaction = with_info;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  printf("sigaction %d\n", sigaction(SIGUSR2, &action, &before));
  printf("kill %d, information %d\n", kill(getpid(), SIGUSR2), info_signal);

  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &old);
  raise(SIGUSR1);
  printf("blocked: %d", seen);
  sigpending(&set);
  printf(", pending %d", sigismember(&set, SIGUSR1));
  sigprocmask(SIG_SETMASK, &old, NULL);
  printf(", then: %d\n", seen);

  memset(&action, 0, sizeof action);
  action.sa_handler = count;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  sigaction(SIGUSR1, NULL, &before);
  printf("reset: %d %d\n", seen, before.sa_handler == SIG_DFL);
  signal(SIGTERM, SIG_IGN);
  printf("ignored %d, none there %d\n", raise(SIGTERM), kill(getpid(), 0));
  printf("wrong %d\n", signal(SIGKILL, count) == SIG_ERR);
  return 0;
}
