// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "firmware/cstar/routines.h"

void CS__Reduce(void* value, CS__Type type, CS__Op op, CS__Shape shape) {
  cstar::Recorder recorder(CS__REDUCE);
  recorder.charge(CS__options.reduce_cycles, shape->local_positions);
  const cstar::Style style = cstar::style(CS__options.reduce);
  const long size = cstar::size_of(type);
  double other = 0;  // large and aligned enough for every type
  for (int step = 1; step <= cstar::reduce_steps(style, cstar::mesh()); ++step) {
    recorder.step();
    const cstar::Transfer transfer =
        cstar::reduce_transfer(style, cstar::mesh(), CS__self.node, step);
    if (transfer.to != cstar::kNobody) recorder.send(transfer.to, value, size);
    if (transfer.from == cstar::kNobody) continue;
    cstar::transport::receive(transfer.from, &other, size);
    if (transfer.relay) {
      memcpy(value, &other, static_cast<size_t>(size));
    } else {
      cstar::combine(type, op, value, &other);
    }
  }
}
