/* SPDX-License-Identifier: Apache-2.0 */
/* A program for NX as users write them: argv, files of the C library, messages, an operation of
 * all. */
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  const long me = mynode(), nodes = numnodes(), kType = 7;
  long value = argc > 1 ? atol(argv[1]) : 1, received = 0, work;
  csend(kType, &value, sizeof value, me ^ 1, 0);
  crecv(kType, &received, sizeof received);
  gisum(&received, 1, &work);
  if (me == 0) printf("%ld nodes add up to %ld\n", nodes, received);
  return received == nodes * value ? 0 : 1;
}
