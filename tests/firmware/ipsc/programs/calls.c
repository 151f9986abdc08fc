/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of a program on the host, against calls_node.c. Prints the first thing that is wrong.
 */
#include <errno.h>
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                               \
    }                                                        \
  } while (0)

static char data[300000], back[300000];

/* A node sends everything back: types plus 100. */
static void echo(long type, long bytes, long node) {
  memset(back, 0, sizeof back);
  csend(type, data, bytes, node, 0);
  crecv(type + 100, back, sizeof back);
  CHECK(infocount() == bytes && infonode() == node && infotype() == type + 100);
  CHECK(infopid() == 7);
  CHECK(memcmp(data, back, bytes) == 0);
}

static void messages(void) {
  for (unsigned i = 0; i < sizeof data; ++i) data[i] = (char)(i * 7);
  echo(1, 0, 0);
  echo(2, 40, 3);
  echo(3, 100, 1);
  echo(4, 101, 1);
  echo(5, sizeof data, 2);
  CHECK(csendrecv(6, data, 10, 3, 0, 106, back, sizeof back) == 10 && infonode() == 3);

  /* To all, and each to its receive. */
  long ids[4];
  for (long i = 0; i < 4; ++i) ids[i] = irecvx(107, back + 100 * i, 100, i, -1, NULL);
  csend(7, data, 100, -1, 0);
  long done = 0, polls = 0;
  while (!done) {
    done = msgdone(ids[3]);
    ++polls;
  }
  CHECK(polls > 1);
  msgwait(ids[3]); /* msgdone has released it */
  msgwait(msgmerge(ids[0], msgmerge(ids[1], ids[2])));
  for (long i = 0; i < 4; ++i) CHECK(memcmp(back + 100 * i, data, 100) == 0);
}

static void probing(void) {
  long info[8];
  CHECK(iprobe(-1) == 0);
  msgwait(isend(8, data, 30, 2, 0));
  cprobe(NX_ANY);
  CHECK(infotype() == 108 && infocount() == 30);
  csend(9, data, 31, 1, 0);
  cprobex(-1, 1, -1, info);
  CHECK(info[0] == 109 && info[1] == 31 && info[2] == 1 && info[3] == 7);
  CHECK(_crecv(109, back, 5) == -1 && errno == EQMSGLONG);
  crecv(108, back, 30);
  crecv(109, back, 31); /* it was kept */
  csend(10, data, 1, 1, 0);
  cprobe(110);
  flushmsg(110, -1, -1);
  CHECK(iprobe(-1) == 0);
}

/* What was left to itself has come, when a later message has. */
static void ignoring(void) {
  memset(back, 0, 200);
  msgignore(isend(12, data, 50, 2, 0));
  msgignore(irecv(112, back, 100));
  csend(13, data, 60, 2, 0);
  crecv(113, back + 100, 100);
  CHECK(infotype() == 113 && memcmp(back, data, 50) == 0);
  CHECK(_msgignore(5) == -1 && errno == EQMID);
}

static void errors(void) {
  CHECK(_dclock() > 0 && _mclock() < 100000 && _nodedim() == 2 && _gray(3) == 2);
  errno = EQNODE;
  nx_perror("as wanted");
  CHECK(_csend(1, data, 10, 9, 0) == -1 && errno == EQNODE);
  CHECK(_csend(1, data, -1, 0, 0) == -1 && errno == EQLEN);
  CHECK(_csend(-3, data, 1, 0, 0) == -1 && errno == EQTYPE);
  CHECK(_csend(1, NULL, 5, 0, 0) == -1 && errno == EQPBUF);
  CHECK(_msgwait(77) == -1 && errno == EQMID);
  CHECK(_setpid(-1) == -1 && errno == EQPID);
  CHECK(_load("no-such-program", -1, 0) == -1 && errno == ENOENT);
  CHECK(_load("calls_node.elf", 2, 0) == -1 && errno == EBUSY);
}

static void ends(void) {
  long node, pid, status;
  csend(50, data, 1, 2, 0); /* it returns 2 */
  waitone(-1, -1, &node, &pid, &status);
  CHECK(node == 2 && pid == 7 && status == 0);
  killcube(-1, -1);
  CHECK(_waitone(2, -1, &node, &pid, &status) == -1 && errno == ECHILD);
  waitall(-1, -1);
  const double before = dclock();
  load("calls_node.elf", 1, 7);
  echo(11, 5000, 1);
  CHECK(dclock() > before);
  rebootcube();
}

int main(void) {
  CHECK(sizeof(long) == 4);
  setpid(99);
  getcube("name", "4rx", "", 0);
  CHECK(numnodes() == 4 && myhost() == 4 && mynode() == 4 && mypid() == 99 && nodedim() == 2);
  CHECK(ginv(gray(13)) == 13 && ginv(gray(-5)) == -5);
  load("calls_node.elf", -1, 7);
  messages();
  ignoring();
  errors();
  probing();
  ends();
  attachcube("name");
  relcube("name");
  puts("all calls are right");
  return 0;
}
