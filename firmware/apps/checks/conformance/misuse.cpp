// SPDX-License-Identifier: Apache-2.0
// What RCCE cannot answer with an error code: one line on the console says what is wrong.
//   conformance_misuse free | shared
// And one for each error once it is switched on:
//   conformance_misuse debug
#include <string.h>

#include "RCCE_lib.h"

namespace {

// Returns how many errors were not what they should be.
int refusals() {
  unsigned char byte = 0;
  RCCE_FLAG none = {};
  RCCE_debug_set(RCCE_DEBUG_COMM);
  int wrong = RCCE_put(&byte, &byte, 32, RCCE_num_ues()) != RCCE_ERROR_ID;
  wrong +=
      RCCE_flag_write(&none, RCCE_FLAG_SET, 0) != RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER;  // silent
  RCCE_debug_set(RCCE_DEBUG_SYNCH);
  wrong += RCCE_acquire_lock(-1) != RCCE_ERROR_ID;
  RCCE_debug_unset(RCCE_DEBUG_ALL);
  return wrong + (RCCE_put(&byte, &byte, 32, -1) != RCCE_ERROR_ID);  // silent
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  if (argc > 1 && strcmp(argv[1], "debug") == 0) {
    const int wrong = refusals();
    RCCE_finalize();
    return wrong;
  }
  const bool shared = argc > 1 && strcmp(argv[1], "shared") == 0;
  const t_vcharp block = shared ? RCCE_shmalloc(32) : RCCE_malloc(64);
  const auto give_back = shared ? RCCE_shfree : RCCE_free;
  if (RCCE_ue() == 0) give_back(block + 1);  // not where it begins
  give_back(block);
  if (RCCE_ue() == 0) {
    give_back(block);
    give_back(block + 100'000'000);  // far beyond
  }
  const t_vcharp again = shared ? RCCE_shmalloc(32) : RCCE_malloc(64);
  RCCE_finalize();
  return again == block ? 0 : 1;  // nothing was damaged
}
