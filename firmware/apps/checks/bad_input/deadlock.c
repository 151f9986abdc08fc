/* SPDX-License-Identifier: Apache-2.0 */
/* Every UE waits for a message that is never sent. In C, as most RCCE programs are. */
#include "RCCE.h"

int RCCE_APP(int argc, char **argv) {
  char byte;
  RCCE_init(&argc, &argv);
  RCCE_recv(&byte, 1, (RCCE_ue() + 1) % RCCE_num_ues());
  return RCCE_finalize();
}
