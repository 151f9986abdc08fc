/* SPDX-License-Identifier: Apache-2.0 */
/* The last page of a core's addresses, for a start as the chip has it: the core fetches its first
 * instruction from 0xFFFFFFF0, in real mode, and goes on in protected mode at kernel_entry. */
#include "firmware/apps/kernel/layout.h"

#define RESET_PAGE 0xFFFFF000
#define RESET_OFFSET 0xF000 /* of the page in the code segment, whose base is 0xFFFF0000 */
#define CR0_PE 1

  .section .reset, "ax"
  .code16
start16:
  cli
  cld
  lgdtl %cs:(pointer - start16 + RESET_OFFSET)
  movl %cr0, %eax
  orl $CR0_PE, %eax
  movl %eax, %cr0
  ljmpl $K_CODE, $(start32 - start16 + RESET_PAGE)

  .code32
start32:
  movl $K_DATA, %eax
  movl %eax, %ds
  movl %eax, %es
  movl %eax, %ss
  movl $K_BASE, %eax
  jmp *%eax

  .balign 8
table:
  .quad 0
  .quad 0x00CF9B000000FFFF
  .quad 0x00CF93000000FFFF
pointer:
  .word . - table - 1
  .long table - start16 + RESET_PAGE

  .code16
  .org 0xFF0
  jmp start16
  .org 0x1000

  .section .note.GNU-stack, "", @progbits
