// SPDX-License-Identifier: Apache-2.0
// The first UE and the last one exchange a message a few times, while all others wait in the final
// barrier.
//   farthest [ROUNDS [BYTES]]     default 10 rounds of 1,024 bytes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_lib.h"

namespace {

constexpr int kMax = 65536;
char data[kMax];

void fill(int round, int bytes) { memset(data, round * 7 + 1, static_cast<size_t>(bytes)); }

bool holds(int round, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    if (data[i] != static_cast<char>(round * 7 + 1)) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const int error = RCCE_init(&argc, &argv);
  if (error != RCCE_SUCCESS) {
    char text[RCCE_MAX_ERROR_STRING];
    int length;
    RCCE_error_string(error, text, &length);
    if (RCCE_ue() == 0) printf("farthest: %s\n", text);
    return 1;
  }
  const int rounds = argc > 1 ? atoi(argv[1]) : 10;
  const int bytes = argc > 2 ? atoi(argv[2]) : 1024;
  if (rounds < 1 || bytes < 1 || bytes > kMax) {
    fprintf(stderr, "farthest: expected rounds and 1 to %d bytes\n", kMax);
    return 1;
  }
  const int me = RCCE_ue(), last = RCCE_num_ues() - 1;
  const auto size = static_cast<size_t>(bytes);
  bool right = true;
  const double start = RCCE_wtime();
  for (int round = 0; last > 0 && round < rounds; ++round) {
    if (me == 0) {
      fill(round, bytes);
      RCCE_send(data, size, last);
      RCCE_recv(data, size, last);
      right = right && holds(round + 1, bytes);
    } else if (me == last) {
      RCCE_recv(data, size, 0);
      right = right && holds(round, bytes);
      fill(round + 1, bytes);
      RCCE_send(data, size, 0);
    }
  }
  if (me == 0)
    printf("UE 0 with UE %d: %.2f us half a round\n", last,
           (RCCE_wtime() - start) * 1e6 / 2 / rounds);
  return RCCE_finalize() == RCCE_SUCCESS && right ? 0 : 1;
}
