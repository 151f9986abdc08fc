// SPDX-License-Identifier: Apache-2.0
// The collective routines of the C* library as schedules of messages, to be drawn and checked like
// a complete exchange (docs/cstar.md).
#pragma once

#include "firmware/cstar/schedule/schedule.h"
#include "sim/hypercube/ecube_schedule.h"

namespace rc::sim::hypercube {

Schedule cstar_broadcast(cstar::Style style, int dimension, int source);
Schedule cstar_reduce(cstar::Style style, int dimension);

// Links that all messages of it hold, each as often as it is held.
int links_held(const Schedule& schedule);

}  // namespace rc::sim::hypercube
