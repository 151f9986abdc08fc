/* SPDX-License-Identifier: Apache-2.0 */
/* RCCE without RCCE_init: what it calls fails, or with the word fault, the buffers are nowhere. */
#include <string.h>

#include "RCCE.h"
#include "RCCE_lib.h"

int RCCE_APP(int argc, char **argv) {
  char byte = 1;
  if (argc > 1 && strcmp(argv[1], "fault") == 0) *RCCE_comm_buffer[1] = 1;
  return RCCE_send(&byte, 1, 1) != RCCE_SUCCESS;
}
