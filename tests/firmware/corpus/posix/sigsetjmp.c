/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf place;
static void on(int number) { siglongjmp(place, number); }
int main(void) {
  struct sigaction action = {0};
  action.sa_handler = on;
  sigemptyset(&action.sa_mask);
  sigaction(SIGFPE, &action, NULL);
  if (sigsetjmp(place, 1) == 0) raise(SIGFPE);
  puts("back");
  return 0;
}
