// SPDX-License-Identifier: Apache-2.0
// Nodes of a hypercube as a mesh, and the positions of a shape on it: pure functions, which the
// host tests and draws, too. docs/cstar.md has pictures. Source: C. Uberoy, "Porting and Optimizing
// a Routing Library for C* on the iPSC/860", section 4.1.
#pragma once

namespace cstar {

constexpr int kNobody = -1;

// G(i) and G(i + 1) differ by one bit.
constexpr int gray(int i) { return i ^ i >> 1; }
constexpr int gray_inverse(int code) {
  int i = 0;
  for (; code != 0; code >>= 1) i ^= code;
  return i;
}

constexpr bool is_power_of_two(int n) { return (n & (n - 1)) == 0; }
constexpr int floor_log2(int n) { return n < 2 ? 0 : 1 + floor_log2(n / 2); }
constexpr int ceil_log2(int n) { return floor_log2(n) + (is_power_of_two(n) ? 0 : 1); }

struct Place {
  int row = 0, column = 0;
  bool operator==(const Place&) const = default;
};

struct Mesh {
  int rows = 1, columns = 1;

  constexpr int nodes() const { return rows * columns; }

  // The Gray code of the column, then that of the row. A mesh that is no hypercube numbers its
  // nodes row by row.
  constexpr int node(Place place) const {
    if (!is_power_of_two(rows) || !is_power_of_two(columns))
      return place.row * columns + place.column;
    return gray(place.column) << floor_log2(rows) | gray(place.row);
  }
  constexpr Place place(int node) const {
    if (!is_power_of_two(rows) || !is_power_of_two(columns))
      return {node / columns, node % columns};
    return {gray_inverse(node % rows), gray_inverse(node / rows)};
  }
  bool operator==(const Mesh&) const = default;
};

// 1 x 1, 1 x 2, 2 x 2, 2 x 4, ...
constexpr Mesh mesh_of(int dimension) {
  return {1 << dimension / 2, 1 << (dimension - dimension / 2)};
}

// `positions` of an axis in blocks over `processors`; those left over go to the lower numbered
// ones.
struct Blocks {
  int positions = 1, processors = 1;

  constexpr int count(int processor) const {
    return positions / processors + (processor < positions % processors ? 1 : 0);
  }
  constexpr int begin(int processor) const {
    const int extra = positions % processors;
    return positions / processors * processor + (processor < extra ? processor : extra);
  }
  constexpr int owner(int position) const {
    const int each = positions / processors, extra = positions % processors;
    if (position < extra * (each + 1)) return position / (each + 1);
    return extra + (position - extra * (each + 1)) / each;
  }
};

}  // namespace cstar
