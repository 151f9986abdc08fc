/* SPDX-License-Identifier: Apache-2.0 */
/* newlib knows one flag of sigaction, handlers of one argument, and signals that act once. These
 * here are in firmware/posix/signals.cpp, under names of their own: newlib's functions are those of
 * a program that does not include this header. */
#ifndef RC_FIRMWARE_SYS_SIGNAL_H
#define RC_FIRMWARE_SYS_SIGNAL_H
#define sigaction _newlib_sigaction
#define siginfo_t _newlib_siginfo_t
#define sigwaitinfo _newlib_sigwaitinfo
#define sigtimedwait _newlib_sigtimedwait
#include_next <sys/signal.h>
#undef sigaction
#undef siginfo_t
#undef sigwaitinfo
#undef sigtimedwait

#undef SA_NOCLDSTOP
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND

#ifdef __cplusplus
extern "C" {
#endif
typedef struct {
  int si_signo, si_errno, si_code;
  pid_t si_pid;
  uid_t si_uid;
  void *si_addr;
  int si_status;
#if __POSIX_VISIBLE >= 199309
  union sigval si_value;
#endif
} siginfo_t;

struct sigaction {
  union {
    _sig_func_ptr rc_handler;
    void (*rc_sigaction)(int, siginfo_t *, void *);
  } rc_function;
  sigset_t sa_mask;
  int sa_flags;
};
#define sa_handler rc_function.rc_handler
#define sa_sigaction rc_function.rc_sigaction

int sigaction(int number, const struct sigaction *action, struct sigaction *before);
int siginterrupt(int number, int interrupts);
struct timespec;
int sigwaitinfo(const sigset_t *set, siginfo_t *info);
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *most);
_sig_func_ptr signal(int number, _sig_func_ptr handler) __asm__("rc_signal");
int raise(int number) __asm__("rc_raise");
int kill(pid_t process, int number) __asm__("rc_kill");
#ifdef __cplusplus
}
#endif
#endif
