/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: threads of control that a program switches between by itself. */
#ifndef RC_FIRMWARE_UCONTEXT_H
#define RC_FIRMWARE_UCONTEXT_H
#include <signal.h>

typedef struct ucontext {
  unsigned rc_registers[6]; /* EBX, ESI, EDI, EBP, ESP, EIP: firmware/posix/contexts.S */
  struct ucontext *uc_link; /* what goes on when this one has ended; NULL: the program ends */
  stack_t uc_stack;
  sigset_t uc_sigmask; /* not used */
} ucontext_t;

#ifdef __cplusplus
extern "C" {
#endif
int getcontext(ucontext_t *context);
int setcontext(const ucontext_t *context);
int swapcontext(ucontext_t *__restrict from, const ucontext_t *__restrict to);
void makecontext(ucontext_t *context, void (*function)(void), int count, ...);
#ifdef __cplusplus
}
#endif
#endif
