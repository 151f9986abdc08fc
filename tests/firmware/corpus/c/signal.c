/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t seen;
static void on(int number) { seen = number; }
int main(void) {
  signal(SIGTERM, on);
  raise(SIGTERM);
  printf("%d\n", seen == SIGTERM);
  return 0;
}
