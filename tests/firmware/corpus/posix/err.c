/* SPDX-License-Identifier: Apache-2.0 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
static void last(void) { puts("and out"); }
int main(void) {
  warnx("a warning %d", 1);
  atexit(last);
  errx(0, "the end");
}
