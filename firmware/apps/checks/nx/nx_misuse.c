/* SPDX-License-Identifier: Apache-2.0 */
/* One misuse of NX, on two nodes. The argument names it: a word that main() compares it
 * with. */
#include <stdio.h>
#include <string.h>

#include "nx.h"

static char data[4 << 20];

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const long other = mynode() ^ 1;
  if (strcmp(what, "outside") == 0) {
    csend(1, data, 10, numnodes() + 5, 0);
  } else if (strcmp(what, "short-buffer") == 0) {
    csend(7, data, 200, other, 0);
    crecv(7, data, 100);
  } else if (strcmp(what, "lost") == 0) {
    csend(NX_FORCED_FIRST + 9, data, 300, other, 0);
    gsync();
  } else if (strcmp(what, "late") == 0) {
    /* To a program that has ended, of both kinds of messages. */
    if (mynode() == 1) return 0;
    while (dclock() < 0.005) flick();
    csend(8, data, 40, other, 0);
    csend(9, data, 5000, other, 0);
    return 0;
  } else if (strcmp(what, "last-words") == 0) {
    /* Under way when its program ends. */
    if (mynode() == 0) {
      isend(8, data, 40, other, 0);
      isend(9, data, 5000, other, 0);
    } else {
      crecv(9, data, sizeof data);
      crecv(8, data, sizeof data);
      puts("both came");
    }
    return 0;
  } else if (strcmp(what, "host-call") == 0) {
    load("x", -1, 0);
  } else if (strcmp(what, "killed") == 0) {
    if (mynode() == 0) killcube(-1, -1);
    crecv(3, data, 10);
  } else if (strcmp(what, "deadlock") == 0) {
    crecv(3, data, 10);
  } else if (strcmp(what, "crecvx") == 0) {
    crecvx(7, data, 64, other, -1, msginfo);
  } else if (strcmp(what, "irecvx") == 0) {
    msgwait(irecvx(8, data, 64, other, -1, msginfo));
  } else if (strcmp(what, "cprobex") == 0) {
    cprobex(9, other, -1, msginfo);
  } else if (strcmp(what, "endless") == 0) {
    for (;;) csendrecv(1, data, 10, other, 0, 1, data, 10);
  } else if (strcmp(what, "no-id") == 0) {
    msgwait(12345);
  } else if (strcmp(what, "buffers") == 0) {
    /* Two fit into the system buffers; the third waits for a receive. */
    long id = 0;
    for (int i = 0; i < 3; ++i) id = isend(20 + i, data, sizeof data - 4096, other, 0);
    csend(30, NULL, 0, other, 0);
    cprobe(30);
    if (msgdone(id)) return 1;
    for (int i = 0; i < 3; ++i) crecv(20 + i, data, sizeof data);
    msgwait(id);
  } else {
    return 2;
  }
  gsync();
  return 0;
}
