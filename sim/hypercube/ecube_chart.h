// SPDX-License-Identifier: Apache-2.0
// Charts of link usage in the layout of Bokhari, ICASE report 91-4: rows are messages, columns are
// links in groups of those that leave one node, the rightmost being the one across bit 0. What
// stands at a row's and a column's crossing says when the message uses the link; a dot, that it
// does not.
#pragma once

#include <string>

#include "sim/hypercube/ecube_schedule.h"

namespace rc::sim::hypercube {

// A node's number in binary, as the charts name it.
std::string node_label(int node, int dimension);

enum class ChartMarks {
  usage,  // x: the paper's figure 5
  steps   // the step: 1 to 9, a to z; beyond that in decimal, columns as wide as they need be
};

// Sources of the lower half on the left, of the upper half on the right: a message never uses a
// link that leaves a node of the other half, so each side shows the links of its own half only.
// A complete exchange is shown with all its rows, anything else without those that have no message.
// Messages of a pair in several steps have a row each.
std::string directed_chart(const Schedule& schedule, ChartMarks marks);

// A row for every pair of nodes that exchange their messages in the same step (figure 8).
// kernel::InputError if some do not.
std::string pairwise_chart(const Schedule& schedule);

}  // namespace rc::sim::hypercube
