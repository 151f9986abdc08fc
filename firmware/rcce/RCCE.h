/* RCCE V2.0, the SCC's message passing interface, for C and C++.
 *
 * Two faces, chosen by the macro GORY when a program is compiled and linked (librcce.a or
 * librcce_gory.a): the basic one moves messages with send and recv and manages the message passing
 * buffers itself; the gory one hands buffers and flags to the program.
 *
 * What differs from the original: see docs/firmware.md. */
#ifndef RCCE_H
#define RCCE_H

#include <stddef.h>

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
#define RCCE_BUFF_SIZE_MAX (1 << 13) /* message passing buffer of one core, bytes */
#define RCCE_MAXNP 48
/* Shared memory off the chip, bytes: with SHMADD the original's number. This machine has 64 MB. */
#ifdef SHMADD
#define RCCE_SHM_SIZE_MAX (1 << 29)
#else
#define RCCE_SHM_SIZE_MAX (1 << 26)
#endif

#define RCCE_SUCCESS 0
/* RWTH's RCCE 1.0.13: not errors */
#define RCCE_PENDING -1  /* under way */
#define RCCE_RESERVED -2 /* behind others */
#define RCCE_REJECTED -3 /* no room for one more */
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
#define RCCE_MAX_ERROR_STRING 45

/* Groups of functions that report their errors on the console once switched on. */
#define RCCE_DEBUG_ALL 111111
#define RCCE_DEBUG_SYNCH 111444
#define RCCE_DEBUG_COMM 111555
#define RCCE_DEBUG_RPC 111666
#define RCCE_DEBUG_DEBUG 111888

#define RCCE_FLAG_SET 1
#define RCCE_FLAG_UNSET 0

/* Reductions */
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

/* A flag lies at the same place in every UE's buffer: one byte of a line, or one bit
 * (SINGLEBITFLAGS), or a line of its own (BIGFLAGS). */
typedef int RCCE_FLAG_STATUS;
typedef struct {
  int location;          /* within its line, 0..31; of bits 0..255 */
  t_vcharp flag_addr;    /* of this UE's copy */
  t_vcharp line_address; /* of this UE's copy */
} RCCE_FLAG;

typedef struct {
  int size;
  int my_rank;
  int initialized;
  int member[RCCE_MAXNP]; /* UE of each rank */
  RCCE_FLAG gather;
  RCCE_FLAG release;
} RCCE_COMM;

extern RCCE_COMM RCCE_COMM_WORLD;

/* ---- core ---- */
int RCCE_init(int *argc, char ***argv);
int RCCE_finalize(void);
double RCCE_wtime(void); /* seconds */
int RCCE_ue(void);
int RCCE_num_ues(void);
int RCCE_error_string(int error, char *string, int *length);
int RCCE_debug_set(int group);
int RCCE_debug_unset(int group);

/* ---- communicators ---- */
/* Collective over all UEs; those to whom `color` gives the same number share a communicator. */
int RCCE_comm_split(int (*color)(int ue, void *aux), void *aux, RCCE_COMM *comm);
int RCCE_comm_free(RCCE_COMM *comm);
int RCCE_comm_size(RCCE_COMM comm, int *size);
int RCCE_comm_rank(RCCE_COMM comm, int *rank);

/* ---- synchronisation ---- */
void RCCE_fence(void);
int RCCE_barrier(RCCE_COMM *comm);
int RCCE_acquire_lock(int ue);
int RCCE_release_lock(int ue);

/* ---- shared memory off the chip: collective over all UEs, so that blocks match ----
 * Uncached; cached where a program links librcce_shmcache, which has to flush then. */
t_vcharp RCCE_shmalloc(size_t size);
t_vcharp RCCE_shrealloc(t_vcharp block, size_t size);
void RCCE_shfree(t_vcharp block);
void RCCE_shflush(void); /* writes back and drops all that this core has in its caches */
int RCCE_DCMflush(void); /* the same; librcce_shmcache only */

/* ---- RWTH's RCCE 1.0.13: locks and barriers ---- */
int RCCE_try_lock(int ue); /* 1: taken */
int RCCE_backoff_lock(int ue);
int RCCE_acquire_treelock(RCCE_COMM *comm); /* one lock for all members, taken level by level */
int RCCE_release_treelock(RCCE_COMM *comm);

/* The place of a UE in the tree of RCCE_tree_barrier. */
typedef struct tree_s {
  int parent; /* -1: none */
  int num_children;
  int child[RCCE_MAXNP];
} tree_t;

/* Of the world. With another communicator they are RCCE_barrier. */
int RCCE_tree_init(RCCE_COMM *comm, tree_t *tree, int children);
int RCCE_tree_barrier(RCCE_COMM *comm, tree_t *tree);
int RCCE_tournament_barrier(RCCE_COMM *comm);
int RCCE_tournament_fixed_barrier(RCCE_COMM *comm);
int RCCE_dissemination_barrier(RCCE_COMM *comm);
int RCCE_TNS_barrier(RCCE_COMM *comm);  /* test-and-set registers */
int RCCE_AIR_barrier(RCCE_COMM *comm);  /* atomic counters, looked at less and less often */
int RCCE_AIR_barrier2(RCCE_COMM *comm); /* ... when the others are expected */
/* RCCE_PENDING until all have come; to be called until then. */
int RCCE_nb_barrier(RCCE_COMM *comm);
int RCCE_nb_TNS_barrier(RCCE_COMM *comm);
int RCCE_nb_AIR_barrier(RCCE_COMM *comm);

/* Boards coupled into one machine: this is one board. */
int RCCE_dev(void);
int RCCE_dev_ue(void);
int RCCE_num_dev(void);
int RCCE_num_ues_dev(int device);
int RCCE_ue_to_dev(int ue);

#ifdef RC_POWER_MANAGEMENT

/* ---- power: see docs/power.md ----
 * Four tiles share a voltage and are a power domain. Its master, the UE of least rank, sets clock and
 * voltage for all of it; for the other UEs these functions do nothing. A divider is of the global
 * clock of 1600 MHz, 2 to 16, and is brought into that range; voltage level n is 0.7 + 0.1 n V. */
typedef struct {
  int release; /* waited for */
  int old_voltage_level;
  int new_voltage_level;
  int old_frequency_divider;
  int new_frequency_divider;
  long long start_cycle;
} RCCE_REQUEST;

extern RCCE_COMM RCCE_P_COMM; /* the UEs of this power domain */

int RCCE_power_domain(void);
int RCCE_power_domain_master(void); /* its UE */
int RCCE_power_domain_size(void);   /* UEs */
/* To the clock, and to the lowest voltage that carries it. A slower clock comes at once, a faster one
 * when RCCE_wait_power returns. One request at a time. */
int RCCE_iset_power(int divider, RCCE_REQUEST *request, int *new_divider, int *new_level);
int RCCE_istep_power(int divider, RCCE_REQUEST *request, int *new_divider, int *new_level);
int RCCE_wait_power(RCCE_REQUEST *request);
/* The clock alone, if the voltage carries it. */
int RCCE_set_frequency_divider(int divider, int *new_divider);
int RCCE_set_frequency(int mhz); /* the fastest that is not above */
int get_divider(int tile);       /* -1: no such tile */
void print_dividers(void);

/* Programs with power management begin with this one. */
int RCCE_init_power(int *argc, char ***argv);
#define RCCE_init RCCE_init_power

#endif

#ifdef GORY

/* ---- message passing buffer: line granularity; collective, so that blocks match ---- */
t_vcharp RCCE_malloc(size_t size);
t_vcharp RCCE_malloc_request(size_t size, size_t *allocated);
void RCCE_free(t_vcharp block);
t_vcharp RCCE_palloc(size_t size, int ue); /* the block's place in the buffer of `ue` */

/* ---- one-sided: `target` (put) or `source` (get) names the place in the own buffer ---- */
int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_put_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_get_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_put_flag(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get_flag(t_vcharp target, t_vcharp source, int bytes, int ue);

/* ---- flags ---- */
int RCCE_flag_alloc(RCCE_FLAG *flag);
int RCCE_flag_free(RCCE_FLAG *flag);
int RCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS value, int ue);
int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *value, int ue);
int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value);
int RCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int *test);

/* ---- two-sided, through a buffer and flags of the program ---- */
int RCCE_send(char *data, t_vcharp combuf, size_t chunk, RCCE_FLAG *ready, RCCE_FLAG *sent,
              size_t size, int dest);
int RCCE_recv(char *data, t_vcharp combuf, size_t chunk, RCCE_FLAG *ready, RCCE_FLAG *sent,
              size_t size, int source);
int RCCE_recv_test(char *data, t_vcharp combuf, size_t chunk, RCCE_FLAG *ready, RCCE_FLAG *sent,
                   size_t size, int source, int *test);

#else

/* ---- two-sided, synchronous ---- */
int RCCE_send(char *data, size_t size, int dest);
int RCCE_recv(char *data, size_t size, int source);
int RCCE_recv_test(char *data, size_t size, int source, int *test);

/* ---- collective; `out` may be `in` ---- */
int RCCE_bcast(char *data, size_t size, int root, RCCE_COMM comm);
int RCCE_reduce(char *in, char *out, int count, int type, int op, int root, RCCE_COMM comm);
int RCCE_allreduce(char *in, char *out, int count, int type, int op, RCCE_COMM comm);

/* ---- RWTH's RCCE 1.0.13, in libircce ----
 * Requests are iRCCE's, and so is what happens to them. */
typedef struct _RCCE_SEND_REQUEST {
  char *data;
  size_t size;  /* bytes */
  size_t whole; /* of them in full chunks */
  size_t done;  /* bytes of pieces that the receiver has taken */
  int dest;
  int sync;    /* pipelined: full chunks go in two halves */
  int half;    /* the next piece is a second half */
  int waiting; /* a piece is in the buffer */
  int finished;
  struct _RCCE_SEND_REQUEST *next;
} RCCE_SEND_REQUEST;

typedef struct _RCCE_RECV_REQUEST {
  char *data;
  size_t size; /* bytes; of an any-length receive, once the message has begun */
  size_t whole;
  size_t done;
  int source; /* of an any-source receive, once the message has begun */
  int sync;
  int half;
  int any_length;
  int finished;
  struct _RCCE_RECV_REQUEST *next;
} RCCE_RECV_REQUEST;

int RCCE_isend(char *data, size_t size, int dest, RCCE_SEND_REQUEST *request);
int RCCE_isend_test(RCCE_SEND_REQUEST *request, int *test);
int RCCE_isend_wait(RCCE_SEND_REQUEST *request);
int RCCE_isend_push(int dest); /* everything that is under way, as the next one */
int RCCE_irecv(char *data, size_t size, int source, RCCE_RECV_REQUEST *request);
int RCCE_irecv_test(RCCE_RECV_REQUEST *request, int *test);
int RCCE_irecv_wait(RCCE_RECV_REQUEST *request);
int RCCE_irecv_push(int source);

int RCCE_send_pipe(char *data, size_t size, int dest);
int RCCE_recv_pipe(char *data, size_t size, int source);
int RCCE_send_mcast(char *data, size_t size); /* to all others, who call recv_mcast */
int RCCE_recv_mcast(char *data, size_t size, int source);

/* Is there a message? With `test` looks once, without it waits. *combuf: where it begins. */
int RCCE_recv_probe(int source, int *test, t_vcharp *combuf);
int RCCE_recv_cancel(size_t size, int source); /* takes a message and forgets it */

/* Up to 28 bytes travel with the message's first flag; BIGFLAGS only. */
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
