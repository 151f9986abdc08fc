/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt descriptor table and the 256 trap stubs it points to.
 * A gate splits its address in two halves, which no relocation can do; so the stubs are at a fixed
 * address, FW_IMAGE_BASE, and the table is plain numbers. */
#include "firmware/boot/memory_layout.h"

  .section .vectors, "ax"
  .globl trap_stubs
trap_stubs:
  .set .Lvector, 0
  .rept 256
  .balign FW_TRAP_STUB_BYTES
  /* #DF, #TS, #NP, #SS, #GP, #PF and #AC push an error code themselves. */
  .if !(.Lvector == 8 || (.Lvector >= 10 && .Lvector <= 14) || .Lvector == 17)
  pushl $0
  .endif
  pushl $.Lvector
  jmp trap_common
  .set .Lvector, .Lvector + 1
  .endr

  .section .text.boot, "ax"
trap_common:  /* stack: vector, error code, EIP, CS, EFLAGS */
  pushal
  cld
  pushl %esp
  call trap_dispatch
  addl $4, %esp
  popal
  addl $8, %esp
  iret

  .section .rodata.boot, "a"
  .balign 8
idt:
  .set .Lstub, FW_IMAGE_BASE
  .rept 256
  .word .Lstub & 0xFFFF
  .word FW_CODE_SELECTOR
  .word 0x8E00  /* present, ring 0, 32-bit interrupt gate */
  .word .Lstub >> 16
  .set .Lstub, .Lstub + FW_TRAP_STUB_BYTES
  .endr
  .globl idt_pointer
idt_pointer:
  .word idt_pointer - idt - 1
  .long idt
