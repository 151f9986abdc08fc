/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the calls of NX beyond sends, receives and global operations: handlers, selection by
 * sender, message ids, errors, process ids. Four nodes or more; exit status 0 if all is right. */
#include <cube.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int failures;
static void expect(int good, const char* what) {
  if (good) return;
  ++failures;
  printf("failed: %s\n", what);
}

enum { kAsk = 100, kAnswer, kPlain, kLong, kFirstPid = 3, kBytes = 3000 };
static char out[kBytes], in[kBytes];
static long partner(void) { return mynode() ^ 1; }

/* ---- a counter that node 0 keeps for all: each request is answered by a handler ---- */
static long asked[2], counter;

static void serve(type, count, node, pid) long type, count, node, pid;
{
  const long before = masktrap(1);
  const double half = counter / 2.0; /* in the x87 registers */
  expect(type == kAsk && count == sizeof asked && pid == node + kFirstPid, "handler's arguments");
  csend(kAnswer, &counter, sizeof counter, node, pid);
  counter = (long)(half * 2) + asked[0];
  hrecv(kAsk, asked, sizeof asked, serve);
  masktrap(before);
}

static void shared_counter(void) {
  long sum = 0, work, i, k, got, request[2] = {1, 0};
  double x = 0, expected = 0;
  if (mynode() == 0) hrecv(kAsk, asked, sizeof asked, serve);
  gsync();
  for (k = 1; k <= 300; ++k) expected += 1.0 / k;
  for (i = 0; i < 6; ++i) {
    const long id = irecv(kAnswer, &got, sizeof got);
    csend(kAsk, request, sizeof request, 0, 0);
    x = 0;
    for (k = 1; k <= 300; ++k) x += 1.0 / k; /* handlers run in between */
    msgwait(id);
    expect(infonode() == 0 && infopid() == kFirstPid, "who answered");
    expect(x == expected, "x87 registers across a handler");
    sum += got;
  }
  gisum(&sum, 1, &work);
  expect(sum == 6 * numnodes() * (6 * numnodes() - 1) / 2, "every number was given out once");
  if (mynode() == 0) hrecv(kAsk, NULL, 0, NULL);
}

/* ---- masked handlers, with a parameter ---- */
static volatile int calls;
static volatile long parameters;
static void note(long type, long count, long node, long pid, long parameter) {
  (void)type, (void)count, (void)node, (void)pid;
  ++calls;
  parameters += parameter;
}

static void masks(void) {
  gsync();
  const long before = masktrap(1);
  hrecvx(kPlain, in, sizeof in, partner(), -1, note, 7);
  csend(kPlain, out, 10, partner(), 0);
  gsync();
  gsync();
  expect(before == 0 && calls == 0, "no handler while masked");
  expect(masktrap(0) == 1 && calls == 1 && parameters == 7, "it runs when it is let");
  hsendx(kLong, out, kBytes, partner(), 0, note, 100);
  crecv(kLong, in, sizeof in);
  while (calls < 2) flick();
  expect(parameters == 107, "hsendx");
  hsendrecv(kPlain, out, 20, partner(), 0, kPlain, in, sizeof in, note);
  while (calls < 3) flick();
  hsend(kPlain, out, 30, mynode(), 0, note);
  crecv(kPlain, in, sizeof in);
  while (calls < 4) flick();
  expect(infocount() == 30, "a handler leaves the information alone");
}

static void senders(void) {
  long info[8], node, value = mynode();
  gsync();
  if (mynode() == 0) {
    for (node = numnodes() - 1; node > 0; --node) {
      if (node % 2 == 0) {
        cprobex(kPlain, node, -1, info);
        expect(info[0] == kPlain && info[2] == node, "cprobex");
        crecvx(kPlain, &value, sizeof value, node, kFirstPid + node, info);
      } else {
        const long id = irecvx(kPlain, &value, sizeof value, -1, kFirstPid + node, info);
        msgwait(id);
      }
      expect(value == node && info[1] == sizeof value && info[3] == kFirstPid + node, "by sender");
    }
    expect(iprobex(kPlain, -1, -1, NULL) == 0, "iprobex");
  } else {
    csend(kPlain, &value, sizeof value, 0, 0);
  }
}

static void ids(void) {
  long id, i;
  gsync();
  for (i = 0; i < kBytes; ++i) out[i] = (char)(i + mynode());
  msgwait(isendrecv(kLong, out, kBytes, partner(), 0, kLong, in, kBytes));
  expect(in[77] == (char)(77 + partner()) && infocount() == kBytes, "isendrecv");
  id = msgmerge(-1, irecv(kPlain, in, sizeof in));
  id = msgmerge(id, isend(kPlain, out, 50, partner(), 0));
  while (!msgdone(id)) flick();
  msgwait(id);                 /* msgdone has released it */
  for (i = 0; i < 1500; ++i) { /* more than there are ids */
    msgignore(isend(kPlain, out, 8, mynode(), 0));
    crecv(kPlain, in, sizeof in);
  }
  msgcancel(irecv(kPlain, in, 1));
  gsync();
  id = isend(kLong, out, kBytes, partner(), 0);
  msgcancel(id);
  memset(out, 0, kBytes);
  crecv(kLong, in, kBytes);
  expect(in[99] == (char)(99 + partner()), "what was cancelled had a copy");
  csend(kPlain, out, 200, partner(), 0);
  gsync();
  cprobe(kPlain);
  flushmsg(kPlain, -1, -1);
  expect(iprobe(kPlain) == 0, "flushmsg");
}

static void errors(void) {
  gsync();
  expect(_csend(1, out, 10, numnodes() + 5, 0) == -1 && errno == EQNODE, "_csend");
  expect(_crecv(1, NULL, 10) == -1 && errno == EQPBUF, "_crecv");
  expect(_msgwait(4444) == -1 && errno == EQMID, "_msgwait");
  csend(kPlain, out, 50, partner(), 0);
  expect(_crecv(kPlain, in, 10) == -1 && errno == EQMSGLONG, "too long");
  expect(_crecv(kPlain, in, 50) == 0 && _infocount() == 50, "it is still there");
  gsync();
  const long id = _irecv(kLong, in, 100);
  gsync();
  csend(kLong, out, 500, partner(), 0);
  expect(_msgwait(id) == -1 && errno == EQMSGLONG, "too long for a posted receive");
  crecv(kLong, in, 500);
  expect(_load("x", 0, 0) == -1 && errno == ENOSYS, "_load");
}

int main() {
  long i;
  setpid(mynode() + kFirstPid);
  expect(mypid() == mynode() + kFirstPid && myptype() == mypid(), "setpid");
  for (i = 0; i < 200; ++i) expect(ginv(gray(i)) == i, "gray, ginv");
  expect(gray(5) == 7, "gray");
  shared_counter();
  masks();
  senders();
  ids();
  errors();
  gsync();
  return failures != 0;
}
