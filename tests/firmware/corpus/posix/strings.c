/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
int main(void) {
  char path[] = "/usr/lib/libc.a", other[] = "/usr/lib/", *text;
  char copy[20];
  bcopy("bytes", copy, 6);
  printf("%d %d %s %s\n", strcasecmp("ABC", "abc"), ffs(8), copy, strdup("dup"));
  printf("%s ", basename(path));
  printf("%s\n", dirname(other));
  if (asprintf(&text, "%d-%d", 1, 2) > 0) puts(text);
  return 0;
}
