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

#define RCCE_SUCCESS 0
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
#define RCCE_MAX_ERROR_STRING 45

/* Groups of functions that report their errors on the console once switched on. */
#define RCCE_DEBUG_ALL 111111
#define RCCE_DEBUG_SYNCH 111444
#define RCCE_DEBUG_COMM 111555
#define RCCE_DEBUG_RPC 111666
#define RCCE_DEBUG_DEBUG 111888

#define RCCE_FLAG_SET 1
#define RCCE_FLAG_UNSET 0

typedef volatile unsigned char *t_vcharp;

/* A flag is one byte in a line of 32, at the same place in every UE's buffer. */
typedef int RCCE_FLAG_STATUS;
typedef struct {
  int location;          /* within its line, 0..31 */
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

#ifdef GORY

/* ---- message passing buffer: line granularity; collective, so that blocks match ---- */
t_vcharp RCCE_malloc(size_t size);
t_vcharp RCCE_malloc_request(size_t size, size_t *allocated);
void RCCE_free(t_vcharp block);

/* ---- one-sided: `target` (put) or `source` (get) names the place in the own buffer ---- */
int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_put_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_get_char(t_vcharp target, t_vcharp source, int ue);

/* ---- flags ---- */
int RCCE_flag_alloc(RCCE_FLAG *flag);
int RCCE_flag_free(RCCE_FLAG *flag);
int RCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS value, int ue);
int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *value, int ue);
int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value);

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

/* ---- collective ---- */
int RCCE_bcast(char *data, size_t size, int root, RCCE_COMM comm);

#endif

#ifdef __cplusplus
}
#endif
#endif
