// SPDX-License-Identifier: Apache-2.0
// The machines that `reproduce geometry` runs on: those of sim/machine/files, and shapes made here.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

constexpr int kMaxCoresOfQuick = 128;  // of a machine that --quick runs

struct Shape {
  unsigned cols = 1, rows = 1, cores_per_tile = 2;

  int cores() const { return static_cast<int>(cols * rows * cores_per_tile); }
  // "8x8x2"
  std::string name() const;
};

// The experiment's machine in another shape: 16 KB of message passing buffer for each core, memory
// controllers at both ends of every row (of every second row from 16 rows on).
machine::Machine shaped(const ExperimentContext& context, const Shape& shape);

// The machine that the user named alone, or else these machine files.
std::vector<machine::Machine> machines_or_given(const ExperimentContext& context,
                                                const std::vector<std::string>& files);

// Each part appends its rows and shows its figures.
void geometry_distances(ExperimentContext& context, std::vector<report::Row>& rows);
void geometry_conformance(ExperimentContext& context, std::vector<report::Row>& rows);
void geometry_broadcast(ExperimentContext& context, std::vector<report::Row>& rows);

}  // namespace rc::sim::experiments
