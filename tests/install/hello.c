/* SPDX-License-Identifier: Apache-2.0 */
/* What an installation compiles and runs first. */
#include <stdio.h>

#include "RCCE.h"

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  printf("UE %d of %d\n", RCCE_ue(), RCCE_num_ues());
  RCCE_finalize();
  return 0;
}
