/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that hang, one for each word: what a report of a deadlock must tell apart. */
#include <string.h>

#include "RCCE.h"

static char data[1000];

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  const char *const what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "barrier") == 0)
    RCCE_ue() == 1 ? RCCE_recv(data, 1, 2) : RCCE_barrier(&RCCE_COMM_WORLD);
  if (strcmp(what, "lock") == 0) RCCE_acquire_lock(0);
  if (strcmp(what, "roots") == 0) RCCE_bcast(data, 1000, RCCE_ue() == 0 ? 0 : 1, RCCE_COMM_WORLD);
  if (strcmp(what, "ended") == 0 && RCCE_ue() == 1) return 0;
  return RCCE_finalize();
}
