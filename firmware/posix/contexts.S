/* SPDX-License-Identifier: Apache-2.0 */
/* Switching between contexts (ucontext.h): what a function has to leave as it was. The x87 is left
 * alone: its registers are empty where a function is called. */
  .section .text.contexts, "ax"

.macro save_context to
  movl %ebx, 0(\to)
  movl %esi, 4(\to)
  movl %edi, 8(\to)
  movl %ebp, 12(\to)
  leal 4(%esp), %ecx
  movl %ecx, 16(\to)
  movl (%esp), %ecx
  movl %ecx, 20(\to)
.endm

.macro load_context from
  movl 0(\from), %ebx
  movl 4(\from), %esi
  movl 8(\from), %edi
  movl 12(\from), %ebp
  movl 16(\from), %esp
  movl 20(\from), %ecx
  xorl %eax, %eax
  jmp *%ecx
.endm

  .weak getcontext
  .type getcontext, @function
getcontext:
  movl 4(%esp), %eax
  save_context %eax
  xorl %eax, %eax
  ret
  .size getcontext, . - getcontext

  .weak setcontext
  .type setcontext, @function
setcontext:
  movl 4(%esp), %edx
  load_context %edx
  .size setcontext, . - setcontext

  .weak swapcontext
  .type swapcontext, @function
swapcontext:
  movl 4(%esp), %eax
  movl 8(%esp), %edx
  save_context %eax
  load_context %edx
  .size swapcontext, . - swapcontext

  /* Where the function of makecontext() returns to; EBX is the context. */
  .globl posix_context_ended
  .type posix_context_ended, @function
posix_context_ended:
  pushl %ebx
  call posix_next_context
  .size posix_context_ended, . - posix_context_ended
