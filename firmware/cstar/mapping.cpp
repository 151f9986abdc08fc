// SPDX-License-Identifier: Apache-2.0
// Positions of shapes on the mesh of nodes.
#include <stdlib.h>

#include "firmware/cstar/routines.h"

namespace cstar {

Mesh mesh() { return {CS__self.rows, CS__self.columns}; }

Blocks blocks(CS__Shape shape, int axis) { return {shape->length[axis], shape->processors[axis]}; }

namespace {

// The mesh as a line: every other row runs backwards, so that neighbours in the line, and its ends,
// are neighbours in the mesh.
Place line_place(int index) {
  const int row = index / CS__self.columns, along = index % CS__self.columns;
  return {row, row % 2 == 0 ? along : CS__self.columns - 1 - along};
}
int line_index(Place place) {
  const int along = place.row % 2 == 0 ? place.column : CS__self.columns - 1 - place.column;
  return place.row * CS__self.columns + along;
}

}  // namespace

int processor_of(CS__Shape shape, int axis) {
  if (shape->processors[axis] == 1) return 0;
  if (shape->rank == 1) return line_index({CS__self.row, CS__self.column});
  return axis == 0 ? CS__self.row : CS__self.column;
}

int node_of(CS__Shape shape, const int* processors) {
  if (shape->rank == 1) return mesh().node(line_place(processors[0]));
  return mesh().node({processors[0], processors[1]});
}

void check_position(CS__Shape shape, const int* position) {
  for (int axis = 0; axis < shape->rank; ++axis)
    if (position[axis] < 0 || position[axis] >= shape->length[axis])
      CS__Fail("position %d lies outside axis %d of the shape, which has %d positions",
               position[axis], axis, shape->length[axis]);
}

}  // namespace cstar

using cstar::blocks;

void CS__MapAxes(CS__Shape shape) {
  shape->positions = shape->local_positions = 1;
  for (int axis = 0; axis < shape->rank; ++axis) {
    shape->processors[axis] = 1;
    if (axis == 0) shape->processors[axis] = shape->rank == 1 ? CS__self.nodes : CS__self.rows;
    if (axis == 1) shape->processors[axis] = CS__self.columns;
    const int mine = cstar::processor_of(shape, axis);
    shape->begin[axis] = blocks(shape, axis).begin(mine);
    shape->local[axis] = blocks(shape, axis).count(mine);
    shape->positions *= shape->length[axis];
    shape->local_positions *= shape->local[axis];
  }
}

void CS__GetRowAndCol(CS__Shape shape, const int* position, int* row, int* column) {
  const int line = CS__self.nodes;
  const bool along_line = shape->rank == 1 && shape->processors[0] == line;
  const bool over_mesh = shape->rank > 1 && shape->processors[0] == CS__self.rows &&
                         shape->processors[1] == CS__self.columns;
  if (!along_line && !over_mesh) CS__Fail("Unsupported distribution type in CS_GetRowAndCol");
  cstar::check_position(shape, position);
  const int first = blocks(shape, 0).owner(position[0]);
  const cstar::Place place = along_line ? cstar::line_place(first)
                                        : cstar::Place{first, blocks(shape, 1).owner(position[1])};
  *row = place.row;
  *column = place.column;
}

int CS__Owner(CS__Shape shape, const int* position) {
  int row, column;
  CS__GetRowAndCol(shape, position, &row, &column);
  return cstar::mesh().node({row, column});
}

long CS__Offset(CS__Shape shape, const int* position) {
  long offset = 0;
  for (int axis = 0; axis < shape->rank; ++axis) {
    const int owner = blocks(shape, axis).owner(position[axis]);
    offset = offset * blocks(shape, axis).count(owner) + position[axis] -
             blocks(shape, axis).begin(owner);
  }
  return offset;
}

const int* CS__Coordinates(CS__Shape shape, int axis) {
  if (axis < 0 || axis >= shape->rank)
    CS__Fail("pcoord(%d): the current shape has %d axes", axis, shape->rank);
  int*& table = shape->coordinates[axis];
  if (table != nullptr || shape->local_positions == 0) return table;
  table =
      static_cast<int*>(cstar::allocate(shape->local_positions * static_cast<long>(sizeof(int))));
  long inner = 1;
  for (int k = axis + 1; k < shape->rank; ++k) inner *= shape->local[k];
  for (long i = 0; i < shape->local_positions; ++i)
    table[i] = shape->begin[axis] + static_cast<int>(i / inner % shape->local[axis]);
  return table;
}
