/* SPDX-License-Identifier: Apache-2.0 */
#include <locale.h>
#include <stdio.h>
int main(void) {
  printf("%s %s\n", setlocale(LC_ALL, "C"), localeconv()->decimal_point);
  return 0;
}
