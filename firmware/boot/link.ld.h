/* Linker script of every firmware image, after preprocessing: what is only read, then what is
 * written. Everything runs where it is loaded. */
#include "firmware/boot/memory_layout.h"

OUTPUT_FORMAT("elf32-i386")
OUTPUT_ARCH(i386)
ENTRY(_start)

PHDRS {
  code PT_LOAD FLAGS(5);
  data PT_LOAD FLAGS(6);
  stack PT_LOAD FLAGS(6);
}

SECTIONS {
  . = FW_IMAGE_BASE;
  __read_only_start = .;
  .text : {
    KEEP(*(.vectors))
    *(.text.boot)
    *(.text .text.* .gnu.linkonce.t.*)
  } :code
  .rodata : {
    *(.rodata .rodata.* .gnu.linkonce.r.*)
  } :code
  .init_array : {
    __init_array_start = .;
    KEEP(*(SORT_BY_INIT_PRIORITY(.init_array.*) SORT_BY_INIT_PRIORITY(.ctors.*)))
    KEEP(*(.init_array .ctors))
    __init_array_end = .;
  } :code
  . = ALIGN(FW_PAGE);
  __read_only_end = .;

  .page_tables : { KEEP(*(.page_tables)) } :data
  .data : {
    *(.data .data.* .gnu.linkonce.d.*)
  } :data
  .bss : {
    *(.bss .bss.* .gnu.linkonce.b.* COMMON)
  } :data
  . = ALIGN(FW_PAGE);
  __heap_start = .;

  /* Nothing to load, but a loader sees how far up the image needs memory. */
  .stack FW_STACK_BASE (NOLOAD) : { . = . + (FW_PRIVATE_END - FW_STACK_BASE); } :stack
  ASSERT(__heap_start < FW_STACK_GUARD, "the image does not fit below the stack")

  /DISCARD/ : { *(.comment .note .note.* .eh_frame .eh_frame_hdr .fini_array .dtors) }
}
