/* SPDX-License-Identifier: Apache-2.0 */
/* RCCE's internals, as far as programs use them: buffers and core ids of all UEs, and the functions
 * of RCCE_gory.h for programs of the basic interface. */
#ifndef RCCE_LIB_H
#define RCCE_LIB_H

#include "RCCE.h"
#include "RCCE_gory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* n bytes, rounded up to whole lines */
#define PAD32byte(n) (((n) + RCCE_LINE_SIZE - 1) & ~(RCCE_LINE_SIZE - 1))

/* RCCE_COMM::initialized */
#define RCCE_COMM_INITIALIZED 45328976
#define RCCE_COMM_NOT_INITIALIZED (-RCCE_COMM_INITIALIZED)

/* One number for each pair of operation and type. */
#define RCCE_SUM_INT (RCCE_SUM + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_SUM_LONG (RCCE_SUM + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_SUM_FLOAT (RCCE_SUM + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_SUM_DOUBLE (RCCE_SUM + RCCE_NUM_OPS * RCCE_DOUBLE)
#define RCCE_MAX_INT (RCCE_MAX + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_MAX_LONG (RCCE_MAX + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_MAX_FLOAT (RCCE_MAX + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_MAX_DOUBLE (RCCE_MAX + RCCE_NUM_OPS * RCCE_DOUBLE)
#define RCCE_MIN_INT (RCCE_MIN + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_MIN_LONG (RCCE_MIN + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_MIN_FLOAT (RCCE_MIN + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_MIN_DOUBLE (RCCE_MIN + RCCE_NUM_OPS * RCCE_DOUBLE)
#define RCCE_PROD_INT (RCCE_PROD + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_PROD_LONG (RCCE_PROD + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_PROD_FLOAT (RCCE_PROD + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_PROD_DOUBLE (RCCE_PROD + RCCE_NUM_OPS * RCCE_DOUBLE)

typedef volatile unsigned int *t_vintp;
typedef volatile unsigned char t_vchar;
typedef volatile unsigned int t_vint;

/* A block of shared memory, in a list in the order of addresses. */
typedef struct rcce_block {
  t_vcharp space;
  size_t size;
  struct rcce_block *next;
} RCCE_BLOCK;

typedef struct {
  RCCE_BLOCK *first;
} RCCE_BLOCK_S;

/* A line of flags, or (SINGLEBITFLAGS) an eighth of one: bit i of `used` is set while the i-th of
 * its 32 flags is allocated. */
typedef struct {
  t_vcharp line_address;
  unsigned int used;
} RCCE_FLAG_LINE;

extern int RCCE_NP;                           /* number of UEs */
extern int RCCE_IAM;                          /* this UE */
extern int RC_MY_COREID;                      /* physical core of this UE */
extern int RC_COREID[RCCE_MAXNP];             /* core of every UE */
extern double RC_REFCLOCKGHZ;                 /* tile clock at the start, GHz */
extern t_vcharp RCCE_comm_buffer[RCCE_MAXNP]; /* message passing buffer of every UE */
extern int RCCE_BUFF_SIZE;                    /* size of one, bytes */

/* Groups of functions that print their errors, one bit each; changed by RCCE_debug_set. */
extern unsigned RCCE_debug_groups;
#define RCCE_DEBUG_BIT_SYNCH 1u
#define RCCE_DEBUG_BIT_COMM 2u
#define RCCE_DEBUG_BIT_RPC 4u
#define RCCE_DEBUG_BIT_DEBUG 8u
#define RCCE_DEBUG_BIT_ALL 15u
#define RCCE_debug_synch ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_SYNCH))
#define RCCE_debug_comm ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_COMM))
#define RCCE_debug_RPC ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_RPC))
#define RCCE_debug_debug ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_DEBUG))

/* Returns `error`; prints it first if `debug` is not zero. */
int RCCE_error_return(int debug, int error);

/* Drops all lines of message passing buffers from this core's L1 (CL1INVMB). */
void RC_cache_invalidate(void);

/* The value of a flag of this UE, without waiting. */
int RCCE_probe(RCCE_FLAG flag);

/* Sorts `count` items of `size` bytes in place (heap sort). Returns 0. */
int RCCE_qsort(char *items, size_t count, size_t size, int (*compare)(const void *, const void *));
int id_compare(const void *a, const void *b); /* for RCCE_qsort: ints, the smallest first */
int RCCE_global_color(int ue, void *aux);     /* for RCCE_comm_split: all UEs in one communicator */

int MYCOREID(void);                    /* this core's number, from its tile's register */
t_vcharp RC_COMM_BUFFER_START(int ue); /* NULL if there is no such UE */
/* A line of this UE's buffer that nobody reads: a store to it pushes the write-combine buffer out. */
#define RCCE_fool_write_combine_buffer RC_COMM_BUFFER_START(RCCE_IAM)
size_t RC_COMM_BUFFER_SIZE(void);   /* bytes */
t_vcharp RC_SHM_BUFFER_START(void); /* off-chip shared memory */
long long RC_FREQUENCY(void);       /* tile clock at the start, Hz */

/* Makes `size` bytes at `space`, whole lines of this UE's buffer, the space of RCCE_malloc, all of
 * it free. RCCE_init does this with all but the first line. */
void RCCE_malloc_init(t_vcharp space, size_t size);
/* Sets the space of RCCE_shmalloc; without this call it is all of the shared memory. */
void RCCE_shmalloc_init(t_vcharp space, size_t size);

/* This core's lookup table (slot: address bits 31:24; 0 if there is no such slot) and its tile. */
unsigned int readLUT(unsigned int slot);
void writeLUT(unsigned int slot, unsigned int entry);
unsigned int getCOREID(void);  /* 0 or 1: which core of the tile */
unsigned int readTILEID(void); /* the tile's id register */

#ifdef __cplusplus
}
#endif
#endif
