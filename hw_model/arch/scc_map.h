/* SPDX-License-Identifier: Apache-2.0 */
/* The SCC's hardware contract: address map, tile registers, LUT entry layout, system interface.
 * C-clean and without includes: firmware, models and tests read the same file.
 * Sources: Barrelfish TechNote 005, BareMichael scc.h, RCCE V2.0 SCC_API.h, sccKit sccDefines.h,
 * EAS 0.91/0.97 register list (rck.dev), RCCE V2.0's power management. Entries marked "ours" have
 * no counterpart on the chip. */
#ifndef RC_ARCH_SCC_MAP_H
#define RC_ARCH_SCC_MAP_H

/* ---- geometry ---------------------------------------------------------------------------- */
#define SCC_COLS 6u
#define SCC_ROWS 4u
#define SCC_TILES 24u
#define SCC_CORES 48u
#define SCC_CORES_PER_TILE 2u
#define SCC_CONTROLLERS 4u
#define SCC_MAX_HOPS 8 /* links between two tiles: SCC_COLS + SCC_ROWS - 2 */
#define SCC_TILE(x, y) ((x) + SCC_COLS * (y))
#define SCC_CORE_ID(x, y, z) (2u * SCC_TILE(x, y) + (z))

/* ---- core address map: LUT slot = address bits 31:24 --------------------------------------- */
#define SCC_SLOT_SHIFT 24u
#define SCC_SLOT_SIZE 0x01000000u
#define SCC_LUT_ENTRIES 256u
#define SCC_PRIVATE_SLOTS 41u /* 32 GB configuration */
/* RCCE's 512 MB: slot k is controller k % 4's. The first four are those of the default table;
 * RCCE built with SHMADD used those behind them, too. */
#define SCC_SHARED_BASE 0x80000000u
#define SCC_SHARED_SLOTS 32u
#define SCC_MPB_BASE 0xC0000000u /* + slot per tile */
#define SCC_MPB_OWN 0xD8000000u  /* own tile, local bypass */
#define SCC_CRB_BASE 0xE0000000u /* + slot per tile: configuration registers */
#define SCC_CRB_OWN 0xF8000000u
#define SCC_GRB_BASE 0xF9000000u /* system interface FPGA registers */
#define SCC_VRC_BASE 0xFB000000u
#define SCC_RESET_SLOT 0xFF000000u
#define SCC_MPB_ADDR(tile, core) (SCC_MPB_BASE + SCC_SLOT_SIZE * (tile) + 0x2000u * (core))
#define SCC_CRB_ADDR(tile) (SCC_CRB_BASE + SCC_SLOT_SIZE * (tile))

#define SCC_LINE 32u
#define SCC_MPB_PER_CORE 0x2000u
#define SCC_MPB_PER_TILE 0x4000u

/* ---- LUT entry (22 bits, 8-byte stride) ----------------------------------------------------- */
#define SCC_LUT_ADDR_MASK 0x3FFu  /* [9:0]   system address bits 33:24 */
#define SCC_LUT_SUBDEST_SHIFT 10u /* [12:10] sub-destination */
#define SCC_LUT_X_SHIFT 13u       /* [16:13] */
#define SCC_LUT_Y_SHIFT 17u       /* [20:17] */
#define SCC_LUT_BYPASS (1u << 21) /* serve from the own tile without the mesh */
#define SCC_LUT_VALID_MASK 0x3FFFFFu
#define SCC_SUBDEST_CORE0 0u
#define SCC_SUBDEST_CORE1 1u
#define SCC_SUBDEST_CRB 2u
#define SCC_SUBDEST_MPB 3u
#define SCC_SUBDEST_EAST 4u
#define SCC_SUBDEST_SOUTH 5u
#define SCC_SUBDEST_WEST 6u
#define SCC_SUBDEST_NORTH 7u
#define SCC_LUT_ENTRY(bypass, y, x, subdest, addr)                          \
  (((bypass) << 21) | ((y) << SCC_LUT_Y_SHIFT) | ((x) << SCC_LUT_X_SHIFT) | \
   ((subdest) << SCC_LUT_SUBDEST_SHIFT) | (addr))

/* ---- tile registers (offsets in the CRB) ----------------------------------------------------- */
#define SCC_CRB_GLCFG0 0x010u
#define SCC_CRB_GLCFG1 0x018u
#define SCC_CRB_L2CFG0 0x020u
#define SCC_CRB_L2CFG1 0x028u
#define SCC_CRB_SENSOR_CTRL 0x040u
#define SCC_CRB_SENSOR_VALUE 0x048u
#define SCC_CRB_GCBCFG 0x080u
#define SCC_CRB_TILEID 0x100u
#define SCC_CRB_LOCK0 0x200u
#define SCC_CRB_LOCK1 0x400u
#define SCC_CRB_LUT0 0x0800u
#define SCC_CRB_LUT1 0x1000u
#define SCC_CRB_SIZE 0x2000u

/* GLCFG: pins of the core, levels that software sets (EAS 0.97). Bits 2 to 8 are INIT, FLUSH#, IGNNE#,
 * R/S#, STPCLK#, SMI# and A20M#, 9 CPUTYP, 10 and 11 enable the APICs of cores 0 and 1. Bits 12 to 17
 * hold special bus cycles until a 0 is written there; 18 to 25 are outputs of the core. */
#define SCC_GLCFG_NMI 0x1u  /* LINT1 */
#define SCC_GLCFG_INTR 0x2u /* LINT0 */
#define SCC_GLCFG_INPUTS 0x00000FFFu
#define SCC_GLCFG_SPECIAL_CYCLES 0x0003F000u
#define SCC_GLCFG_OUTPUTS 0x03FC0000u
#define SCC_GLCFG_RESET_VALUE 0x00348DF8u
#define SCC_L2CFG_WAYDISABLE 0x10u
#define SCC_L2CFG_RESET_VALUE 0x6CFu
/* GCBCFG: 1 holds the core, or its L2, in reset. Bits 4 to 7 enable synchronous resets. */
#define SCC_GCBCFG_RESET_CORE0 0x1u
#define SCC_GCBCFG_RESET_CORE1 0x2u
#define SCC_GCBCFG_RESET_L2_0 0x4u
#define SCC_GCBCFG_RESET_L2_1 0x8u
#define SCC_GCBCFG_SYNC_RESETS 0xF0u
#define SCC_GCBCFG_TILE_DIVIDER_SHIFT 8u /* [11:8] divider - 1 */
#define SCC_GCBCFG_MESH_RATIO_SHIFT 12u  /* [18:12] 7 * mesh divider */
#define SCC_GCBCFG_TILE_RATIO_SHIFT 19u  /* [25:19] 7 * tile divider */
#define SCC_GCBCFG_DIVIDER_MASK 0xFu
#define SCC_GCBCFG_RATIO_MASK 0x7Fu
#define SCC_GCBCFG_RATIO(divider) (7u * (divider))
#define SCC_TILEID_CORE(v) ((v)&7u)
#define SCC_TILEID_X(v) (((v) >> 3) & 15u)
#define SCC_TILEID_Y(v) (((v) >> 7) & 15u)

/* ---- voltage regulator controller (VRC, also called RPC) ----------------------------------- */
/* One write-only word at SCC_VRC_BASE: command bit, island, VID. */
#define SCC_VRC_COMMAND (1u << 16)
#define SCC_VRC_ISLAND_SHIFT 8u /* [10:8] */
#define SCC_VRC_ISLAND_MASK 7u
#define SCC_VRC_VID_MASK 0xFFu /* [7:0] */
#define SCC_VRC_VID_MICROVOLTS 6250u
/* Eight islands. Six feed 2 x 2 tiles each. That island 2 feeds the mesh, and 6 the memory
 * controllers and the global clock, is assumed: nothing published says what the two feed. */
#define SCC_VOLTAGE_ISLANDS 8u
#define SCC_MESH_ISLAND 2u
#define SCC_PERIPHERY_ISLAND 6u
#define SCC_VOLTAGE_DOMAINS 6u
#define SCC_VOLTAGE_DOMAIN(x, y) ((x) / 2u + 3u * ((y) / 2u))
/* clang-format off */
#define SCC_ISLAND_OF_VOLTAGE_DOMAIN {4u, 5u, 7u, 0u, 1u, 3u}
/* The voltages that RCCE knows, by level: VID and the highest tile clock in MHz. */
#define SCC_VOLTAGE_LEVELS 7u
#define SCC_VOLTAGE_CAPS                                                                        \
  {{0x70u, 460u}, {0x80u, 598u}, {0x90u, 644u}, {0xA0u, 748u},                                  \
   {0xB0u, 875u}, {0xC0u, 1024u}, {0xD0u, 1198u}}
/* clang-format on */
#define SCC_DEFAULT_VOLTAGE_LEVEL 4u

/* ---- system interface registers (offsets from SCC_GRB_BASE) ---------------------------------- */
#define SCC_GRB_TIMESTAMP_LO 0x8224u /* 125 MHz global time stamp */
#define SCC_GRB_TIMESTAMP_HI 0x8228u
#define SCC_GRB_TILE_CLOCK_MHZ 0x8230u
#define SCC_GRB_PRIVATE_SLOTS 0x8244u
#define SCC_GRB_ATOMIC0 0xE000u /* + 8*n: +0 read-and-increment, +4 plain */
#define SCC_GRB_ATOMIC1 0xF000u
#define SCC_GRB_SIZE 0x10000u
/* ours: host calls. A core fills its request block in private memory and writes that block's
 * address to its own register; the host serves it at that instant, in zero simulated time, and
 * leaves the result in the block. One register per core so that 48 consoles never race. Beyond the
 * registers of the FPGA. */
#define SCC_GRB_HOSTCALL 0x1C000u /* + 8*core_id */
#define SCC_GRB_HOSTCALL_END 0x1E000u

/* struct hostcall { u32 number, arg0, arg1, arg2, arg3, result, error(errno) } */
#define SCC_HOSTCALL_EXIT 1u  /* arg0 = status */
#define SCC_HOSTCALL_WRITE 2u /* arg0 = fd, arg1 = address, arg2 = bytes */
#define SCC_HOSTCALL_READ 3u
#define SCC_HOSTCALL_OPEN 4u /* arg0 = path address, arg1 = flags, arg2 = mode */
#define SCC_HOSTCALL_CLOSE 5u
#define SCC_HOSTCALL_LSEEK 6u
#define SCC_HOSTCALL_REPORT \
  7u /* arg0 = case name address, arg1 = address of a double: one result row for an experiment */
#define SCC_HOSTCALL_FAULT 8u     /* arg0 = vector, arg1 = error code, arg2 = eip, arg3 = cr2 */
#define SCC_HOSTCALL_FILE_SIZE 9u /* arg0 = fd; result = bytes */
#define SCC_HOSTCALL_UNLINK 10u   /* arg0 = path address */

/* ---- boot block (ours): the loader writes it into every core's private memory -------------- */
/* u32 words: magic, ue count, rank of this core, core id, tile clock in kHz, argc, argv table
 * address, end of private memory, then from SCC_BOOT_COREIDS one u32 core id per rank. The argv
 * strings and pointer table follow inside the same page. */
#define SCC_BOOT_BLOCK 0x00001000u
#define SCC_BOOT_BLOCK_SIZE 0x1000u
#define SCC_BOOT_MAGIC 0x52434B31u
#define SCC_BOOT_WORD_MAGIC 0u
#define SCC_BOOT_WORD_UES 1u
#define SCC_BOOT_WORD_RANK 2u
#define SCC_BOOT_WORD_COREID 3u
#define SCC_BOOT_WORD_CLOCK_KHZ 4u
#define SCC_BOOT_WORD_ARGC 5u
#define SCC_BOOT_WORD_ARGV 6u
#define SCC_BOOT_WORD_MEMORY_END 7u
#define SCC_BOOT_WORD_COREIDS 8u

#endif
