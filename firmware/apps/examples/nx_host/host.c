/* SPDX-License-Identifier: Apache-2.0 */
/* A program on the host with its nodes: pi as the area under 4 / (1 + x * x), in pieces that go to
 * whichever node asks. Arguments: the nodes' program, steps in all, pieces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "work.h"

static double pieces_done(long steps, long pieces) {
  double pi = 0, part;
  long given = 0;
  for (long busy = numnodes(); busy > 0;) {
    struct piece next = {(double)given / pieces, 1.0 / steps, steps / pieces};
    crecv(RESULT, &part, sizeof part);
    pi += part;
    if (given++ >= pieces) {
      next.steps = 0;
      --busy;
    }
    csend(PIECE, &next, sizeof next, infonode(), 0);
  }
  return pi;
}

int main(int argc, char** argv) {
  const char* nodes = argc > 1 ? argv[1] : "node.elf";
  const long steps = argc > 2 ? atol(argv[2]) : 64000, pieces = argc > 3 ? atol(argv[3]) : 64;
  getcube("pi", "", "", 0);
  setpid(100);
  load(nodes, -1, 0);
  printf("host: %ld nodes, %ld pieces\n", numnodes(), pieces);
  const double pi = pieces_done(steps, pieces);
  waitall(-1, -1);
  printf("host: pi is %.6f, after %.1f ms\n", pi, dclock() * 1000);
  relcube("pi");
  return fabs(pi - 3.14159265) < 1e-6 ? 0 : 1;
}
