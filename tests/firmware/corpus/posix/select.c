/* SPDX-License-Identifier: Apache-2.0 */
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <sys/select.h>
int main(void) {
  struct timeval wait = {0, 100};
  printf("%d ", select(0, NULL, NULL, NULL, &wait));
  printf("%d %d\n", poll(NULL, 0, 0), sched_yield());
  return 0;
}
