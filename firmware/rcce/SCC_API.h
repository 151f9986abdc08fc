/* The SCC's registers and memories by their addresses, for programs that go beneath RCCE. Under
 * Linux these functions mapped devices; here everything is mapped already. */
#ifndef SCC_API_H
#define SCC_API_H

#include "RCCE_lib.h"
#include "hw_model/arch/scc_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Offsets of tile registers, and a tile's addresses; see scc_map.h. */
#define GLCFG0 SCC_CRB_GLCFG0
#define GLCFG1 SCC_CRB_GLCFG1
#define L2CFG0 SCC_CRB_L2CFG0
#define L2CFG1 SCC_CRB_L2CFG1
#define SENSOR SCC_CRB_SENSOR_CTRL
#define GCBCFG SCC_CRB_GCBCFG
#define TILEID SCC_CRB_TILEID
#define LOCK0 SCC_CRB_LOCK0
#define LOCK1 SCC_CRB_LOCK1
#define LUT0 SCC_CRB_LUT0
#define LUT1 SCC_CRB_LUT1
#define CRB_OWN SCC_CRB_OWN
#define CRB_ADDR(x, y) SCC_CRB_ADDR(SCC_TILE((unsigned)(x), (unsigned)(y)))
#define MPB_OWN SCC_MPB_OWN
#define MPB_ADDR(x, y) SCC_MPB_ADDR(SCC_TILE((unsigned)(x), (unsigned)(y)), 0u)
#define SHM_ADDR SCC_SHARED_BASE
#define FPGA_BASE SCC_GRB_BASE

/* Where a core is. */
#define Z_PID(core) ((core) % 2)
#define X_PID(core) ((core) / 2 % 6)
#define Y_PID(core) ((core) / 12)
#define PID(x, y, z) (12 * (y) + 2 * (x) + (z))

void InitAPI(int verbose); /* nothing to do */

/* Registers by their full address: that of the tile plus an offset. */
void SetConfigBit(unsigned int address, int bit, int value);
void SetConfigReg(unsigned int address, int value);
int ReadConfigReg(unsigned int address);
int *MallocConfigReg(unsigned int address);
void FreeConfigReg(int *config_register);

/* The message passing buffer of a core; over the mesh even if it is the own one. */
void MPBalloc(t_vcharp *buffer, int x, int y, int core, int is_own);
void MPBunalloc(t_vcharp *buffer);

/* Shared memory off the chip. */
void SHMalloc(t_vcharp *memory);
void SHMunalloc(t_vcharp *memory);

/* Writes back and drops all that this core has in its caches. */
int DCMflush(void);

#ifdef __cplusplus
}
#endif
#endif
