// SPDX-License-Identifier: Apache-2.0
// One position to all nodes, one scalar to one position, one position to another.
#include <string.h>

#include "firmware/cstar/routines.h"

void CS__Broadcast(void* scalar, CS__Pvar pvar, const int* position, long size) {
  cstar::Recorder recorder(CS__BROADCAST);
  const int source = CS__Owner(pvar->shape, position);
  recorder.charge(CS__options.broadcast_cycles, pvar->shape->local_positions);
  if (source == CS__self.node)
    memcpy(scalar, cstar::element(pvar, CS__Offset(pvar->shape, position)),
           static_cast<size_t>(size));
  const cstar::Style style = cstar::style(CS__options.broadcast);
  for (int step = 1; step <= cstar::broadcast_steps(style, cstar::mesh()); ++step) {
    recorder.step();
    const cstar::Transfer transfer =
        cstar::broadcast_transfer(style, cstar::mesh(), source, CS__self.node, step);
    if (transfer.to != cstar::kNobody) recorder.send(transfer.to, scalar, size);
    if (transfer.from != cstar::kNobody) cstar::transport::receive(transfer.from, scalar, size);
  }
}

void CS__OwnerAssign(int n, const CS__Assignment* assignments) {
  ++CS__profile[CS__OWNER_ASSIGN].calls;
  for (int i = 0; i < n; ++i) {
    const CS__Assignment& a = assignments[i];
    if (CS__Owner(a.pvar->shape, a.position) == CS__self.node)
      memcpy(cstar::element(a.pvar, CS__Offset(a.pvar->shape, a.position)), a.scalar,
             static_cast<size_t>(a.size));
  }
}

void CS__PointToPoint(CS__Pvar destination, const int* dlindex, CS__Pvar source, const int* slindex,
                      long size) {
  cstar::Recorder recorder(CS__POINT_TO_POINT);
  recorder.step();
  const int to = CS__Owner(destination->shape, dlindex), from = CS__Owner(source->shape, slindex);
  const char* value = cstar::element(source, CS__Offset(source->shape, slindex));
  char* place = cstar::element(destination, CS__Offset(destination->shape, dlindex));
  if (to == CS__self.node && from == CS__self.node) {
    memmove(place, value, static_cast<size_t>(size));
  } else if (from == CS__self.node) {
    recorder.send(to, value, size);
  } else if (to == CS__self.node) {
    cstar::transport::receive(from, place, size);
  }
}
