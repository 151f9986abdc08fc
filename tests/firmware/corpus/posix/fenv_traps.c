/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <fenv.h>
#include <fpu_control.h>
#include <stdio.h>

int main(void) {
  const int before = feenableexcept(FE_DIVBYZERO | FE_INVALID);
  printf("%d %d", before, fegetexcept() == (FE_DIVBYZERO | FE_INVALID));
  fedisableexcept(FE_ALL_EXCEPT);
  printf(" %d", fegetexcept());
  fpu_control_t word;
  _FPU_GETCW(word);
  word = (fpu_control_t)((word & ~_FPU_EXTENDED) | _FPU_DOUBLE);
  _FPU_SETCW(word);
  _FPU_GETCW(word);
  printf(" %d\n", (word & _FPU_EXTENDED) == _FPU_DOUBLE);
  word = _FPU_DEFAULT;
  _FPU_SETCW(word);
  return 0;
}
