/* SPDX-License-Identifier: Apache-2.0 */
/* The SCC's registers and memories by address, under the names of the original's SCC_API.h. Under
 * the chip's Linux these functions mapped devices; here everything is mapped from the start. */
#ifndef SCC_API_H
#define SCC_API_H

#include "RCCE_lib.h"
#include "hw_model/arch/scc_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Offsets of tile registers, and addresses of tiles (hw_model/arch/scc_map.h). */
#define GLCFG0 SCC_CRB_GLCFG0
#define GLCFG1 SCC_CRB_GLCFG1
#define L2CFG0 SCC_CRB_L2CFG0
#define L2CFG1 SCC_CRB_L2CFG1
#define SENSOR SCC_CRB_SENSOR_CTRL
#define GCBCFG SCC_CRB_GCBCFG
#define TILEID SCC_CRB_TILEID
#define MYTILEID TILEID
#define LOCK0 SCC_CRB_LOCK0
#define LOCK1 SCC_CRB_LOCK1
#define LUT0 SCC_CRB_LUT0
#define LUT1 SCC_CRB_LUT1
#define CRB_OWN SCC_CRB_OWN
#define CRB_ADDR(x, y) SCC_CRB_ADDR(SCC_TILE((unsigned)(x), (unsigned)(y)))
#define MPB_OWN SCC_MPB_OWN
#define MPB_ADDR(x, y) SCC_MPB_ADDR(SCC_TILE((unsigned)(x), (unsigned)(y)), 0u)
#define SHM_ADDR SCC_SHARED_BASE
#define SHMSIZE ((int)(SCC_SHARED_SLOTS * SCC_SLOT_SIZE)) /* bytes */
#define FPGA_BASE SCC_GRB_BASE

/* Tiles in x and y, cores of a tile; bytes of a core's message passing buffer. */
#define NUM_COLS ((int)SCC_COLS)
#define NUM_ROWS ((int)SCC_ROWS)
#define NUM_CORES ((int)SCC_CORES_PER_TILE)
#define MPBSIZE ((int)SCC_MPB_PER_CORE)

/* Bits of GLCFG: the core's pins LINT1 and LINT0. */
#define GLCFG_XNMI_BIT 0
#define GLCFG_XINTR_BIT 1

/* Core number to tile coordinates and core of the tile, and back. */
#define Z_PID(core) ((core) % 2)
#define X_PID(core) ((core) / 2 % 6)
#define Y_PID(core) ((core) / 12)
#define PID(x, y, z) (12 * (y) + 2 * (x) + (z))

void InitAPI(int verbose); /* does nothing */

/* 32-bit registers by full address: CRB_OWN or CRB_ADDR(x, y), plus an offset. SetConfigBit reads,
 * changes one bit and writes. */
void SetConfigBit(unsigned int address, int bit, int value);
void SetConfigReg(unsigned int address, int value);
int ReadConfigReg(unsigned int address);
/* A pointer to the register. Native runs have none to test-and-set registers, counters and the time
 * stamp: such a call ends the program with one line. */
int *MallocConfigReg(unsigned int address);
void FreeConfigReg(int *config_register); /* does nothing */

/* *buffer: the 8 KB message passing buffer of core 0 or 1 of tile (x, y), over the mesh even if it
 * is this core's own. unalloc sets *buffer to NULL. */
void MPBalloc(t_vcharp *buffer, int x, int y, int core, int is_own);
void MPBunalloc(t_vcharp *buffer);

/* *memory: off-chip shared memory. */
void SHMalloc(t_vcharp *memory);
void SHMunalloc(t_vcharp *memory);

/* Writes back and drops everything in this core's L1 and L2. Returns 0. */
int DCMflush(void);

#ifdef __cplusplus
}
#endif
#endif
