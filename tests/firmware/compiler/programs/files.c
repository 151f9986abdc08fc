/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the host, through the C library. argv[1] says what is tried; prints what came of it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "RCCE.h"

static void fail(const char *what) {
  printf("%s: %s\n", what, strerror(errno));
  exit(1);
}

/* Lines, a block in the middle, both ends; then once more by descriptor. */
static void round_trip(void) {
  struct stat status;
  char text[32], again[32];
  int i, number, file;
  FILE *stream = fopen("sub/numbers.txt", "w+");
  if (stream == NULL) fail("fopen");
  for (i = 0; i < 5000; ++i) fprintf(stream, "%05d\n", i);
  if (fseek(stream, -6, SEEK_END) != 0 || fscanf(stream, "%d", &number) != 1 || number != 4999)
    fail("the last line");
  if (fseek(stream, 6 * 1234, SEEK_SET) != 0 || fputs("AAAAA", stream) < 0) fail("fputs");
  rewind(stream);
  for (i = 0; i <= 1234; ++i) {
    if (fgets(text, sizeof text, stream) == NULL) fail("fgets");
  }
  if (strcmp(text, "AAAAA\n") != 0 || fclose(stream) != 0) fail("the changed line");

  if (stat("sub/numbers.txt", &status) != 0 || status.st_size != 30000) fail("stat");
  file = open("sub/numbers.txt", O_RDWR | O_APPEND);
  if (file < 3 || write(file, "end", 3) != 3 || lseek(file, -3, SEEK_CUR) != 30000) fail("append");
  if (read(file, again, sizeof again) != 3 || memcmp(again, "end", 3) != 0) fail("read");
  if (fstat(file, &status) != 0 || status.st_size != 30003 || !S_ISREG(status.st_mode))
    fail("fstat");
  if (close(file) != 0 || close(file) != -1 || errno != EBADF) fail("close");
  if (open("sub/numbers.txt", O_CREAT | O_EXCL | O_RDWR, 0666) != -1 || errno != EEXIST)
    fail("O_EXCL");
  if (fopen("sub/nothing", "r") != NULL || errno != ENOENT) fail("ENOENT");
  if (fopen("sub", "r") != NULL || errno != EISDIR) fail("EISDIR");
  puts("as expected");
}

static const char *outcome(int result) { return result >= 0 ? "done" : strerror(errno); }

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  if (strcmp(argv[1], "round-trip") == 0) round_trip();
  if (strcmp(argv[1], "read") == 0) printf("%s\n", outcome(open(argv[2], O_RDONLY)));
  if (strcmp(argv[1], "create") == 0)
    printf("%s\n", outcome(open(argv[2], O_CREAT | O_TRUNC | O_WRONLY, 0666)));
  if (strcmp(argv[1], "unlink") == 0) printf("%s\n", outcome(unlink(argv[2])));
  if (strcmp(argv[1], "by-ue") == 0) { /* every UE a file of its own, the same descriptor */
    char name[16];
    FILE *stream;
    sprintf(name, "ue%d", RCCE_ue());
    stream = fopen(name, "w");
    if (stream == NULL) fail(name);
    RCCE_barrier(&RCCE_COMM_WORLD);
    fprintf(stream, "%d %d", RCCE_ue(), fileno(stream));
  }
  RCCE_finalize();
  return 0;
}
