/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <wctype.h>

int main(void) {
  printf("%d %d %d", iswalpha(L'a') != 0, iswdigit(L'a') != 0, iswspace(L' ') != 0);
  printf(" %c %d\n", (char)towupper(L'q'), iswctype(L'7', wctype("digit")) != 0);
  return 0;
}
