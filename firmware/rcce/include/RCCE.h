/* SPDX-License-Identifier: Apache-2.0 */
/* RCCE V2.0, the SCC's message passing interface, for C and C++.
 *
 * There are two interfaces, chosen by the macro GORY when a program is compiled and linked. In the
 * basic one (librcce.a) send and recv move messages, and the library manages the message passing
 * buffers. In the gory one (librcce_gory.a) the program manages buffers and flags.
 *
 * Unless a comment says otherwise, functions that return int return RCCE_SUCCESS or an
 * RCCE_ERROR_*, sizes are in bytes, and a UE is a number from 0 to RCCE_num_ues() - 1. "Collective"
 * functions are called by all UEs (or all members of the communicator), in the same order.
 *
 * What differs from the original: docs/firmware.md. */
#ifndef RCCE_H
#define RCCE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define _RCCE "1.1.0.x release"
#define RCCE_VERSION "1.1.0.x release"

/* The program's entry point under either name. */
#define RCCE_APP main
#define STDERR stdout

#define LOG2_LINE_SIZE 5
#define RCCE_LINE_SIZE (1 << LOG2_LINE_SIZE)
/* With ANY_GEOMETRY a program runs on a machine of any geometry; else on the SCC's only. */
#if defined(ANY_GEOMETRY) && defined(ROCKCREEK_NATIVE)
#error "ANY_GEOMETRY: native runs have the SCC's geometry"
#endif
#ifdef ANY_GEOMETRY
#define RCCE_BUFF_SIZE_MAX (1 << 16) /* of RCCE_BUFF_SIZE, which the machine decides */
#define RCCE_MAXNP 1024
#else
#define RCCE_BUFF_SIZE_MAX (1 << 13) /* message passing buffer of one core, bytes */
#define RCCE_MAXNP 48
#endif
/* Off-chip shared memory, bytes: as in the original, SHMADD gives more. */
#ifdef SHMADD
#define RCCE_SHM_SIZE_MAX (1 << 29)
#else
#define RCCE_SHM_SIZE_MAX (1 << 26)
#endif

#define RCCE_SUCCESS 0
/* Results of RWTH's RCCE 1.0.13 that are no errors */
#define RCCE_PENDING -1  /* not finished yet */
#define RCCE_RESERVED -2 /* waits for earlier requests */
#define RCCE_REJECTED -3 /* too many at once */
#define RCCE_ERROR_BASE 1234321
#define RCCE_ERROR_TARGET (RCCE_ERROR_BASE + 1)
#define RCCE_ERROR_SOURCE (RCCE_ERROR_BASE + 2)
#define RCCE_ERROR_ID (RCCE_ERROR_BASE + 3)
#define RCCE_ERROR_MESSAGE_LENGTH (RCCE_ERROR_BASE + 4)
#define RCCE_ERROR_FLAG_UNDEFINED (RCCE_ERROR_BASE + 5)
#define RCCE_ERROR_NUM_UES (RCCE_ERROR_BASE + 6)
#define RCCE_ERROR_DATA_OVERLAP (RCCE_ERROR_BASE + 7)
#define RCCE_ERROR_ALIGNMENT (RCCE_ERROR_BASE + 8)
#define RCCE_ERROR_DEBUG_FLAG (RCCE_ERROR_BASE + 9)
#define RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER (RCCE_ERROR_BASE + 10)
#define RCCE_ERROR_FLAG_STATUS_UNDEFINED (RCCE_ERROR_BASE + 11)
#define RCCE_ERROR_FLAG_NOT_ALLOCATED (RCCE_ERROR_BASE + 12)
#define RCCE_ERROR_VAL_UNDEFINED (RCCE_ERROR_BASE + 13)
#define RCCE_ERROR_INVALID_ERROR_CODE (RCCE_ERROR_BASE + 14)
#define RCCE_ERROR_RPC_NOT_ALLOCATED (RCCE_ERROR_BASE + 15)
#define RCCE_ERROR_RPC_INTERNAL (RCCE_ERROR_BASE + 16)
#define RCCE_ERROR_MULTIPLE_RPC_REQUESTS (RCCE_ERROR_BASE + 17)
#define RCCE_ERROR_FDIVIDER (RCCE_ERROR_BASE + 18)
#define RCCE_ERROR_FREQUENCY_EXCEEDED (RCCE_ERROR_BASE + 19)
#define RCCE_ERROR_NO_ACTIVE_RPC_REQUEST (RCCE_ERROR_BASE + 20)
#define RCCE_ERROR_STALE_RPC_REQUEST (RCCE_ERROR_BASE + 21)
#define RCCE_ERROR_COMM_UNDEFINED (RCCE_ERROR_BASE + 22)
#define RCCE_ERROR_ILLEGAL_OP (RCCE_ERROR_BASE + 23)
#define RCCE_ERROR_ILLEGAL_TYPE (RCCE_ERROR_BASE + 24)
#define RCCE_ERROR_MALLOC (RCCE_ERROR_BASE + 25)
#define RCCE_ERROR_COMM_INITIALIZED (RCCE_ERROR_BASE + 26)
#define RCCE_ERROR_CORE_NOT_IN_HOSTFILE (RCCE_ERROR_BASE + 27)
#define RCCE_ERROR_NO_MULTICAST_SUPPORT (RCCE_ERROR_BASE + 28)
#define RCCE_MAX_ERROR_STRING 45 /* bytes, with the final 0 */

/* Groups of functions whose errors RCCE_debug_set() makes them print. */
#define RCCE_DEBUG_ALL 111111
#define RCCE_DEBUG_SYNCH 111444
#define RCCE_DEBUG_COMM 111555
#define RCCE_DEBUG_RPC 111666
#define RCCE_DEBUG_DEBUG 111888

#define RCCE_FLAG_SET 1
#define RCCE_FLAG_UNSET 0

/* Operations and element types of reductions */
#define RCCE_NUM_OPS 4
#define RCCE_OP_BASE 23232323
#define RCCE_SUM (RCCE_OP_BASE)
#define RCCE_MIN (RCCE_OP_BASE + 1)
#define RCCE_MAX (RCCE_OP_BASE + 2)
#define RCCE_PROD (RCCE_OP_BASE + 3)
#define RCCE_TYPE_BASE 63636363
#define RCCE_INT (RCCE_TYPE_BASE)
#define RCCE_LONG (RCCE_TYPE_BASE + 1)
#define RCCE_FLOAT (RCCE_TYPE_BASE + 2)
#define RCCE_DOUBLE (RCCE_TYPE_BASE + 3)

typedef volatile unsigned char *t_vcharp;

/* A flag has the same place in every UE's buffer: one byte of a line, or one bit (SINGLEBITFLAGS),
 * or a line of its own (BIGFLAGS). */
typedef int RCCE_FLAG_STATUS;
typedef struct {
  int location;          /* within its line: 0..31; of bits: 0..255 */
  t_vcharp flag_addr;    /* in this UE's buffer */
  t_vcharp line_address; /* in this UE's buffer */
} RCCE_FLAG;

/* A communicator: a group of UEs. */
typedef struct {
  int size;    /* members */
  int my_rank; /* this UE's number among them */
  int initialized;
  int member[RCCE_MAXNP]; /* UE of each rank */
  RCCE_FLAG gather;
  RCCE_FLAG release;
} RCCE_COMM;

extern RCCE_COMM RCCE_COMM_WORLD; /* all UEs */

/* ---- core ---- */
/* To be called first. Arguments of the original launcher (number of UEs, GHz, core ids) are
 * removed. */
int RCCE_init(int *argc, char ***argv);
/* Collective, to be called last: a barrier, then output is flushed. */
int RCCE_finalize(void);
/* Seconds: the core's cycle counter over the tile clock at the start of the run. */
double RCCE_wtime(void);
int RCCE_ue(void);      /* this UE */
int RCCE_num_ues(void); /* how many there are */
/* Copies the text of `error` to `string`, which has room for RCCE_MAX_ERROR_STRING bytes; *length
 * does not count the final 0. Errors: INVALID_ERROR_CODE, VAL_UNDEFINED (a NULL). */
int RCCE_error_string(int error, char *string, int *length);
/* Makes a group of functions (RCCE_DEBUG_*) print their errors, or stops that. Error: DEBUG_FLAG.
 */
int RCCE_debug_set(int group);
int RCCE_debug_unset(int group);

/* ---- communicators ---- */
/* Collective over all UEs. Those to which `color` gives the same number share a communicator.
 * Errors: COMM_UNDEFINED (NULL), COMM_INITIALIZED, VAL_UNDEFINED (no color), FLAG_NOT_ALLOCATED (no
 * room). */
int RCCE_comm_split(int (*color)(int ue, void *aux), void *aux, RCCE_COMM *comm);
/* Collective over the members. */
int RCCE_comm_free(RCCE_COMM *comm);
int RCCE_comm_size(RCCE_COMM comm, int *size); /* *size: its members */
int RCCE_comm_rank(RCCE_COMM comm, int *rank); /* *rank: this UE's */

/* ---- synchronisation ---- */
/* Pushes stores to message passing buffers out of the write-combine buffer. */
void RCCE_fence(void);
/* Returns once all members have called it. Error: COMM_UNDEFINED. */
int RCCE_barrier(RCCE_COMM *comm);
/* The lock of `ue`: its core's test-and-set register. acquire waits for it. Error: ID. */
int RCCE_acquire_lock(int ue);
int RCCE_release_lock(int ue);

/* ---- off-chip shared memory: RCCE_SHM_SIZE_MAX bytes ----
 * Collective over all UEs, which get the same address. Uncached, unless the program links
 * librcce_shmcache: then cached and not coherent, and the program has to flush. */
/* `size` bytes, rounded up to whole lines; NULL if there is no room. The contents are undefined. */
t_vcharp RCCE_shmalloc(size_t size);
/* Changes a block's size, in place or with its contents moved; NULL (and nothing changed) if there
 * is no room. */
t_vcharp RCCE_shrealloc(t_vcharp block, size_t size);
void RCCE_shfree(t_vcharp block);
/* Writes back and drops everything in this core's L1 and L2. Does nothing without librcce_shmcache.
 */
void RCCE_shflush(void);
int RCCE_DCMflush(void); /* the same */

/* ---- RWTH's RCCE 1.0.13: locks and barriers ---- */
int RCCE_try_lock(int ue); /* 1: it was free and is taken now; 0: it was taken; or an error */
/* RCCE_acquire_lock with pauses of random length between the attempts. */
int RCCE_backoff_lock(int ue);
/* One lock for all members, made of several UEs' locks that are taken level by level of a tree. */
int RCCE_acquire_treelock(RCCE_COMM *comm);
int RCCE_release_treelock(RCCE_COMM *comm);

/* The place of a UE in the tree of RCCE_tree_barrier. */
typedef struct tree_s {
  int parent; /* a UE; -1: none */
  int num_children;
  int child[RCCE_MAXNP]; /* UEs */
} tree_t;

/* These barriers are for communicators of all UEs; with a smaller one they are RCCE_barrier. The
 * first one that needs flags allocates them: no message may be under way then. */
/* Fills in this UE's place in a tree whose nodes have `children` children. */
int RCCE_tree_init(RCCE_COMM *comm, tree_t *tree, int children);
int RCCE_tree_barrier(RCCE_COMM *comm, tree_t *tree);
int RCCE_tournament_barrier(RCCE_COMM *comm);       /* uses all UEs' locks */
int RCCE_tournament_fixed_barrier(RCCE_COMM *comm); /* the lower UE wins each match */
int RCCE_dissemination_barrier(RCCE_COMM *comm);
int RCCE_TNS_barrier(RCCE_COMM *comm);  /* test-and-set registers: uses all UEs' locks */
int RCCE_AIR_barrier(RCCE_COMM *comm);  /* an atomic counter, polled less and less often */
int RCCE_AIR_barrier2(RCCE_COMM *comm); /* the same, polled when the last UE is expected */
/* Without waiting: RCCE_PENDING until all have come; to be called again until then. RCCE_REJECTED:
 * this UE is in 16 such barriers already. */
int RCCE_nb_barrier(RCCE_COMM *comm);
int RCCE_nb_TNS_barrier(RCCE_COMM *comm);
int RCCE_nb_AIR_barrier(RCCE_COMM *comm);

/* Several chips coupled into one machine; here there is one, device 0. */
int RCCE_dev(void);               /* this UE's device */
int RCCE_dev_ue(void);            /* this UE's number on its device */
int RCCE_num_dev(void);           /* devices */
int RCCE_num_ues_dev(int device); /* UEs of a device; 0 if there is no such device */
int RCCE_ue_to_dev(int ue);       /* the device of a UE; -1 if there is no such UE */

#ifdef RC_POWER_MANAGEMENT

/* ---- power: docs/power.md ----
 * Four tiles share a voltage and form a power domain. Its master, the UE of lowest rank, sets clock
 * and voltage of the domain; for other UEs these functions do nothing and return RCCE_SUCCESS. The
 * tile clock is 1600 MHz over a divider of 2 to 16; other dividers are clamped to that range.
 * Voltage level n is 0.7 + 0.1 n V. */
typedef struct {
  int release; /* RCCE_wait_power has returned */
  int old_voltage_level;
  int new_voltage_level;
  int old_frequency_divider;
  int new_frequency_divider;
  long long start_cycle;
} RCCE_REQUEST;

extern RCCE_COMM RCCE_P_COMM; /* the UEs of this power domain */

int RCCE_power_domain(void);        /* this UE's domain, 0 to 5 */
int RCCE_power_domain_master(void); /* the UE that is its master */
int RCCE_power_domain_size(void);   /* its UEs */
/* Begins a change to this clock and to the lowest voltage at which it is allowed; *new_divider and
 * *new_level are what they will be. A slower clock takes effect at once, a faster one when
 * RCCE_wait_power returns. Errors: RPC_NOT_ALLOCATED (no request), MULTIPLE_RPC_REQUESTS. */
int RCCE_iset_power(int divider, RCCE_REQUEST *request, int *new_divider, int *new_level);
int RCCE_istep_power(int divider, RCCE_REQUEST *request, int *new_divider, int *new_level);
/* Returns when the change is complete. Errors: NO_ACTIVE_RPC_REQUEST, STALE_RPC_REQUEST. */
int RCCE_wait_power(RCCE_REQUEST *request);
/* Changes the clock alone. Errors: FDIVIDER (it needs a higher voltage), MULTIPLE_RPC_REQUESTS. */
int RCCE_set_frequency_divider(int divider, int *new_divider);
int RCCE_set_frequency(int mhz); /* the same, to the fastest clock of at most `mhz` */
int get_divider(int tile);       /* the divider of a tile's clock; -1 if there is no such tile */
void print_dividers(void);       /* one line for each tile */

/* RCCE_init for programs with power management. */
int RCCE_init_power(int *argc, char ***argv);
#define RCCE_init RCCE_init_power

#endif

#ifdef GORY

#include "RCCE_gory.h"

/* ---- message passing buffers; RCCE_malloc is in RCCE_gory.h ---- */
/* As RCCE_malloc, but takes the largest gap if there is none of `size` bytes; *allocated: how much.
 */
t_vcharp RCCE_malloc_request(size_t size, size_t *allocated);
/* Collective. Prints one line if no block begins there. */
void RCCE_free(t_vcharp block);
/* As RCCE_malloc; returns the address in the buffer of `ue`. */
t_vcharp RCCE_palloc(size_t size, int ue);

/* ---- two-sided, through a buffer and flags of the program ----
 * Send returns once the receiver has everything; a message of no bytes is not sent. `combuf` has
 * `chunk` bytes, whole lines, at the same place for sender and receiver. `ready` lies with the
 * sender, `sent` with the receiver, both RCCE_FLAG_UNSET. Errors: ALIGNMENT, TARGET, SOURCE,
 * MESSAGE_LENGTH, ID (no such UE, or this one), FLAG_UNDEFINED, FLAG_NOT_IN_COMM_BUFFER,
 * DATA_OVERLAP. */
int RCCE_send(char *data, t_vcharp combuf, size_t chunk, RCCE_FLAG *ready, RCCE_FLAG *sent,
              size_t size, int dest);
int RCCE_recv(char *data, t_vcharp combuf, size_t chunk, RCCE_FLAG *ready, RCCE_FLAG *sent,
              size_t size, int source);
/* *test: 1 if the sender had a piece ready, and the message has been received; else 0. */
int RCCE_recv_test(char *data, t_vcharp combuf, size_t chunk, RCCE_FLAG *ready, RCCE_FLAG *sent,
                   size_t size, int source, int *test);

#else

/* ---- two-sided, synchronous: send returns once the receiver has everything ----
 * A message of no bytes is not sent. Errors: ID (no such UE, or this one), MESSAGE_LENGTH, SOURCE
 * or TARGET (no data), DATA_OVERLAP (data in the message passing buffers). */
int RCCE_send(char *data, size_t size, int dest);
int RCCE_recv(char *data, size_t size, int source);
/* *test: 1 if `source` had a message ready, and it has been received; else 0. */
int RCCE_recv_test(char *data, size_t size, int source, int *test);

/* ---- collective over `comm`; `root` is a rank; `out` may be `in` ----
 * Errors: those of send and recv, COMM_UNDEFINED, ILLEGAL_OP, ILLEGAL_TYPE, MALLOC. */
/* Copies the root's data to all members: the root sends to one after the other. */
int RCCE_bcast(char *data, size_t size, int root, RCCE_COMM comm);
/* out[i] = in[i] of all members under `op` (RCCE_SUM ...), for `count` elements of `type` (RCCE_INT
 * ...). Only the root's `out` is used. Members are combined in the order of their ranks, the root
 * first, so that floating-point results can be repeated. */
int RCCE_reduce(char *in, char *out, int count, int type, int op, int root, RCCE_COMM comm);
/* The same with the result at every member. */
int RCCE_allreduce(char *in, char *out, int count, int type, int op, RCCE_COMM comm);

/* ---- RWTH's RCCE 1.0.13, in libircce ----
 * Requests are iRCCE's. Programs may read privbuf, size, wsize, dest or source, sync, finished and
 * next. The last fields are there for programs that name them: the library neither sets nor reads
 * them, and is itself compiled without. */
typedef struct _RCCE_SEND_REQUEST {
  char *privbuf;
  size_t size;  /* bytes */
  size_t wsize; /* bytes in full chunks */
  size_t done;  /* bytes of pieces that the receiver has taken (not in the original) */
  int dest;
  int sync;    /* pipelined: full chunks are sent as two halves */
  int half;    /* the next piece is a second half (not in the original) */
  int waiting; /* a piece is in the buffer (not in the original) */
  int finished;
  struct _RCCE_SEND_REQUEST *next;
#ifndef RCCE_SHORT_REQUESTS
  t_vcharp combuf;
  RCCE_FLAG *ready, *sent;
  size_t chunk, subchunk1, subchunk2, remainder, nbytes;
  char *bufptr;
  RCCE_FLAG_STATUS flag_set_value;
  int label;
#endif
} RCCE_SEND_REQUEST;

typedef struct _RCCE_RECV_REQUEST {
  char *privbuf;
  size_t size; /* bytes; of an any-length receive, once the message has begun */
  size_t wsize;
  size_t done;
  int source; /* of an any-source receive, once the message has begun */
  int sync;
  int half;
  int any_length;
  int finished;
  struct _RCCE_RECV_REQUEST *next;
#ifndef RCCE_SHORT_REQUESTS
  t_vcharp combuf;
  RCCE_FLAG *ready, *sent;
  size_t chunk, subchunk1, subchunk2, remainder, nbytes;
  char *bufptr;
  RCCE_FLAG_STATUS flag_set_value;
  int label, started;
#endif
} RCCE_RECV_REQUEST;

/* Without waiting: RCCE_SUCCESS (finished), RCCE_PENDING, RCCE_RESERVED (behind earlier requests)
 * or an error. Requests make progress while the UE is in a function of this section or of iRCCE. */
int RCCE_isend(char *data, size_t size, int dest, RCCE_SEND_REQUEST *request);
int RCCE_isend_test(RCCE_SEND_REQUEST *request, int *test); /* *test: 1 once it is finished */
int RCCE_isend_wait(RCCE_SEND_REQUEST *request);            /* returns when it is finished */
int RCCE_isend_push(int dest);                              /* advances all requests, of any UE */
int RCCE_irecv(char *data, size_t size, int source, RCCE_RECV_REQUEST *request);
int RCCE_irecv_test(RCCE_RECV_REQUEST *request, int *test);
int RCCE_irecv_wait(RCCE_RECV_REQUEST *request);
int RCCE_irecv_push(int source);

/* Pipelined messages: full chunks are sent as two halves. Both sides must use them. */
int RCCE_send_pipe(char *data, size_t size, int dest);
int RCCE_recv_pipe(char *data, size_t size, int source);
/* A message to all other UEs, which call recv_mcast. */
int RCCE_send_mcast(char *data, size_t size);
int RCCE_recv_mcast(char *data, size_t size, int source);

/* Whether `source` has sent a message: *test is 1 or 0; with `test` NULL it waits for one. *combuf:
 * the address of its first piece. */
int RCCE_recv_probe(int source, int *test, t_vcharp *combuf);
int RCCE_recv_cancel(size_t size, int source); /* receives a message and discards it */

/* A tag of up to 28 bytes travels with the message's first flag; BIGFLAGS only. */
int RCCE_send_tagged(char *data, size_t size, int dest, void *tag, int bytes);
int RCCE_recv_tagged(char *data, size_t size, int source, void *tag, int bytes);
int RCCE_recv_probe_tagged(int source, int *test, t_vcharp *combuf, void *tag, int bytes);
int RCCE_flag_write_tagged(RCCE_FLAG *flag, RCCE_FLAG_STATUS value, int ue, void *tag, int bytes);
int RCCE_flag_read_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS *value, int ue, void *tag, int bytes);
int RCCE_wait_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, void *tag, int bytes);
int RCCE_test_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int *test, void *tag, int bytes);

void *RCCE_memcpy_put(void *target, const void *source, size_t bytes); /* private to MPB */
void *RCCE_memcpy_get(void *target, const void *source, size_t bytes); /* MPB to private */
#define RCCE_memcpy(target, source, bytes) RCCE_memcpy_put(target, source, bytes)

#endif

#ifdef __cplusplus
}
#endif
#endif
