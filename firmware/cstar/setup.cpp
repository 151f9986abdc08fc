// SPDX-License-Identifier: Apache-2.0
// This node's place, timers, profile, and the end after wrong use.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/cstar/schedule/mesh.h"
#include "firmware/cstar/transport.h"

CS__PER_NODE CS__Self CS__self;
CS__PER_NODE CS__Options CS__options{CS__HYPERCUBE, CS__HYPERCUBE, CS__HYPERCUBE, 0, 0, 0};
CS__PER_NODE CS__Shape CS__current;
CS__PER_NODE const unsigned char* CS__context;
CS__PER_NODE CS__Profile CS__profile[CS__ROUTINES];

namespace {

struct Codes {
  unsigned char code[128];
};
constexpr Codes all_codes() {
  Codes codes{};
  for (int i = 0; i < 128; ++i) codes.code[i] = static_cast<unsigned char>(cstar::gray(i));
  return codes;
}
constexpr Codes kCodes = all_codes();

CS__PER_NODE double timer_start;

}  // namespace

// One by one, because the C face has an array.
#define CODES8(i)                                                                                 \
  kCodes.code[i], kCodes.code[i + 1], kCodes.code[i + 2], kCodes.code[i + 3], kCodes.code[i + 4], \
      kCodes.code[i + 5], kCodes.code[i + 6], kCodes.code[i + 7]
#define CODES32(i) CODES8(i), CODES8(i + 8), CODES8(i + 16), CODES8(i + 24)
const unsigned char CS__yarg[128] = {CODES32(0), CODES32(32), CODES32(64), CODES32(96)};

void CS__Fail(const char* format, ...) {
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  printf("C*: %s\n", text);
  fflush(stdout);
  exit(1);
}

void CS__SetupMesh(int rows, int columns) {
  const int nodes = cstar::transport::node_count();
  if (rows < 1 || columns < 1 || rows * columns != nodes)
    CS__Fail("a mesh of %d x %d does not fit %d nodes", rows, columns, nodes);
  const cstar::Mesh mesh{rows, columns};
  const int node = cstar::transport::node();
  const cstar::Place place = mesh.place(node);
  CS__self = {rows, columns, place.row, place.column, node, nodes};
}

void CS__Setup() {
  const cstar::Mesh mesh = cstar::mesh_of(cstar::floor_log2(cstar::transport::node_count()));
  CS__SetupMesh(mesh.rows, mesh.columns);
}

void CS__Sync() {
  ++CS__profile[CS__SYNC].calls;
  cstar::transport::synchronise();
}

void CS__TimerStart() { timer_start = cstar::transport::ticks(); }
double CS__TimerStop() { return CS__MSECS(cstar::transport::ticks() - timer_start); }
void CS__Spend(double cycles) {
  if (cycles > 0) cstar::transport::spend(cycles);
}
