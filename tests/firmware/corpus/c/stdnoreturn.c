/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
static void last(void) { puts("last"); }
static noreturn void leave(void) { exit(0); }
int main(void) {
  atexit(last);
  leave();
}
