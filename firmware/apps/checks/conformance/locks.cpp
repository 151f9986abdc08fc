// SPDX-License-Identifier: Apache-2.0
// Test-and-set registers and the locks made of them: a counter in uncached shared memory that comes
// out right only if no two UEs are inside at once.
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

constexpr int kRounds = 8;

template <class Lock, class Unlock>
void check(const char* name, Lock lock, Unlock unlock) {
  volatile int& counter = suite::shared_int(0);
  if (RCCE_ue() == 0) counter = 0;
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (int round = 0; round < kRounds; ++round) {
    lock();
    counter = counter + 1;
    unlock();
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  expect(counter == kRounds * RCCE_num_ues(), name, counter);
  RCCE_barrier(&RCCE_COMM_WORLD);
}

}  // namespace

void chapters::locks() {
  const int n = RCCE_num_ues(), me = RCCE_ue(), last = n - 1;
  check(
      "acquire_lock", [=] { RCCE_acquire_lock(last); }, [=] { RCCE_release_lock(last); });
  check(
      "backoff_lock", [] { RCCE_backoff_lock(0); }, [] { RCCE_release_lock(0); });
  check(
      "try_lock",
      [] {
        while (RCCE_try_lock(0) != 1) {
        }
      },
      [] { RCCE_release_lock(0); });
  check(
      "treelock", [] { RCCE_acquire_treelock(&RCCE_COMM_WORLD); },
      [] { RCCE_release_treelock(&RCCE_COMM_WORLD); });

  while (RCCE_try_lock(me) !=
         1) {  // with flags of a bit, a UE that just wrote one may still hold it
  }
  expect(RCCE_try_lock(me) == 0, "try_lock of what is taken");
  RCCE_release_lock(me);
  RCCE_release_lock(me);  // freeing what is free
  expect(RCCE_try_lock(me) == 1, "free after two releases");
  RCCE_release_lock(me);
  for (const int nobody : {-1, n}) {
    expect(RCCE_acquire_lock(nobody) == RCCE_ERROR_ID, "acquire_lock", nobody);
    expect(RCCE_release_lock(nobody) == RCCE_ERROR_ID, "release_lock", nobody);
    expect(RCCE_try_lock(nobody) == RCCE_ERROR_ID, "try_lock", nobody);
    expect(RCCE_backoff_lock(nobody) == RCCE_ERROR_ID, "backoff_lock", nobody);
  }
  expect(RCCE_acquire_treelock(nullptr) == RCCE_ERROR_COMM_UNDEFINED, "treelock of nobody");
  expect(RCCE_release_treelock(nullptr) == RCCE_ERROR_COMM_UNDEFINED, "treelock of nobody");
}
