/* SPDX-License-Identifier: Apache-2.0 */
/* SCC_API.h as a user's program finds it: every function of it. Exit status 0 is right. */
#include "RCCE.h"
#include "SCC_API.h"

int main(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  InitAPI(0);
  const int core = MYCOREID(), x = X_PID(core), y = Y_PID(core), z = Z_PID(core);
  int wrong = PID(x, y, z) != core;

  volatile int *const id = MallocConfigReg(CRB_OWN + TILEID);
  wrong += *id >> 3 != ReadConfigReg(CRB_ADDR(x, y) + TILEID) >> 3;
  FreeConfigReg((int *)id);

  /* An entry of the own lookup table that nothing uses. */
  const unsigned unused = CRB_OWN + (z == 0 ? LUT0 : LUT1) + 8 * 0x91;
  SetConfigReg(unused, 0x100);
  SetConfigBit(unused, 3, 1);
  wrong += ReadConfigReg(unused) != 0x108;

  t_vcharp buffer, memory;
  MPBalloc(&buffer, x, y, z, 1);
  SHMalloc(&memory);
  /* Two maps of one buffer. A store to another line empties the write-combine buffer. */
  buffer[4096] = 7;
  buffer[4096 + 2 * RCCE_LINE_SIZE] = 8;
  wrong += RC_COMM_BUFFER_START(RCCE_ue())[4096] != 7 || memory != RC_SHM_BUFFER_START();
  /* The same by the original's name, and the original's sizes. */
  buffer[4096 + 4 * RCCE_LINE_SIZE] = 9;
  *RCCE_fool_write_combine_buffer = 1;
  wrong += RC_COMM_BUFFER_START(RCCE_ue())[4096 + 4 * RCCE_LINE_SIZE] != 9;
  wrong += NUM_COLS * NUM_ROWS * NUM_CORES != 48 || MPBSIZE != 8192 || GLCFG_XINTR_BIT != 1;
  MPBunalloc(&buffer);
  SHMunalloc(&memory);
  wrong += DCMflush() != 0;
  RCCE_finalize();
  return wrong;
}
