/* SPDX-License-Identifier: Apache-2.0 */
/* A Verilated rc_router of one shape as a table of C functions: what `noc --router rtl` builds and
 * loads. Routers of a shape differ by their tables alone.
 *
 * A header is rc_router_pkg::header_t; its dst_x, dst_y and dst_port make the destination's number. */
#ifndef RC_SHAPE_H
#define RC_SHAPE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RC_SHAPE_PORTS = 64, RC_SHAPE_VCS = 16 };

/* What is on the pins of one side in a cycle. Where a bit of `valid` is not set, the flit is not. */
typedef struct {
  uint64_t valid; /* by port */
  uint32_t header[RC_SHAPE_PORTS];
  uint64_t payload[RC_SHAPE_PORTS];
  uint16_t credit[RC_SHAPE_PORTS]; /* by the other side's port: VCs, as bits */
} rc_shape_pins;

/* What is behind a port: VCs as bits, flits and free slots by VC. */
typedef struct {
  uint16_t filled, routed, owned;
  uint8_t held[RC_SHAPE_VCS], out_vc[RC_SHAPE_VCS], credits[RC_SHAPE_VCS];
} rc_shape_registers;

typedef struct {
  uint32_t inputs, outputs;
  uint32_t table_words; /* of the table, 32 bits each */
  void* (*make)(const uint32_t* table);
  void (*drop)(void* router);
  void (*tick)(void* router, const rc_shape_pins* in, rc_shape_pins* out);
  void (*tell)(void* router, uint32_t port, rc_shape_registers* registers);
} rc_shape_api;

const rc_shape_api* rc_shape(void);

#ifdef __cplusplus
}
#endif

#endif
