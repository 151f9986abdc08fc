/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdio.h>
int main(void) {
  int c, letters = 0, digits = 0, spaces = 0, graphs = 0;
  for (c = 0; c < 128; ++c) {
    letters += isalpha(c) != 0;
    digits += isxdigit(c) != 0;
    spaces += isspace(c) != 0;
    graphs += isgraph(c) != 0;
  }
  printf("%d %d %d %d %c%c\n", letters, digits, spaces, graphs, toupper('q'), tolower('Q'));
  return 0;
}
