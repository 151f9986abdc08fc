/* SPDX-License-Identifier: Apache-2.0 */
/* A network from elsewhere, as a table of C functions: what a shared library exports to be put
 * under a simulated machine. A Verilated network gets the same table by generated code.
 * docs/network.md has the rules behind the pins.
 *
 * All arrays over ports are indexed by end point * classes + class. A cycle is one evaluate() and
 * one edge(). Before the edge, evaluate() may be called again with other inputs: it has no effect
 * that lasts. A transfer happens at an edge before which valid and ready were both not 0.
 *
 * Units: cycles of the mesh clock. Errors: a function that fails writes one line into `error` (at
 * most `bytes`, the final 0 included) and returns NULL or a value other than 0; the run then ends
 * with that line. No exception may leave a function.
 */
#ifndef RC_NETWORK_H
#define RC_NETWORK_H

#include <stddef.h>
#include <stdint.h>

/* NOLINTBEGIN(readability-identifier-naming): names as in C */
#ifdef __cplusplus
extern "C" {
#endif

#define RC_NETWORK_ABI 1
#define RC_NETWORK_FLIT_BYTES 128  /* room for the data of the largest flit */
#define RC_NETWORK_SEQUENCES 1024u /* sequence numbers, after which they begin at 0 again */

typedef struct rc_flit {
  uint16_t destination, source; /* end points */
  uint16_t length;              /* flits of the packet */
  uint16_t index;               /* of this flit */
  uint32_t sequence;            /* of the packet among those of its source, destination and class */
  uint8_t head, tail;           /* 0 or 1 */
  uint8_t data[RC_NETWORK_FLIT_BYTES]; /* flit_bits of them, least significant byte first */
} rc_flit;

enum { RC_KIND_TILE, RC_KIND_MEMORY, RC_KIND_SYSTEM, RC_KIND_VOLTAGE };

/* Where the machine has an end point. */
typedef struct rc_network_place {
  uint16_t x, y;
  uint8_t port; /* 0 north, 1 east, 2 south, 3 west, 4 local */
  uint8_t kind; /* RC_KIND_ */
} rc_network_place;

typedef struct rc_network_setup {
  uint32_t end_points, classes, cols, rows;
  const rc_network_place* places; /* of every end point */
  uint64_t seed;                  /* of what is unknown after power-on */
} rc_network_setup;

typedef struct rc_network_pins {
  const uint8_t* in_valid; /* what the ends drive: 0 or 1 */
  const rc_flit* in_flit;  /* where in_valid is 1 */
  const uint8_t* out_ready;
  uint8_t* in_ready; /* what the network drives: 0 or 1 */
  uint8_t* out_valid;
  rc_flit* out_flit; /* where out_valid is 1 */
} rc_network_pins;

/* Order of the packets of one source, destination and class. */
enum { RC_ORDER_KEPT, RC_ORDER_KEPT_IF_TAKEN, RC_ORDER_NONE };
/* Packets at one output: one after the other, or mixed, with one of each source at a time. */
enum { RC_INTERLEAVE_NONE, RC_INTERLEAVE_SOURCE };

typedef struct rc_network_api {
  uint32_t abi; /* RC_NETWORK_ABI */
  const char* name;
  uint32_t flit_bits;    /* of data, 8 to 1024 */
  uint32_t max_flits;    /* of a packet, 1 to 128 */
  uint32_t min_latency;  /* cycles from the offer of a head to the transfer of its tail, at least */
  uint32_t drain_cycles; /* when it has been empty for so long, time changes nothing */
  uint32_t quiet_cycles; /* after creation and reset, with nothing offered */
  uint32_t max_end_points;  /* 0: any number */
  uint32_t reorder_packets; /* of a stream whose order is not kept, that the end can hold */
  uint8_t order, interleave;
  uint8_t self;         /* 1: carries packets to their own source */
  uint8_t free_running; /* 1: time changes something even when it is empty */
  void* (*create)(const rc_network_setup* setup, char* error, size_t bytes);
  int (*reset)(void* network, char* error, size_t bytes);
  int (*evaluate)(void* network, const rc_network_pins* pins, char* error, size_t bytes);
  int (*edge)(void* network, char* error, size_t bytes);
  void (*destroy)(void* network);
  /* Counters of its own, for reports; `statistics` 0 and NULL for none. */
  uint32_t statistics;
  const char* const* statistic_names;
  uint64_t (*statistic)(void* network, uint32_t number);
} rc_network_api;

/* The only symbol that a library exports. */
const rc_network_api* rc_network(void);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif
