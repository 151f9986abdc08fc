/* SPDX-License-Identifier: Apache-2.0 */
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
int main(void) {
  alignas(64) static char block[10];
  printf("%d %d\n", (int)((uintptr_t)block % 64), (int)alignof(int));
  return 0;
}
