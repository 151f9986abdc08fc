// SPDX-License-Identifier: Apache-2.0
// The table of an exploration as files: CSV (RFC 4180) and SQLite. A row is a point:
//   point      its number, from 1
//   ...        the parameters, then the records; empty (NULL) where there is none
//   error      why it failed; empty: it did not
//   command, machine, files, version, simulator     what it was made from
// Control characters in texts, and what is no UTF-8, stand there as "\x1b".
// The SQLite file has these as table `points`, and the plan's text in the one cell of `plan`. The
// same points give the same bytes.
#pragma once

#include <string>

#include "sim/explore/front.h"

namespace rc::sim::explore {

std::string points_csv(const Exploration& exploration, const PointTable& table);

// kernel::InputError if the file cannot be written.
void write_sqlite(const Exploration& exploration, const PointTable& table, const std::string& file);

}  // namespace rc::sim::explore
