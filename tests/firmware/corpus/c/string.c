/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[40] = "one,two;three", *part;
  for (part = strtok(text, ",;"); part; part = strtok(NULL, ",;")) printf("%s ", part);
  printf("%d %d %s %s\n", strcmp("a", "b") < 0, (int)strspn("aabc", "ab"), strstr("haystack", "st"),
         strrchr("a/b/c", '/'));
  memmove(text + 1, text, 5);
  printf("%.6s %d %s\n", text, memcmp("abc", "abd", 3) < 0, strerror(0) ? "text" : "none");
  return 0;
}
