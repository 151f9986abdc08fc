/* SPDX-License-Identifier: Apache-2.0 */
/* One UE ends before its time, the others wait for it.
 *   one_fails abort | null | return | return_256 | exit */
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"

#define FAILING 1

int RCCE_APP(int argc, char **argv) {
  const char *how;
  RCCE_init(&argc, &argv);
  how = argc > 1 ? argv[1] : "return";
  if (RCCE_ue() == FAILING) {
    if (strcmp(how, "abort") == 0) abort();
    if (strcmp(how, "null") == 0) *(volatile int *)0 = 1;
    if (strcmp(how, "exit") == 0) exit(0);
    if (strcmp(how, "return_256") == 0) return 256;
    return 5;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  return RCCE_finalize();
}
