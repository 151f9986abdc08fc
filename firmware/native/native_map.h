/* SPDX-License-Identifier: Apache-2.0 */
/* What the processes of a native run share: one process for each UE, built for the host, with the
 * chip's memories in a file that all of them map. Plain C; include scc_map.h before it. */
#ifndef NATIVE_MAP_H
#define NATIVE_MAP_H

/* ---- addresses in a UE's process ------------------------------------------------------------- */
/* What lies at an address of the core's map on the chip lies here plus that address, the same in
 * every UE. Free in a process of Linux on x86-64, under the address sanitizer too. */
#define NATIVE_BASE 0x200000000000u

/* ---- the shared file: zero but for the first page and the registers of tiles ----------------- */
#define NATIVE_BOOT 0x0u     /* one page of u32 words, below */
#define NATIVE_WAITS 0x1000u /* a NativeWait for each core */
#define NATIVE_MPB 0x2000u
#define NATIVE_CRB (NATIVE_MPB + SCC_TILES * SCC_MPB_PER_TILE)
#define NATIVE_GRB (NATIVE_CRB + SCC_TILES * SCC_CRB_SIZE)
#define NATIVE_SHARED (NATIVE_GRB + SCC_GRB_SIZE)
#define NATIVE_SHARED_BYTES (SCC_SHARED_SLOTS * SCC_SLOT_SIZE)
#define NATIVE_BYTES (NATIVE_SHARED + NATIVE_SHARED_BYTES)

/* A test-and-set register's word is 0 while it is free, so that a new file is a chip after reset; else it
 * names the core that holds it. */
#define NATIVE_HELD_BY(core) ((core) + 1u)

/* The words of the first page are those of the boot block up to the core ids, then: */
#define NATIVE_MAGIC 0x52434E32u
#define NATIVE_WORD_START 64u /* two words: the run's start on the monotonic clock, ns */
#define NATIVE_WORDS 66u

/* What a core's program waits for, and the fault that it stands at. */
typedef struct {
  unsigned asleep;  /* 1: it sleeps, or is about to */
  unsigned idle;    /* 1: it has done nothing but poll for a while */
  unsigned watched; /* what it polls: an address of the core's map */
  unsigned reads;   /* counts its polls */
  unsigned news;    /* counts stores that may concern it */
  unsigned signal;  /* 0: none; the rest holds once it is not */
  unsigned thread;  /* the host's number of it */
  unsigned trap;    /* the processor's vector and error code */
  unsigned error;
  unsigned address[2]; /* the signal's, lower half first */
  unsigned jumped;     /* 1: it is that of the instruction */
  unsigned at_stack;   /* 1: it is close to the stack pointer */
  unsigned
      unstarted; /* 1: it uses RCCE and has not called RCCE_init; written as it sleeps and ends */
  unsigned unused[2];
} NativeWait;

/* Cycles are nanoseconds. */
#define NATIVE_CLOCK_KHZ 1000000u

/* ---- how a process learns its place -------------------------------------------------------- */
/* An environment variable: descriptor of the shared file, a comma, rank. */
#define NATIVE_ENVIRONMENT "ROCKCREEK_UE"

/* ---- how a program shows that it can run natively ------------------------------------------ */
/* It contains both parts, joined. They are apart here so that the program that searches for them
 * does not contain the mark itself. */
#define NATIVE_MARK_1 "a program for Rock Creek's "
#define NATIVE_MARK_2 "native runs"

#endif
