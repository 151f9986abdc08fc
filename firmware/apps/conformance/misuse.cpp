// What RCCE cannot answer with an error code: one line on the console says what is wrong.
//   conformance_misuse free | shared
#include <string.h>

#include "RCCE_lib.h"

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
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
