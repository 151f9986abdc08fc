/* SPDX-License-Identifier: Apache-2.0 */
/* What the contract of scc_map.h adds for a machine of another geometry: columns, rows, cores a
 * tile, bytes of message passing buffer. C-clean. All of it is ours; docs/geometry.md explains it.
 *
 * A machine with the SCC's geometry has the map of scc_map.h and nothing of this. On any other one
 * no slot belongs to one tile but those of the own tile: two windows lead to all tiles. */
#ifndef RC_ARCH_GEOMETRY_MAP_H
#define RC_ARCH_GEOMETRY_MAP_H

/* ---- limits ------------------------------------------------------------------------------- */
#define RC_MOST_COLS 16u
#define RC_MOST_ROWS 16u
#define RC_MOST_CORES_PER_TILE 4u /* 1, 2 or 4 */
#define RC_MOST_CONTROLLERS 16u
#define RC_LEAST_MPB_BYTES 0x1000u /* of a tile; a power of two */
#define RC_MOST_MPB_BYTES 0x10000u
#define RC_MOST_CORES 1024u

/* Core ids: cores of a tile are neighbours, tiles go by columns first. */
#define RC_CORE_ID(cols, cores, x, y, z) ((cores) * ((x) + (cols) * (y)) + (z))

/* ---- windows ------------------------------------------------------------------------------ */
/* An entry of the lookup table with bit 22 leaves the tile to the address: bits 23:20 are its row,
 * 19:16 its column, 15:0 the offset there; the sub-destination is the entry's. */
#define RC_LUT_WINDOW (1u << 22)
#define RC_LUT_VALID_MASK 0x7FFFFFu
#define RC_WINDOW_OFFSET_MASK 0xFFFFu
#define RC_WINDOW_X_SHIFT 16u
#define RC_WINDOW_Y_SHIFT 20u
#define RC_WINDOW_PLACE(x, y) (((y) << RC_WINDOW_Y_SHIFT) | ((x) << RC_WINDOW_X_SHIFT))
#define RC_MPB_WINDOW 0xD9000000u
#define RC_CRB_WINDOW 0xFA000000u

/* ---- registers of cores 2 and 3 of a tile --------------------------------------------------- */
#define RC_CRB_GLCFG(z) ((z) < 2u ? 0x010u + 8u * (z) : 0x020u + 8u * (z)) /* 10 18 30 38 */
#define RC_CRB_L2CFG(z) ((z) < 2u ? 0x020u + 8u * (z) : 0x040u + 8u * (z)) /* 20 28 50 58 */
#define RC_CRB_LOCK(z) ((z) < 3u ? 0x200u + 0x200u * (z) : 0x700u)         /* 200 400 600 700 */
#define RC_CRB_LUT(z) (0x0800u + 0x800u * (z))
#define RC_CRB_BYTES 0x3000u
/* Reset bits in GCBCFG, of cores and of their L2s. */
#define RC_GCBCFG_RESET(z) ((z) < 2u ? 0x1u << (z) : 0x1000000u << (z))    /* 0 1 26 27 */
#define RC_GCBCFG_RESET_L2(z) ((z) < 2u ? 0x4u << (z) : 0x4000000u << (z)) /* 2 3 28 29 */

/* ---- boot block ----------------------------------------------------------------------------- */
/* The first eight words are those of scc_map.h with this magic word, then the geometry, then the
 * core ids. Of more than RC_BOOT_IDS UEs the block is longer, by whole pages. */
#define RC_BOOT_MAGIC 0x52434B32u
#define RC_BOOT_WORD_COLS 8u
#define RC_BOOT_WORD_ROWS 9u
#define RC_BOOT_WORD_CORES_PER_TILE 10u
#define RC_BOOT_WORD_MPB_BYTES 11u /* of a tile */
#define RC_BOOT_WORD_CONTROLLERS 12u
#define RC_BOOT_WORD_COREIDS 16u
#define RC_BOOT_IDS 256u

#endif
