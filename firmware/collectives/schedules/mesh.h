// SPDX-License-Identifier: Apache-2.0
// Where processes stand on a mesh, as the dimension-ordered broadcast needs it.
#pragma once

namespace collectives {

struct Position {
  int row;
  int col;
  bool operator==(const Position&) const = default;
};

// rows x cols processes. Ranks follow the chip: two cores share a tile and come one after the
// other, a row of tiles after the other; so each row of tiles is two rows of the mesh, one of the
// even and one of the odd ranks. With an odd number of rows the last one has consecutive ranks.
struct Mesh {
  int rows = 1;
  int cols = 1;

  int size() const { return rows * cols; }
  int process_at(Position at) const {
    const int pair = at.row / 2 * 2 * cols;
    const bool alone = at.row == rows - 1 && rows % 2 == 1;
    return alone ? pair + at.col : pair + 2 * at.col + at.row % 2;
  }
  Position position_of(int process) const {
    const int pair = process / (2 * cols) * 2;
    const int rest = process % (2 * cols);
    return pair == rows - 1 ? Position{pair, rest} : Position{pair + rest % 2, rest / 2};
  }
};

// A mesh for the first n cores of a chip with `chip_cols` columns: as wide as divides n.
constexpr Mesh mesh_for(int processes, int chip_cols) {
  int cols = chip_cols;
  while (processes % cols != 0) --cols;
  return {processes / cols, cols};
}

}  // namespace collectives
