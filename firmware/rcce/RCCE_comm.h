/* RCCE_comm: collectives over basic RCCE that do not make one UE do all the work, for C and C++.
 * Part of librcce. A program compiled with USE_RCCE_COMM gets them under RCCE's own names too. */
#ifndef RCCE_COMM_H
#define RCCE_COMM_H

#ifdef GORY
#error "RCCE_comm stands on basic RCCE: compile without GORY"
#endif

#include "RCCE.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- along binomial trees ---- */
int RCCE_comm_bcast(char *data, size_t size, int root, RCCE_COMM comm);
/* `out` counts at the root only. Which sums are formed depends on root and size alone. */
int RCCE_comm_reduce(char *in, char *out, int count, int type, int op, int root, RCCE_COMM comm);
int RCCE_comm_allreduce(char *in, char *out, int count, int type, int op, RCCE_COMM comm);
/* `size` bytes for each member, in the order of their ranks in the root's buffer. */
int RCCE_scatter(char *in, char *out, size_t size, int root, RCCE_COMM comm);
int RCCE_gather(char *in, char *out, size_t size, int root, RCCE_COMM comm);

/* ---- round a ring, and pair by pair ---- */
int RCCE_allgather(char *in, char *out, size_t size, RCCE_COMM comm);
int RCCE_alltoall(char *in, char *out, size_t size, RCCE_COMM comm);

/* Dissemination: as many rounds as the number of UEs has bits. */
int RCCE_comm_barrier(RCCE_COMM *comm);

#ifdef USE_RCCE_COMM
#define RCCE_bcast RCCE_comm_bcast
#define RCCE_reduce RCCE_comm_reduce
#define RCCE_allreduce RCCE_comm_allreduce
#define RCCE_barrier RCCE_comm_barrier
#endif

#ifdef __cplusplus
}
#endif
#endif
