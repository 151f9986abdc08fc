/* SPDX-License-Identifier: Apache-2.0 */
/* Entry point. The loader leaves the core in flat 32-bit protected mode, paging off, interrupts
 * masked, caches cold, ESP undefined, and .bss zero (an ELF loader zero-fills). */
#include "firmware/boot/memory_layout.h"

#define CR4_MPE 0x800       /* page-table bit 7 means MPBT */
#define CR0_FLAGS 0x80010033 /* PG, WP, NE, ET, MP, PE; CD = NW = 0: caches on */

  .section .text.boot, "ax"
  .globl _start
  .type _start, @function
_start:
  cli
  cld
  movl $__stack_top, %esp
  lgdt gdt_pointer
  ljmp $FW_CODE_SELECTOR, $1f
1:
  movl $FW_DATA_SELECTOR, %eax
  movl %eax, %ds
  movl %eax, %es
  movl %eax, %fs
  movl %eax, %gs
  movl %eax, %ss
  lidt idt_pointer

  /* Code and constants are read-only: the tables are assembled before their extent is known. */
  movl $__read_only_start, %ecx
  shrl $12, %ecx
  movl $__read_only_end, %edx
  shrl $12, %edx
2:
  andl $~FW_PTE_WRITABLE, private_tables(,%ecx,4)
  incl %ecx
  cmpl %edx, %ecx
  jb 2b

  jmp map_the_rest
all_mapped:
  movl $page_directory, %eax
  movl %eax, %cr3
  movl %cr4, %eax
  orb $(CR4_MPE >> 8), %ah
  movl %eax, %cr4
  movl $CR0_FLAGS, %eax
  movl %eax, %cr0
  jmp 6f
6:
  fninit
  xorl %ebp, %ebp
  call boot_start
  .size _start, . - _start

  /* Behind all other code, so that what it grows by moves nothing. */
  .section .last.text, "ax"
map_the_rest:
  /* An image that ends above the first 64 MB: tables for what it takes of that, entries of the
   * directory for these. Then nothing below the stack. */
  movl $__extra_pages, %ecx
  jecxz 5f
  movl $FW_MAPPED_END + FW_PTE_DATA, %eax
  movl $FW_EXTRA_TABLES, %edi
3:
  stosl
  addl $FW_PAGE, %eax
  loop 3b
  movl $__extra_tables, %ecx
  movl $FW_EXTRA_TABLES + FW_PTE_TABLE, %eax
  movl $page_directory + (FW_MAPPED_END / FW_TABLE_COVERS * 4), %edi
4:
  stosl
  addl $FW_PAGE, %eax
  loop 4b
5:
  movl $0, __stack_guard_entry
  jmp all_mapped

  .section .rodata.boot, "a"
  .balign 8
gdt:
  .quad 0
  .quad 0x00CF9B000000FFFF  /* code: base 0, 4 GB, accessed */
  .quad 0x00CF93000000FFFF  /* data */
gdt_pointer:
  .word gdt_pointer - gdt - 1
  .long gdt
