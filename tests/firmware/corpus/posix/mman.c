/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int main(void) {
  char *p = mmap(NULL, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 1;
  printf("%d ", p[99999]);
  strcpy(p, "mapped");
  printf("%s ", p);
  printf("%d\n", munmap(p, 100000));
  return 0;
}
