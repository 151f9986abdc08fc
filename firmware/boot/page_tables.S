/* SPDX-License-Identifier: Apache-2.0 */
/* The page tables, assembled whole so that boot costs no time for them; those of private memory above
 * the first 64 MB are written when it is needed (crt0.S, private_memory.cpp). */
#include "firmware/boot/memory_layout.h"
#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"

#define TABLE_FLAGS FW_PTE_TABLE
#define DATA FW_PTE_DATA
#define DEVICE (DATA | FW_PTE_UNCACHED)

#define TABLE_COVERS FW_TABLE_COVERS
#define TABLES_PER_SLOT (SCC_SLOT_SIZE / TABLE_COVERS)
#define PRIVATE_TABLES (FW_MAPPED_END / TABLE_COVERS)
#define SHARED_TABLES (FW_SHARED_SLOTS * TABLES_PER_SLOT)

/* count entries for consecutive pages (or tables) from base */
.macro entries base, count, flags
  .set .Lindex, 0
  .rept \count
  .long \base + .Lindex * FW_PAGE + (\flags)
  .set .Lindex, .Lindex + 1
  .endr
.endm

/* Directory entries from virtual address vaddr on. */
.macro directory_at vaddr
  .org page_directory - tables + (\vaddr / TABLE_COVERS) * 4
.endm

/* One table at the start of each of count slots. */
.macro slot_tables table, count
  .set .Lindex, 0
  .rept \count
  .long \table + .Lindex * FW_PAGE + TABLE_FLAGS
  .zero 4 * (TABLES_PER_SLOT - 1)
  .set .Lindex, .Lindex + 1
  .endr
.endm

/* A table whose first pages map base.. and the rest nothing. */
.macro small_table base, bytes, flags
  entries \base, ((\bytes) / FW_PAGE), \flags
  .balign FW_PAGE
.endm

  .section .page_tables, "aw"
  .balign FW_PAGE
tables:
  .globl page_directory
page_directory:
  entries private_tables, PRIVATE_TABLES, TABLE_FLAGS
  directory_at SCC_SHARED_BASE
  entries shared_tables, SHARED_TABLES, TABLE_FLAGS
  directory_at FW_SHARED_MPBT_BASE
  .long shared_mpbt_table + TABLE_FLAGS
  directory_at SCC_MPB_BASE
  slot_tables mpb_tables, (SCC_TILES + 1)      /* all tiles, then the own one */
  directory_at SCC_CRB_BASE
  slot_tables crb_tables, (SCC_TILES + 1)
  directory_at SCC_GRB_BASE
  .long grb_table + TABLE_FLAGS
  directory_at SCC_VRC_BASE
  .long vrc_table + TABLE_FLAGS
  .balign FW_PAGE

  /* Page 0 stays unmapped so that null pointers fault. Programs permute their arguments, which lie
   * in the boot block. */
  .globl private_tables
private_tables:
  .long 0
  entries SCC_BOOT_BLOCK, (FW_MAPPED_END / FW_PAGE - 1), DATA

shared_tables:
  entries SCC_SHARED_BASE, (FW_SHARED_SLOTS * SCC_SLOT_SIZE / FW_PAGE), DEVICE

shared_mpbt_table:
  .set .Lslot, 0
  .rept FW_SHARED_SLOTS
  entries (SCC_SHARED_BASE + .Lslot * SCC_SLOT_SIZE), (FW_SHARED_MPBT_BYTES / FW_PAGE), (DATA | FW_PTE_MPBT)
  .set .Lslot, .Lslot + 1
  .endr
  .balign FW_PAGE

mpb_tables:
  .set .Lslot, 0
  .rept SCC_TILES
  small_table (SCC_MPB_BASE + .Lslot * SCC_SLOT_SIZE), SCC_MPB_PER_TILE, (DATA | FW_PTE_MPBT)
  .set .Lslot, .Lslot + 1
  .endr
  small_table SCC_MPB_OWN, SCC_MPB_PER_TILE, (DATA | FW_PTE_MPBT)

crb_tables:
  .set .Lslot, 0
  .rept SCC_TILES
  small_table (SCC_CRB_BASE + .Lslot * SCC_SLOT_SIZE), SCC_CRB_SIZE, DEVICE
  .set .Lslot, .Lslot + 1
  .endr
  small_table SCC_CRB_OWN, SCC_CRB_SIZE, DEVICE

/* The doorbells of host calls stand in the page that the chip's fourth eMAC has. */
grb_table:
  entries SCC_GRB_BASE, (FW_HOSTCALL_OFFSET / FW_PAGE), DEVICE
  .long SCC_GRB_BASE + SCC_GRB_HOSTCALL + DEVICE
  small_table (SCC_GRB_BASE + FW_HOSTCALL_OFFSET + FW_PAGE), (SCC_GRB_SIZE - FW_HOSTCALL_OFFSET - FW_PAGE), DEVICE
vrc_table:
  small_table SCC_VRC_BASE, FW_PAGE, DEVICE

/* On machines without the SCC's map: both windows whole, whatever is behind them, and the own tile. */
  .section .window_tables, "aw"
  entries RC_MPB_WINDOW, (SCC_SLOT_SIZE / FW_PAGE), (DATA | FW_PTE_MPBT)
  entries RC_CRB_WINDOW, (SCC_SLOT_SIZE / FW_PAGE), DEVICE
  small_table SCC_MPB_OWN, RC_MOST_MPB_BYTES, (DATA | FW_PTE_MPBT)
  small_table SCC_CRB_OWN, RC_CRB_BYTES, DEVICE
