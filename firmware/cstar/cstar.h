/* SPDX-License-Identifier: Apache-2.0 */
/* The routing library of C*: what a C* compiler emits calls to. Names are those of the library of
 * the University of New Hampshire; docs/cstar.md describes the routines, and cstar.hpp is what
 * programs are written with. All nodes call every routine in the same order. Lengths are in bytes.
 * Wrong use ends the run with one line. Source: C. Uberoy, "Porting and Optimizing a Routing
 * Library for C* on the iPSC/860", chapters 4 to 6. Signatures are ours: the report prints only
 * those of CS__PvarAlloc and CS__MSECS. */
#ifndef CSTAR_H
#define CSTAR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CS__MAX_RANK 4

/* State of a node. Tests on the host run the nodes as threads. */
#ifdef CS__HOST
#define CS__PER_NODE thread_local
#else
#define CS__PER_NODE
#endif

/* ---- nodes ---- */
extern const unsigned char CS__yarg[128];  /* Gray codes */
void CS__Setup(void);                      /* once, before all else: this node's row and column */
void CS__SetupMesh(int rows, int columns); /* in its place, with a mesh of one's own */
void CS__Finish(void);                     /* last, once: gives the pool back */
typedef struct {
  int rows, columns; /* of the mesh */
  int row, column;   /* of this node */
  int node, nodes;
} CS__Self;
extern CS__PER_NODE CS__Self CS__self;

/* ---- styles, routine by routine; changed by all nodes at once ---- */
typedef enum { CS__MESH, CS__HYPERCUBE } CS__Style;
typedef struct {
  CS__Style reduce, broadcast, scatter; /* scatter: gather, too */
  /* What a routine takes beyond its instructions, in cycles: for every position of the shape that
   * lies on this node, or for every packet that it scatters. */
  long reduce_cycles, broadcast_cycles, scatter_cycles;
} CS__Options;
extern CS__PER_NODE CS__Options CS__options; /* all hypercube, no cycles */

/* ---- shapes ---- */
typedef struct CS__shape_struct {
  int rank;
  int length[CS__MAX_RANK];     /* positions of the axis */
  int processors[CS__MAX_RANK]; /* that the axis is distributed over */
  int begin[CS__MAX_RANK];      /* this node's first position */
  int local[CS__MAX_RANK];      /* and how many it has */
  long positions;
  long local_positions;           /* all axes; in memory the last axis runs fastest */
  int* coordinates[CS__MAX_RANK]; /* of every local position; NULL until CS__Coordinates */
} * CS__Shape;
CS__Shape CS__allocate_shape_array_1(int rank, const int* lengths);
void CS__FreeShape(CS__Shape shape);
void CS__MapAxes(CS__Shape shape);
const int* CS__Coordinates(CS__Shape shape, int axis); /* pcoord(axis) by local position */
/* The node that has a position. */
void CS__GetRowAndCol(CS__Shape shape, const int* position, int* row, int* column);
int CS__Owner(CS__Shape shape, const int* position);
/* Where the owner has it: its local position. */
long CS__Offset(CS__Shape shape, const int* position);

/* ---- memory ---- */
typedef enum { CS__USERMEM_POOL } CS__Pool;
void CS__SetPool(long bytes); /* before the first parallel variable; 4 MB otherwise */
typedef struct CS__pvar_struct {
  CS__Shape shape;
  long stride; /* from a local position to the next */
  char* start; /* of local position 0 */
} * CS__Pvar;
/* "No memory" ends the run. */
CS__Pvar CS__PvarAlloc(CS__Shape shape, long size, CS__Pool pool);
/* Another owner: one more CS__PvarFree is due. */
void CS__PvarShare(CS__Pvar pvar);
void CS__PvarFree(CS__Pvar pvar);

/* ---- context: what `with` and `where` select ---- */
extern CS__PER_NODE CS__Shape CS__current;
extern CS__PER_NODE const unsigned char* CS__context; /* by local position; NULL: all active */

/* ---- communication ---- */
typedef enum { CS__CHAR, CS__INT, CS__LONG, CS__FLOAT, CS__DOUBLE } CS__Type;
typedef enum {
  CS__ASSIGN,
  CS__ADD,
  CS__MULTIPLY,
  CS__AND,
  CS__XOR,
  CS__OR,
  CS__MIN,
  CS__MAX
} CS__Op;

void CS__Sync(void);
/* [position]pvar = scalar, n of them in one call. */
typedef struct {
  CS__Pvar pvar;
  const int* position;
  const void* scalar;
  long size;
} CS__Assignment;
void CS__OwnerAssign(int n, const CS__Assignment* assignments);
/* scalar = [position]pvar */
void CS__Broadcast(void* scalar, CS__Pvar pvar, const int* position, long size);
/* [dlindex]destination = [slindex]source */
void CS__PointToPoint(CS__Pvar destination, const int* dlindex, CS__Pvar source, const int* slindex,
                      long size);
/* [pcoord(0) + offset[0]][...]destination = source; an axis with wrap is meant modulo its length.
 */
typedef struct {
  int offset[CS__MAX_RANK];
  int wrap[CS__MAX_RANK];
} CS__Shift;
void CS__GridWrite(CS__Pvar destination, CS__Pvar source, const CS__Shift* shift, long size,
                   int ignore_context);
/* destination = [pcoord(0) + offset[0]][...]source. The context of what is read does not matter. */
void CS__GridRead(CS__Pvar destination, CS__Pvar source, const CS__Shift* shift, long size);
/* Every node has reduced the active ones of its local positions to *value, starting from the
 * operator's identity; *value becomes the result over all nodes, on all nodes. */
void CS__Reduce(void* value, CS__Type type, CS__Op op, CS__Shape shape);
/* [index[0]][...]destination op= source; index: one parallel int for each axis of the destination's
 * shape. Two values for one position must have an operator that combines them. */
void CS__Scatter(CS__Pvar destination, const CS__Pvar* index, CS__Pvar source, CS__Type type,
                 CS__Op op);
/* destination = [index[0]][...]source */
void CS__Gather(CS__Pvar destination, const CS__Pvar* index, CS__Pvar source, long size);

/* ---- timers and profile ---- */
#define CS__HWHZ 10000000L                                     /* ticks of hwclock in a second */
#define CS__MSECS(units) ((double)(units) / (CS__HWHZ / 1000)) /* of ticks */
void CS__TimerStart(void);                                     /* after a CS__Sync */
double CS__TimerStop(void);    /* after another: milliseconds in between, by this node's clock */
void CS__Spend(double cycles); /* lets that much time pass */
typedef enum {
  CS__SYNC,
  CS__OWNER_ASSIGN,
  CS__BROADCAST,
  CS__POINT_TO_POINT,
  CS__GRID_WRITE,
  CS__GRID_READ,
  CS__REDUCE,
  CS__SCATTER,
  CS__GATHER,
  CS__ROUTINES
} CS__Routine;
typedef struct {
  long calls, steps;    /* steps of the schedule, whether this node took part or not */
  long messages, bytes; /* that this node sent */
  double charged;       /* positions or packets that CS__options' cycles were taken for */
} CS__Profile;
extern CS__PER_NODE CS__Profile CS__profile[CS__ROUTINES];

/* Ends the run: prints "C*: " and the text as printf would. */
__attribute__((noreturn, format(printf, 1, 2))) void CS__Fail(const char* format, ...);

#ifdef __cplusplus
}
#endif

#endif
