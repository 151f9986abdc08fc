/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char words[6][12] = {"program", "file", "-v", "-n", "12", "--long=x"};
  char *argv[7] = {words[0], words[1], words[2], words[3], words[4], words[5], 0};
  struct option longs[] = {{"long", required_argument, 0, 'l'}, {0, 0, 0, 0}};
  int c, argc = 6;
  while ((c = getopt_long(argc, argv, "vn:", longs, 0)) != -1)
    printf("%c %s\n", c, optarg ? optarg : "-");
  printf("%s\n", argv[optind]);
  return 0;
}
