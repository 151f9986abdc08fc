/* SPDX-License-Identifier: Apache-2.0 */
/* Every public header, from C, in any order, twice. */
#include "RCCE.h"
#include "RCCE_comm.h"
#include "RCCE_lib.h"
#include "SCC_API.h"
#include "iRCCE.h"

/* The types of RCCE_lib.h. */
t_vintp words;
t_vchar byte;
t_vint word;
RCCE_BLOCK block;
RCCE_BLOCK_S list = {&block};
RCCE_FLAG_LINE line;

int RCCE_APP(int argc, char **argv) {
  RCCE_SEND_REQUEST request;
  int error;
  RCCE_init(&argc, &argv);
  iRCCE_init();
  error = RCCE_isend("", 1, RCCE_ue(), &request); /* to itself */
  RCCE_comm_barrier(&RCCE_COMM_WORLD);
  RCCE_finalize();
  return error == RCCE_ERROR_ID && RC_COMM_BUFFER_SIZE() == RCCE_BUFF_SIZE_MAX ? 0 : 1;
}
