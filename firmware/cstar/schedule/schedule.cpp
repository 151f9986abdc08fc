// SPDX-License-Identifier: Apache-2.0
#include "firmware/cstar/schedule/schedule.h"

namespace cstar {
namespace {

// Processors in a line, and one of them.
struct Line {
  int length, index;

  int filled() const { return 1 << floor_log2(length); }
  int reduce_steps() const { return floor_log2(length) + 2; }
};

enum class Phase { fold, swap, relay };

Phase phase_of(const Line& line, int step) {
  if (step == 1) return Phase::fold;
  return step == line.reduce_steps() ? Phase::relay : Phase::swap;
}

// The bit across which a swap goes: halves first.
int swap_bit(const Line& line, int step) { return line.filled() >> (step - 1); }

// Indices in the line.
Transfer line_reduce(const Line& line, int step) {
  const int me = line.index, filled = line.filled();
  const int folded = me + filled < line.length ? me + filled : kNobody;
  switch (phase_of(line, step)) {
    case Phase::fold:
      return me >= filled ? Transfer{.to = me - filled} : Transfer{.from = folded};
    case Phase::swap:
      if (me >= filled) return {};
      return {.to = me ^ swap_bit(line, step), .from = me ^ swap_bit(line, step)};
    case Phase::relay:
      if (me >= filled) return {.from = me - filled, .relay = true};
      return {.to = folded, .relay = true};
  }
  return {};
}

// Numbers are rotated so that the source is 0; the span of a step is what each subdivision has.
Transfer line_broadcast(const Line& line, int source, int step) {
  const int n = line.length, number = (line.index - source + n) % n;
  const int span = 1 << (ceil_log2(n) - step);
  const auto index_of = [&](int other) { return (other + source) % n; };
  if (number % (2 * span) == 0 && number + span < n) return {.to = index_of(number + span)};
  if (number % (2 * span) == span) return {.from = index_of(number - span)};
  return {};
}

// The line that a step of the mesh style goes along.
struct Axis {
  bool row;  // along the node's row, from column to column
  int step;  // within the axis
};

Axis axis_of(int step, int row_steps) {
  return step <= row_steps ? Axis{true, step} : Axis{false, step - row_steps};
}

Line line_of(Mesh mesh, Place place, bool row) {
  return row ? Line{mesh.columns, place.column} : Line{mesh.rows, place.row};
}

Transfer on_mesh(Mesh mesh, Place place, bool row, Transfer transfer) {
  const auto node = [&](int index) {
    if (index == kNobody) return kNobody;
    return mesh.node(row ? Place{place.row, index} : Place{index, place.column});
  };
  return {node(transfer.to), node(transfer.from), transfer.relay};
}

int row_reduce_steps(Mesh mesh) { return Line{mesh.columns, 0}.reduce_steps(); }

// Figure 6.1: i from D down to 1.
int cube_bit(Mesh mesh, int step) { return 1 << (floor_log2(mesh.nodes()) - step); }

}  // namespace

int broadcast_steps(Style style, Mesh mesh) {
  if (style == Style::hypercube) return floor_log2(mesh.nodes());
  return ceil_log2(mesh.columns) + ceil_log2(mesh.rows);
}

Transfer broadcast_transfer(Style style, Mesh mesh, int source, int node, int step) {
  if (style == Style::hypercube) {
    const int i = 1 << (step - 1), xored_no = source ^ node;
    if (xored_no < i) return {.to = node ^ i};
    if (xored_no < 2 * i) return {.from = node ^ i};
    return {};
  }
  const Place me = mesh.place(node), from = mesh.place(source);
  const Axis axis = axis_of(step, ceil_log2(mesh.columns));
  if (axis.row && me.row != from.row) return {};
  return on_mesh(
      mesh, me, axis.row,
      line_broadcast(line_of(mesh, me, axis.row), axis.row ? from.column : from.row, axis.step));
}

int reduce_steps(Style style, Mesh mesh) {
  if (style == Style::hypercube) return floor_log2(mesh.nodes());
  return row_reduce_steps(mesh) + Line{mesh.rows, 0}.reduce_steps();
}

Transfer reduce_transfer(Style style, Mesh mesh, int node, int step) {
  if (style == Style::hypercube) {
    const int partner = node ^ cube_bit(mesh, step);
    return {.to = partner, .from = partner};
  }
  const Place me = mesh.place(node);
  const Axis axis = axis_of(step, row_reduce_steps(mesh));
  return on_mesh(mesh, me, axis.row, line_reduce(line_of(mesh, me, axis.row), axis.step));
}

bool packet_leaves(Style style, Mesh mesh, int node, int step, int destination) {
  if (style == Style::hypercube) return ((node ^ destination) & cube_bit(mesh, step)) != 0;
  const Axis axis = axis_of(step, row_reduce_steps(mesh));
  const Line line = line_of(mesh, mesh.place(node), axis.row);
  const int target = line_of(mesh, mesh.place(destination), axis.row).index;
  const int filled = line.filled(), me = line.index;
  switch (phase_of(line, axis.step)) {
    case Phase::fold:
      return me >= filled && target != me;
    case Phase::swap:
      return me < filled && (((target % filled) ^ me) & swap_bit(line, axis.step)) != 0;
    case Phase::relay:
      return me < filled && target == me + filled;
  }
  return false;
}

}  // namespace cstar
