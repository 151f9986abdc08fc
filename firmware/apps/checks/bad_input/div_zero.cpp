// SPDX-License-Identifier: Apache-2.0
// Divides by zero: vector 0.
#include <stdio.h>

int main(int argc, char**) {
  volatile int zero = 0;
  printf("%d\n", argc / zero);
  return 0;
}
