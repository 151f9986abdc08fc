/* SPDX-License-Identifier: Apache-2.0 */
/* RCCE_comm: collectives over basic RCCE that share the work among the UEs, for C and C++. Part of
 * librcce. With USE_RCCE_COMM they replace RCCE's own under RCCE's names.
 *
 * `root` is a rank of `comm`, sizes are in bytes. Errors as for RCCE's collectives. */
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
/* The root's data to all members. */
int RCCE_comm_bcast(char *data, size_t size, int root, RCCE_COMM comm);
/* As RCCE_reduce and RCCE_allreduce. The order of the operations depends only on the root and the
 * communicator's size. */
int RCCE_comm_reduce(char *in, char *out, int count, int type, int op, int root, RCCE_COMM comm);
int RCCE_comm_allreduce(char *in, char *out, int count, int type, int op, RCCE_COMM comm);
/* Distributes the root's `in`, `size` bytes for each member in the order of ranks, to the members'
 * `out`; gather collects the members' `in` in the root's `out`. */
int RCCE_scatter(char *in, char *out, size_t size, int root, RCCE_COMM comm);
int RCCE_gather(char *in, char *out, size_t size, int root, RCCE_COMM comm);

/* ---- around a ring ---- */
/* All members' `in`, `size` bytes each, in every member's `out`, in the order of ranks. */
int RCCE_allgather(char *in, char *out, size_t size, RCCE_COMM comm);
/* ---- pair by pair ---- */
/* The i-th `size` bytes of member j's `in` become the j-th of member i's `out`. */
int RCCE_alltoall(char *in, char *out, size_t size, RCCE_COMM comm);

/* RCCE_dissemination_barrier: ceil(log2(UEs)) rounds. */
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
