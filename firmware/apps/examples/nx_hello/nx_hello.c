/* SPDX-License-Identifier: Apache-2.0 */
/* Every node prints its number, and all add a number up. */
#include <stdio.h>

#include "cube.h"

int main(void) {
  long me = mynode(), sum = me, work;
  gisum(&sum, 1, &work);
  printf("node %ld of %ld, dimension %ld: the numbers add up to %ld\n", me, numnodes(), nodedim(),
         sum);
  return sum == numnodes() * (numnodes() - 1) / 2 ? 0 : 1;
}
