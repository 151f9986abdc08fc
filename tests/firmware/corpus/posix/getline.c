/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char *arguments[] = {"program", "-n", "5", "-v", "rest", NULL}, *line = NULL;
  size_t room = 0;
  ssize_t bytes;
  int option;
  FILE *file = fopen("lines of", "w+");
  (void)argc;
  (void)argv;
  fprintf(file, "first\na second, longer line\nlast");
  rewind(file);
  while ((bytes = getline(&line, &room, file)) >= 0) printf("%d ", (int)bytes);
  printf("%d %d\n", feof(file) != 0, isatty(fileno(file)));
  free(line);
  fclose(file);
  unlink("lines of");
  while ((option = getopt(5, arguments, "n:v")) != -1)
    printf("%c%s ", option, optarg != NULL ? optarg : "");
  printf("%s\n", arguments[optind]);
  return 0;
}
