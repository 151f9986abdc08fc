// SPDX-License-Identifier: Apache-2.0
// STREAM's triad on all UEs at once: a[i] = b[i] + 3 c[i] on arrays of doubles in private memory.
//   stream_triad FORM ELEMENTS ROUNDS SEED
// FORM plain is the loop as it is. With read the line of a[i] is read before it is stored to: the
// caches allocate on a read, not on a write, so that then a line is filled and leaves as a whole.
// One round warms up. Reported as UE: MB/s (10^6) of ROUNDS, 24 bytes an element as STREAM counts;
// printed by UE 0: mean, least, most and sum of all UEs.
// SEED decides where the physical pages lie.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/apps/experiments/many_cores/all_ues.h"
#include "firmware/hal/page_placement.h"
#include "firmware/hal/processor.h"

namespace {

constexpr int kMost = 128 * 1024;  // elements
constexpr int kLine = 4;           // of a line of the caches
alignas(4096) double a[kMost], b[kMost], c[kMost];

template <bool read>
void triad(int elements) {
  for (int i = 0; i < elements; i += kLine) {
    if (read) *static_cast<volatile double*>(&a[i]);
    for (int j = i; j < i + kLine; ++j) a[j] = b[j] + 3.0 * c[j];
  }
}

bool scatter(double* array, int elements, int seed) {
  return hal::scatter_pages(array, static_cast<size_t>(elements) * sizeof *array,
                            static_cast<uint32_t>(seed));
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const bool read = argc == 5 && strcmp(argv[1], "read") == 0;
  const int elements = argc == 5 ? atoi(argv[2]) : 0;
  const int rounds = argc == 5 ? atoi(argv[3]) : 0;
  const int seed = argc == 5 ? atoi(argv[4]) : 0;
  if ((!read && (argc != 5 || strcmp(argv[1], "plain") != 0)) || elements < kLine ||
      elements > kMost || elements % kLine != 0 || rounds < 1 || seed < 1) {
    fprintf(stderr,
            "usage: stream_triad plain|read ELEMENTS ROUNDS SEED, ELEMENTS a multiple of 4 up to "
            "%d, SEED from 1\n",
            kMost);
    return 1;
  }
  if (!scatter(a, elements, 3 * seed) || !scatter(b, elements, 3 * seed + 1) ||
      !scatter(c, elements, 3 * seed + 2)) {
    fprintf(stderr, "stream_triad: no frames to scatter the arrays to\n");
    return 1;
  }
  for (int i = 0; i < elements; ++i) {
    b[i] = i;
    c[i] = 2 * i;
  }
  const auto run = [&] { read ? triad<true>(elements) : triad<false>(elements); };
  run();
  RCCE_barrier(&RCCE_COMM_WORLD);
  const double start = RCCE_wtime();
  for (int round = 0; round < rounds; ++round) run();
  const double seconds = RCCE_wtime() - start;
  for (int i = 0; i < elements; ++i) {
    if (a[i] != 7.0 * i) {
      fprintf(stderr, "stream_triad: a[%d] is wrong\n", i);
      return 1;
    }
  }
  report_of_all(argv[1], "MB/s", 24e-6 * elements * rounds / seconds);
  return RCCE_finalize();
}
