/* SPDX-License-Identifier: Apache-2.0 */
/* The firmware's use of the 4 GB address space. Read by C++, the assembler and (preprocessed) the
 * linker script, so it has plain numbers only. Physical addresses come from scc_map.h; virtual
 * equals physical everywhere except the doorbells of host calls, the MPBT window onto shared DDR and
 * RCCE's view of all UEs. See docs/firmware.md. */
#ifndef RC_FIRMWARE_MEMORY_LAYOUT_H
#define RC_FIRMWARE_MEMORY_LAYOUT_H

#define FW_PAGE 0x1000
#define FW_TABLE_COVERS 0x00400000

/* Flags of page-table entries. Accessed and dirty are set beforehand: the processor then never
 * writes a table. */
#define FW_PTE_PRESENT 0x01
#define FW_PTE_WRITABLE 0x02
#define FW_PTE_UNCACHED 0x10
#define FW_PTE_ACCESSED 0x20
#define FW_PTE_DIRTY 0x40
#define FW_PTE_MPBT 0x80 /* because CR4.MPE is set */
#define FW_PTE_TABLE (FW_PTE_PRESENT | FW_PTE_WRITABLE | FW_PTE_ACCESSED)
#define FW_PTE_DATA (FW_PTE_TABLE | FW_PTE_DIRTY)

/* Private memory. The page tables of the first 64 MB are part of the image; those of what lies
 * above are written when it is needed, where there is room for 1 GB: one page for each 4 MB. */
/* Tables of the windows of machines without the SCC's map: elsewhere.cpp. */
#define FW_WINDOW_TABLES 0x00004000
#define FW_MPB_WINDOW_TABLES FW_WINDOW_TABLES /* four pages */
#define FW_CRB_WINDOW_TABLES (FW_WINDOW_TABLES + 4 * FW_PAGE)
#define FW_MPB_OWN_TABLE (FW_WINDOW_TABLES + 8 * FW_PAGE)
#define FW_CRB_OWN_TABLE (FW_WINDOW_TABLES + 9 * FW_PAGE)
#define FW_ELSEWHERE (FW_WINDOW_TABLES + 10 * FW_PAGE) /* and the code that uses them */
#define FW_EXTRA_TABLES 0x00010000
#define FW_IMAGE_BASE 0x00100000 /* trap vectors, text, data, bss; the heap follows */
#define FW_MAPPED_END 0x04000000
#define FW_PRIVATE_MOST 0x40000000

/* The stack ends with the first 64 MB, or, where the image leaves no room for it, lies behind the
 * image: link.ld.in. One unmapped page is below it. */
#define FW_STACK_BYTES 0x00800000 /* unless cc --stack says otherwise */

/* Shared memory that is mapped from the start: a slot of each controller. */
#define FW_SHARED_SLOTS 4

/* The first megabyte of each of these slots once more, as MPBT memory: line fills bypass L2 and
 * stores go through the write-combine buffer. Slot k starts at BASE + k * BYTES. */
#define FW_SHARED_MPBT_BASE 0xA0000000
#define FW_SHARED_MPBT_BYTES 0x00100000

/* Where RCCE's view of all UEs' buffers and registers ends; it grows downwards (rank_window.h). Maps
 * of a process end here under i386 Linux, 128 MB below the kernel. */
#define FW_RANKS_END 0xB8000000
/* Its page table, behind the boot block of as many UEs as it can hold. Zero until then. */
#define FW_RANKS_TABLE 0x00003000

/* Where the doorbells of host calls (SCC_GRB_HOSTCALL) are among the registers of the system
 * interface. */
#define FW_HOSTCALL_OFFSET 0xC000

/* One trap stub per vector, at the start of the image; a fixed distance makes the IDT static. */
#define FW_TRAP_STUB_BYTES 16

#define FW_CODE_SELECTOR 0x08
#define FW_DATA_SELECTOR 0x10

#endif
