/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's entry, and that of every trap and interrupt. */
#include "firmware/apps/kernel/layout.h"

/* Protected mode, flat segments, paging off: from an ELF loader, or from start16 of reset.S. */
  .section .entry, "ax"
  .globl kernel_entry
kernel_entry:
  cli
  cld
  lgdt gdt_pointer
  ljmp $K_CODE, $1f
1:
  movl $K_DATA, %eax
  movl %eax, %ds
  movl %eax, %es
  movl %eax, %ss
  xorl %eax, %eax
  movl %eax, %fs
  movl %eax, %gs
  movl $boot_stack_top, %esp
  movl %cr0, %eax
  andl $0x9FFFFFFF, %eax /* CD and NW: caches on */
  movl %eax, %cr0
  movl $__bss_start, %edi
  movl $__bss_end, %ecx
  subl %edi, %ecx
  shrl $2, %ecx
  xorl %eax, %eax
  rep stosl
  xorl %ebp, %ebp
  call kernel_main
2:
  cli
  hlt
  jmp 2b

/* One stub a vector, of a fixed size: interrupts.cpp makes gates of them. */
  .text
  .balign K_STUB_BYTES
  .globl trap_stubs
trap_stubs:
  .set .Lvector, 0
  .rept 256
  .balign K_STUB_BYTES
  /* These push an error code themselves: #DF, #TS, #NP, #SS, #GP, #PF, #AC. */
  .if !(.Lvector == 8 || (.Lvector >= 10 && .Lvector <= 14) || .Lvector == 17)
  pushl $0
  .endif
  pushl $.Lvector
  jmp trap_common
  .set .Lvector, .Lvector + 1
  .endr

/* The frame (Frame in interrupts.h) goes to trap(), which returns the frame to go on with. */
trap_common:
  pushal
  pushl %ds
  pushl %es
  movl $K_DATA, %eax
  movl %eax, %ds
  movl %eax, %es
  cld
  pushl %esp
  call trap
  movl %eax, %esp
  .globl resume
resume: /* %esp: a frame */
  popl %es
  popl %ds
  popal
  addl $8, %esp
  iret

/* start_first(frame): leaves kernel_main for good. */
  .globl start_first
start_first:
  movl 4(%esp), %esp
  jmp resume

/* Where a process begins, in ring 3, with its number in %eax. */
  .section .user_text, "ax"
  .globl user_entry
user_entry:
  pushl %eax
  call user_main
  movl %eax, %ebx
  xorl %eax, %eax /* kExit */
  int $K_SYSTEM_CALL

  .section .rodata, "a"
  .balign 4
gdt_pointer:
  .word 6 * 8 - 1
  .long gdt

  .data
  .balign 8
  .globl gdt
gdt:
  .quad 0
  .quad 0x00CF9B000000FFFF /* kernel's code */
  .quad 0x00CF93000000FFFF /* kernel's data */
  .quad 0x00CFFB000000FFFF /* processes' code */
  .quad 0x00CFF3000000FFFF /* processes' data */
  .quad 0                  /* TSS: interrupts.cpp */

  .bss
  .balign 16
  .space 0x2000
boot_stack_top:

  .section .note.GNU-stack, "", @progbits
