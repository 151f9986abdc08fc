// SPDX-License-Identifier: Apache-2.0
// Latency of the primitives of RCCE and its extensions, in microseconds.
//   primitives one_sided | synchronisation | messages | barriers | collectives BYTES...
// The first three measure from core 0, with the cores 1, 2, 4, 6, 8, 10, 22, 34 and 46 (0 to 8 hops
// away) as far as they take part; the last two over all UEs. Cases (H: hops, B: bytes):
//   put/B/H, get/B/H               RCCE, between L1 and a buffer
//   ircce_put/B/H, ircce_get/B/H   iRCCE's copies, the same
//   mpb_put/B/H, mpb_get/B/H       iRCCE's copies, between two buffers
//   memory_put/B/H, memory_get/B/H iRCCE's copies, between memory that no cache holds and a buffer
//   flag_write/H, flag_read/H, lock/H (taken and given back), atomic_increment
//   send_recv/B/H, ircce_send_recv/B/H, pipelined/B/H   half a round trip
//   barrier/KIND/UES               from one to the next
//   lock_handover/KIND/UES         of a lock that all UEs want, from one to the next
//   COLLECTIVE/B                   from a common start until the last UE is through
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "RCCE_lib.h"
#include "firmware/hal/host.h"
#include "iRCCE.h"
#include "measure.h"

void primitives::report(double us, const char* format, ...) {
  char name[48];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(name, sizeof name, format, arguments);
  va_end(arguments);
  printf("%-32s %10.3f\n", name, us);
  hal::report(name, us);
}

double primitives::us_of(double cycles) { return cycles / (RC_REFCLOCKGHZ * 1e3); }

int primitives::partner_at(int hops) {
  constexpr int kCores[kHops] = {1, 2, 4, 6, 8, 10, 22, 34, 46};
  for (int ue = 0; ue < RCCE_num_ues(); ++ue) {
    if (RC_COREID[ue] == kCores[hops]) return ue;
  }
  return -1;
}

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  struct Part {
    const char* name;
    void (*measure)();
  };
  constexpr Part kParts[] = {{"one_sided", primitives::one_sided},
                             {"synchronisation", primitives::synchronisation},
                             {"messages", primitives::messages},
                             {"barriers", primitives::barriers}};
  bool done = false;
  for (const Part& part : kParts) {
    if (argc != 2 || strcmp(argv[1], part.name) != 0) continue;
    part.measure();
    done = true;
  }
  if (argc > 2 && strcmp(argv[1], "collectives") == 0) {
    done = primitives::collectives(argc - 2, argv + 2);
  }
  if (!done && RCCE_ue() == 0) fprintf(stderr, "primitives: nothing measured\n");
  RCCE_finalize();
  return done ? 0 : 1;
}
