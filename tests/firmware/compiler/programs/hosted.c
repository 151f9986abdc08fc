/* SPDX-License-Identifier: Apache-2.0 */
/* What a C program may expect of the C library: exit status 0 is right. Falls off main's end. */
#include "hosted.h"

#include <assert.h>
#include <complex.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "RCCE.h"
#include "iRCCE.h"

static jmp_buf place;

static void expect(int ok, int line) {
  if (ok) return;
  printf("hosted.c:%d\n", line);
  exit(1);
}
#define EXPECT(condition) expect((condition), __LINE__)

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void formats(void) {
  char text[200];
  sprintf(text, "%5.3f %e %g %.3Lf %zu %lld %" PRIu64 " %x|%-4d|%4s|%+d", 2.8, 1e-300, 1e10 / 3,
          2.5L, sizeof(double), 1LL << 40, (uint64_t)1 << 63, 255u, 42, "ab", 7);
  EXPECT(strcmp(text,
                "2.800 1.000000e-300 3.33333e+09 2.500 8 1099511627776 9223372036854775808 "
                "ff|42  |  ab|+7") == 0);
  int whole;
  double real;
  for (real = 1; real > 1e-300; real /= 7.3e3) {
    sprintf(text, "%.17g", real);
    EXPECT(strtod(text, NULL) == real);
  }
  EXPECT(sscanf("17 -2.5e3 zz", "%d %lf", &whole, &real) == 2 && whole == 17 && real == -2500);
  EXPECT(strtod("0x1p-3", NULL) == 0.125 && strtoul("ff", NULL, 16) == 255);
}

/* `one` is 1, but the compiler cannot know. */
static void maths(double one) {
  EXPECT(fabs(sin(one) * sin(one) + cos(one) * cos(one) - 1) < 1e-15); /* gcc makes it sincos() */
  EXPECT(fabs(exp(log(7 * one)) - 7) < 1e-14 && pow(2 * one, 10) == 1024 && hypot(3 * one, 4) == 5);
  EXPECT(isnan(sqrt(-one)) && isinf(one / (one - 1)) && floor(-one / 2) == -1);
  EXPECT(fabs(cimag(cexp(I * one)) - sin(one)) < 1e-15);
  EXPECT(fabs(erf(one) - 0.8427007929497149) < 1e-15 && fabs(tgamma(5 * one) - 24) < 1e-12);
}

static void memory(void) {
  int *numbers = malloc(1000 * sizeof *numbers);
  for (int i = 0; i < 1000; ++i) numbers[i] = i * 7919 % 1000;
  qsort(numbers, 1000, sizeof *numbers, ascending);
  for (int i = 0; i < 1000; ++i) EXPECT(numbers[i] == i);
  numbers = realloc(numbers, 10 << 20);
  EXPECT(numbers != NULL && numbers[999] == 999);
  free(numbers);
  EXPECT(malloc((size_t)2000 << 20) == NULL && errno == ENOMEM);
}

static void jumps(void) {
  volatile int jumped = 0;
  if (setjmp(place) == 0) {
    jumped = 1;
    longjmp(place, 1);
  }
  EXPECT(jumped);
}

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  EXPECT(argc == 3 && strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two words") == 0);
  EXPECT(getenv("HOME") == NULL);
  formats();
  maths(argc - 2);
  memory();
  jumps();
  struct timeval now;
  EXPECT(gettimeofday(&now, NULL) == 0 && clock() >= 0 && time(NULL) >= 0);
  EXPECT(fopen("nowhere/file", "r") == NULL && errno == EACCES);
  EXPECT(thrice(14) == 42);
  if (RCCE_ue() == 0) puts("all as expected");
  RCCE_finalize();
}
