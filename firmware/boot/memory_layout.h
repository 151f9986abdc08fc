/* The firmware's use of the 4 GB address space. Read by C++, the assembler and (preprocessed) the
 * linker script, so it has plain numbers only. Physical addresses come from scc_map.h; virtual
 * equals physical everywhere except the MPBT window onto shared DDR. See docs/firmware.md. */
#ifndef RC_FIRMWARE_MEMORY_LAYOUT_H
#define RC_FIRMWARE_MEMORY_LAYOUT_H

#define FW_PAGE 0x1000

/* Private memory: the first 64 MB of the core's slots. */
#define FW_IMAGE_BASE 0x00100000  /* trap vectors, text, data, bss; the heap follows */
#define FW_STACK_GUARD 0x03EFF000 /* one unmapped page; the heap ends below it */
#define FW_STACK_BASE 0x03F00000  /* 1 MB */
#define FW_PRIVATE_END 0x04000000

/* The first megabyte of each controller's shared slot once more, as MPBT memory: line fills bypass
 * L2 and stores go through the write-combine buffer. Slot k starts at BASE + k * BYTES. */
#define FW_SHARED_MPBT_BASE 0x88000000
#define FW_SHARED_MPBT_BYTES 0x00100000

/* One trap stub per vector, at the start of the image; a fixed distance makes the IDT static. */
#define FW_TRAP_STUB_BYTES 16

#define FW_CODE_SELECTOR 0x08
#define FW_DATA_SELECTOR 0x10

#endif
