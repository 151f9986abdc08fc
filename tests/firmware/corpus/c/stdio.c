/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
int main(void) {
  char line[80];
  int a, n;
  float f;
  char word[16];
  n = sscanf("12 3.5 abc", "%d %f %15s", &a, &f, word);
  printf("%d %d %.2f %s\n", n, a, f, word);
  snprintf(line, sizeof line, "%-8s|%08.3f|%+d|%#x|%e", "left", 3.14159, 7, 255, 12345.678);
  puts(line);
  printf("%5.1f%% %c %o %zu %hhd %s\n", 99.5, 'c', 8, sizeof(int), (signed char)300, "end");
  return 0;
}
