/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char text[32] = "";
  struct stat status;
  int file = creat("corpus_f", 0600);
  if (write(file, "0123456789", 10) != 10) return 1;
  int other = dup(file);
  printf("%d %d\n", other != file, (int)lseek(other, 0, SEEK_CUR));
  printf("%d\n", ftruncate(file, 4));
  fstat(other, &status);
  printf("%d %d\n", (int)status.st_size, close(file));
  printf("%d\n", (int)lseek(other, 0, SEEK_END));

  /* Standard output into the file and back. */
  fflush(stdout);
  int saved = dup(1);
  dup2(other, 1);
  printf("in the file\n");
  fflush(stdout);
  dup2(saved, 1);
  close(saved);
  close(other);
  file = open("corpus_f", O_RDONLY);
  if (read(file, text, sizeof text - 1) < 0) return 1;
  printf("%s", text);
  printf("%d %d\n", dup2(77, 5), dup2(file, file) == file);

  /* Standard input from it. */
  lseek(file, 7, SEEK_SET);
  dup2(file, 0);
  printf("%s\n", fgets(text, sizeof text, stdin));
  printf("%d %d\n", truncate("corpus_f", 2), unlink("corpus_f"));
  return 0;
}
