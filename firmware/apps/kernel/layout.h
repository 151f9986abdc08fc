/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's addresses and selectors. Read by C++, the assembler and (preprocessed) the linker script:
 * plain numbers only. */
#ifndef RC_KERNEL_LAYOUT_H
#define RC_KERNEL_LAYOUT_H

#define K_PAGE 0x1000
/* Where the kernel is loaded; physical and virtual addresses are the same. Its pages are the
 * kernel's, but for the section of the processes' code. */
#define K_BASE 0x00100000
#define K_KERNEL_END 0x00400000 /* of what every address space maps: one page table */
#define K_FRAMES_END 0x00600000 /* frames that processes get: up to here */
/* What a host that loads a flat image may say: "cores=8" */
#define K_COMMAND_LINE 0x00099000

/* A process: its heap and its stack, page by page as they are touched. */
#define K_HEAP 0x40000000
#define K_HEAP_END 0x40040000
#define K_STACK_BOTTOM 0x4FFF0000
#define K_STACK_TOP 0x50000000

#define K_CODE 0x08
#define K_DATA 0x10
#define K_USER_CODE 0x1B /* privilege 3 */
#define K_USER_DATA 0x23
#define K_TSS 0x28

/* Vectors. */
#define K_TIMER 0x40
#define K_PIN0 0x41 /* LINT0 */
#define K_PIN1 0x42 /* LINT1 */
#define K_SPURIOUS 0x4F
#define K_SYSTEM_CALL 0x80
#define K_STUB_BYTES 16

#endif
