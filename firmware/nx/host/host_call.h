/* SPDX-License-Identifier: Apache-2.0 */
/* What a program on the host of an iPSC/860 (library: host.cpp beside this) and the simulator say
 * to each other: requests and one reply to each, over the stream whose descriptor the environment
 * names. A request and a reply may be followed by data. Both run on one host. Plain C. */
#ifndef NX_HOST_CALL_H
#define NX_HOST_CALL_H

#include <stdint.h>

/* A descriptor's number. */
#define NX_HOST_ENVIRONMENT "ROCKCREEK_HOST"

/* How a program shows that it is one: it contains both parts, joined. They are apart here so that
 * the program that searches for them does not contain the mark itself. */
#define NX_HOST_MARK_1 "a program for the host of "
#define NX_HOST_MARK_2 "Rock Creek's iPSC/860"

/* Arguments and results; text ends with its zero. */
typedef enum {
  NX_HOST_GET_CUBE = 1, /* data: cube type -> nodes */
  NX_HOST_ATTACH,       /* -> nodes */
  NX_HOST_RELEASE,
  NX_HOST_SET_PID,  /* pid */
  NX_HOST_NODES,    /* -> nodes */
  NX_HOST_CLOCK,    /* -> info: ticks of 100 ns, low and high word */
  NX_HOST_LOAD,     /* node or -1, pid; data: absolute path */
  NX_HOST_KILL,     /* node or -1; returns when they have ended */
  NX_HOST_WAIT_ALL, /* node or -1 */
  NX_HOST_WAIT_ONE, /* node or -1 -> info: node, pid, status */
  NX_HOST_SEND,     /* type, node or -1; data */
  NX_HOST_POST,     /* id, selector, room, node or -1, pid or -1 */
  NX_HOST_DONE,     /* id -> 1 or 0 */
  NX_HOST_RECEIVE,  /* id -> info, data */
  NX_HOST_CANCEL,   /* id */
  NX_HOST_PROBE,    /* selector, node, pid, 1: waits -> 1 or 0, info */
  NX_HOST_FLUSH     /* selector, node, pid */
} NxHostCall;

typedef struct {
  uint32_t call;
  uint32_t reports; /* 1: errors are answered; 0: they end the run */
  int32_t argument[5];
  uint32_t bytes; /* of data */
  char name[16];  /* of the program's call, for errors */
} NxHostRequest;

typedef struct {
  int32_t result;
  int32_t error;   /* EQ* of nx_errors.h, or of errno.h; 0: none */
  int32_t info[4]; /* of a message: type, length, node, pid */
  uint32_t bytes;
} NxHostReply;

#define NX_HOST_MOST_BYTES (64u << 20)

#endif
