/* SPDX-License-Identifier: Apache-2.0 */
/* What a program on the host can do wrong, by name. */
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  char data[200];
  const char* what = argc > 1 ? argv[1] : "";
  const char* nodes = argc > 2 ? argv[2] : "";
  memset(data, 0, sizeof data);
  getcube("c", strcmp(what, "size") == 0 ? "16" : "", "", 0);
  setpid(99);
  if (strcmp(what, "missing") == 0) load("there-is-none.elf", -1, 0);
  if (strcmp(what, "outside") == 0) csend(1, data, 10, 5, 0);
  if (strcmp(what, "loaded") == 0) load(nodes, 4, 0);
  if (strcmp(what, "again") == 0) getcube("d", "1", "", 0);
  load(nodes, -1, 7);
  if (strcmp(what, "twice") == 0) load(nodes, 1, 0);
  if (strcmp(what, "deadlock") == 0) crecv(77, data, 10);
  if (strcmp(what, "waitall") == 0) waitall(-1, -1);
  if (strcmp(what, "long") == 0) {
    csend(1, data, 200, 0, 0);
    crecv(101, data, 100);
  }
  if (strcmp(what, "dies") == 0) abort();
  if (strcmp(what, "status") == 0) return 3;
  if (strcmp(what, "ended") == 0) {
    killcube(1, 0);
    csend(9, data, 20, 1, 0);
    cprobe(1);
  }
  if (strcmp(what, "early") == 0) puts("the host has ended");
  return 0;
}
