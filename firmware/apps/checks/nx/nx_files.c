/* SPDX-License-Identifier: Apache-2.0 */
/* Checks NX's files in every mode; run --files DIR. Exit status 0 if all is right. */
#include <fcntl.h>
#include <nx.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int failures;
static void expect(int good, const char* what) {
  if (good) return;
  ++failures;
  printf("failed: %s\n", what);
}

/* The file's bytes, read by all nodes at once. */
static char text[200];
static long contents(const char* name) {
  const int file = gopen(name, O_RDONLY, M_GLOBAL, 0);
  const long bytes = _cread(file, text, sizeof text);
  expect(iomode(file) == M_GLOBAL, "iomode");
  close(file);
  return bytes;
}

int main() {
  const long n = numnodes();
  long i, marks = 0;
  char mine[8];
  int file = gopen("records", O_RDWR | O_CREAT | O_TRUNC, M_RECORD, 0644);
  for (i = 0; i < 2; ++i) {
    memset(mine, 'a' + (int)(mynode() + i * n), 3);
    cwrite(file, mine, 3);
  }
  close(file);
  gsync();
  expect(contents("records") == 6 * n && text[3 * n] == 'a' + n && text[3 * n - 1] == 'a' + n - 1,
         "M_RECORD");

  file = gopen("order", O_RDWR | O_CREAT | O_TRUNC, M_SYNC, 0644);
  memset(mine, 'a' + (int)mynode(), sizeof mine);
  cwrite(file, mine, (unsigned)mynode() % 3 + 1);
  cwrite(file, mine, 1);
  close(file);
  gsync();
  contents("order");
  expect(memcmp(text, "abb", 3) == 0, "M_SYNC");

  file = gopen("log", O_RDWR | O_CREAT | O_TRUNC, M_LOG, 0644);
  cwrite(file, "xy", 2);
  iowait(iwrite(file, "z", 1));
  gsync();
  close(file);
  expect(contents("log") == 3 * n, "M_LOG: nothing is written over");
  for (i = 0; i < 3 * n; ++i) marks += text[i] == 'z';
  expect(marks == n, "M_LOG");

  file = gopen("global", O_RDWR | O_CREAT | O_TRUNC, M_GLOBAL, 0644);
  cwrite(file, "once", 4);
  gsync();
  expect(lsize(file, 100, SIZE_SET) == 100 && lsize(file, 10, SIZE_SET) == 100, "lsize");
  setiomode(file, M_UNIX);
  lseek(file, 0, SEEK_SET);
  expect(!iseof(file) && _cread(file, text, 200) == 100 && iseof(file), "iseof");
  expect(memcmp(text, "once", 5) == 0, "M_GLOBAL");
  expect(_setiomode(file, 9) == -1, "no such mode");
  close(file);
  gsync();
  return failures != 0;
}
