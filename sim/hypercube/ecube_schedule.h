// SPDX-License-Identifier: Apache-2.0
// Schedules of messages on a circuit-switched hypercube with e-cube routing, and what is wrong with
// them: the paper's tabular notation (Bokhari, ICASE report 91-4, section 3) as data. A message
// holds every link of its route for the whole of its step.
#pragma once

#include <vector>

#include "firmware/nx/exchange/schedule.h"
#include "hw_model/ipsc/ecube.h"

namespace rc::sim::hypercube {

struct Transmission {
  int step = 0;  // from 1
  int source = 0;
  int destination = 0;

  auto operator<=>(const Transmission&) const = default;
};

struct Schedule {
  int dimension = 0;
  std::vector<Transmission> transmissions;

  int nodes() const { return ipsc::node_count(dimension); }
  int steps() const;  // the last one in which anything is sent
  // Every node sends to every other exactly once.
  bool is_complete_exchange() const;
};

// The messages of an algorithm, each in the step in which the program as written sends it.
Schedule schedule_of(exchange::Algorithm algorithm, int dimension);

// What becomes of a schedule whose messages contend: nodes send what they have in its order, each
// its next message as soon as all links of the route are free; the lowest-numbered node has the
// first choice in every step.
Schedule arbitrated(const Schedule& schedule);

// A link that several messages of one step need.
struct LinkConflict {
  int step = 0;
  ipsc::Link link;
  std::vector<Transmission> messages;
};
std::vector<LinkConflict> link_conflicts(const Schedule& schedule);

// A node that sends several messages in one step.
struct SenderConflict {
  int step = 0;
  int node = 0;
  int messages = 0;
};
std::vector<SenderConflict> sender_conflicts(const Schedule& schedule);

// A link that is used in `step` and again in the step after: a schedule without such bears a drift
// of one message time between the nodes (the paper calls it stable).
struct Succession {
  int step = 0;
  ipsc::Link link;
};
std::vector<Succession> successions(const Schedule& schedule);

}  // namespace rc::sim::hypercube
