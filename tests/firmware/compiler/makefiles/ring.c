/* SPDX-License-Identifier: Apache-2.0 */
/* Each UE passes what it has to the next; in the style of the applications that came with RCCE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_debug.h"
#include "RCCE_lib.h"
#ifdef RC_POWER_MANAGEMENT
#include "RCCE_lib_pwr.h"
#endif

int RCCE_APP(int argc, char **argv) {
  int me, ues, step, sum = 0, value;
#ifdef GORY
  RCCE_FLAG flag;
#endif
  RCCE_init(&argc, &argv);
  RCCE_debug_set(RCCE_DEBUG_ALL);
  me = RCCE_ue();
  ues = RCCE_num_ues();
  value = me + (argc > 1 ? atoi(argv[1]) : 0);
#ifdef GORY
  RCCE_flag_alloc(&flag);
  RCCE_flag_write(&flag, RCCE_FLAG_SET, (me + 1) % ues);
  RCCE_wait_until(flag, RCCE_FLAG_SET);
  sum = value;
#else
  for (step = 0; step < ues; step++) {
    sum += value;
    if (me % 2 == 0) {
      RCCE_send((char *)&value, sizeof(int), (me + 1) % ues);
      RCCE_recv((char *)&value, sizeof(int), (me + ues - 1) % ues);
    } else {
      int received;
      RCCE_recv((char *)&received, sizeof(int), (me + ues - 1) % ues);
      RCCE_send((char *)&value, sizeof(int), (me + 1) % ues);
      value = received;
    }
  }
#endif
  RCCE_DCMflush();
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (me == 0) printf("sum %d on core %d at %.3f GHz\n", sum, RC_COREID[0], RC_REFCLOCKGHZ);
  RCCE_finalize();
  return 0;
}
