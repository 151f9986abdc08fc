// SPDX-License-Identifier: Apache-2.0
// Grid communication: positions of one node go to few others, and both sides know which.
#include <stdlib.h>
#include <string.h>

#include "firmware/cstar/routines.h"

namespace cstar {
namespace {

// Along one axis: a position of the sender and where it goes at the receiver, both local.
struct Pair {
  int source, destination;
};

// Between two processors of an axis, in the sender's order. Both sides compute the same pairs.
struct Pairs {
  Pair* pair = nullptr;
  int count = 0;
};

// Of a position of the axis plus an offset, without a division.
int wrapped(int target, int n) {
  if (target < 0) return target + n;
  return target < n ? target : target - n;
}

// Less than an axis either way, where it wraps.
int offset_of(const CS__Shift& shift, int axis, int length) {
  return shift.wrap[axis] ? shift.offset[axis] % length : shift.offset[axis];
}

// From processor `from` to `to` of an axis; positions that would leave it are left out.
Pairs axis_pairs(const Blocks& axis, int from, int to, int offset, bool wrap, Buffer& memory) {
  memory.clear();
  Pairs pairs;
  for (int i = 0; i < axis.count(from); ++i) {
    int target = axis.begin(from) + i + offset;
    if (wrap) target = wrapped(target, axis.positions);
    const int local = target - axis.begin(to);
    if (local < 0 || local >= axis.count(to)) continue;
    const Pair pair{i, local};
    memcpy(memory.grow(sizeof pair), &pair, sizeof pair);
    ++pairs.count;
  }
  pairs.pair = reinterpret_cast<Pair*>(memory.data());
  return pairs;
}

// All axes together: what goes from one node to another.
class Exchange {
 public:
  // `from` and `to`: processors along the axes.
  Exchange(CS__Shape shape, const CS__Shift& shift, const int* from, const int* to)
      : rank_(shape->rank) {
    for (int axis = 0; axis < rank_; ++axis) {
      const Blocks along = blocks(shape, axis);
      pairs_[axis] =
          axis_pairs(along, from[axis], to[axis], offset_of(shift, axis, along.positions),
                     shift.wrap[axis] != 0, memory_[axis]);
      source_length_[axis] = along.count(from[axis]);
      destination_length_[axis] = along.count(to[axis]);
      count_ *= pairs_[axis].count;
    }
  }

  long count() const { return count_; }

  // visit(source, destination): local positions.
  template <class Visit>
  void for_each(Visit visit) const {
    if (count_ > 0) walk<0>(0, 0, visit);
  }

 private:
  template <int Axis, class Visit>
  void walk(long source, long destination, Visit& visit) const {
    const Pairs& pairs = pairs_[Axis];
    source *= source_length_[Axis];
    destination *= destination_length_[Axis];
    for (int i = 0; i < pairs.count; ++i) {
      const Pair& pair = pairs.pair[i];
      if (Axis == rank_ - 1) {
        visit(source + pair.source, destination + pair.destination);
      } else if constexpr (Axis + 1 < CS__MAX_RANK) {
        walk<Axis + 1>(source + pair.source, destination + pair.destination, visit);
      }
    }
  }

  int rank_;
  Pairs pairs_[CS__MAX_RANK];
  Buffer memory_[CS__MAX_RANK];
  int source_length_[CS__MAX_RANK] = {}, destination_length_[CS__MAX_RANK] = {};
  long count_ = 1;
};

void copy(char* to, const char* from, long size) {
  if (size == sizeof(double)) {
    memcpy(to, from, sizeof(double));
  } else if (size == sizeof(int)) {
    memcpy(to, from, sizeof(int));
  } else {
    memcpy(to, from, static_cast<size_t>(size));
  }
}

// Processors along the axes that one's positions can go to.
struct Reach {
  int processor[CS__MAX_RANK][128];
  int count[CS__MAX_RANK] = {};
};

// `direction` 1: where this node's positions go; -1: where those that it gets come from.
void find_reach(CS__Shape shape, const CS__Shift& shift, int direction, Reach& reach) {
  for (int axis = 0; axis < shape->rank; ++axis) {
    const Blocks along = blocks(shape, axis);
    const int offset = offset_of(shift, axis, along.positions);
    bool seen[128] = {};
    int owner = -1, begin = 0, end = 0;  // of the last target, and its positions
    for (int i = 0; i < shape->local[axis]; ++i) {
      int target = shape->begin[axis] + i + direction * offset;
      if (shift.wrap[axis]) target = wrapped(target, along.positions);
      if (target < 0 || target >= along.positions || (target >= begin && target < end)) continue;
      owner = along.owner(target);
      begin = along.begin(owner);
      end = begin + along.count(owner);
      if (seen[owner]) continue;
      seen[owner] = true;
      reach.processor[axis][reach.count[axis]++] = owner;
    }
  }
}

// visit(processors): every combination over the axes.
template <int Axis = 0, class Visit>
void for_each_combination(CS__Shape shape, const Reach& reach, int* processors, Visit& visit) {
  for (int i = 0; i < reach.count[Axis]; ++i) {
    processors[Axis] = reach.processor[Axis][i];
    if (Axis + 1 == shape->rank) {
      visit(processors);
    } else if constexpr (Axis + 1 < CS__MAX_RANK) {
      for_each_combination<Axis + 1>(shape, reach, processors, visit);
    }
  }
}

// A position that is active and would leave the shape ends the run.
void check_targets(CS__Shape shape, const CS__Shift& shift) {
  for (int axis = 0; axis < shape->rank; ++axis) {
    if (shift.wrap[axis] || shift.offset[axis] == 0) continue;
    const int* at = CS__Coordinates(shape, axis);
    for (long i = 0; i < shape->local_positions; ++i) {
      const int target = at[i] + shift.offset[axis];
      if ((target < 0 || target >= shape->length[axis]) && active(i))
        CS__Fail("position %d lies outside axis %d of the shape, which has %d positions", target,
                 axis, shape->length[axis]);
    }
  }
}

void grid_write(Recorder& recorder, CS__Pvar destination, CS__Pvar source, const CS__Shift& shift,
                long size, bool ignore_context) {
  const CS__Shape shape = source->shape;
  recorder.step();
  int me[CS__MAX_RANK];
  for (int axis = 0; axis < shape->rank; ++axis) me[axis] = processor_of(shape, axis);

  Reach destinations, sources;
  find_reach(shape, shift, 1, destinations);
  find_reach(shape, shift, -1, sources);
  // For each destination the values, and unless the context is ignored, which of them count.
  Buffer outgoing;
  int other[CS__MAX_RANK];
  auto send = [&](const int* to) {
    const int node = node_of(shape, to);
    if (node == CS__self.node) return;
    const Exchange exchange(shape, shift, me, to);
    if (exchange.count() == 0) return;
    outgoing.clear();
    char* values = outgoing.grow(exchange.count() * (size + (ignore_context ? 0 : 1)));
    char* counts = values + exchange.count() * size;
    exchange.for_each([&](long from, long) {
      copy(values, element(source, from), size);
      values += size;
      if (!ignore_context) *counts++ = active(from) ? 1 : 0;
    });
    recorder.send(node, outgoing.data(), outgoing.size());
  };
  for_each_combination(shape, destinations, other, send);

  // Local work; in place it could overwrite what is still to be read.
  const Exchange local(shape, shift, me, me);
  const bool in_place = destination->start == source->start;
  if (in_place) {
    outgoing.clear();
    char* values = outgoing.grow(local.count() * size);
    local.for_each([&](long from, long) {
      copy(values, element(source, from), size);
      values += size;
    });
    values = outgoing.data();
    local.for_each([&](long from, long to) {
      if (ignore_context || active(from)) copy(element(destination, to), values, size);
      values += size;
    });
  } else {
    local.for_each([&](long from, long to) {
      if (ignore_context || active(from))
        copy(element(destination, to), element(source, from), size);
    });
  }

  auto receive = [&](const int* from) {
    const int node = node_of(shape, from);
    if (node == CS__self.node) return;
    const Exchange exchange(shape, shift, from, me);
    if (exchange.count() == 0) return;
    outgoing.clear();
    const char* values = outgoing.grow(exchange.count() * (size + (ignore_context ? 0 : 1)));
    transport::receive(node, outgoing.data(), outgoing.size());
    const char* counts = values + exchange.count() * size;
    exchange.for_each([&](long, long to) {
      if (ignore_context || *counts++ != 0) copy(element(destination, to), values, size);
      values += size;
    });
  };
  for_each_combination(shape, sources, other, receive);
}

}  // namespace
}  // namespace cstar

void CS__GridWrite(CS__Pvar destination, CS__Pvar source, const CS__Shift* shift, long size,
                   int ignore_context) {
  cstar::Recorder recorder(CS__GRID_WRITE);
  cstar::expect_current(destination->shape, "CS__GridWrite");
  cstar::expect_current(source->shape, "CS__GridWrite");
  if (!ignore_context) cstar::check_targets(source->shape, *shift);
  cstar::grid_write(recorder, destination, source, *shift, size, ignore_context != 0);
}

// Every position writes to the one that reads it, whatever the context, into a temporary: nothing
// is overwritten before it was read.
void CS__GridRead(CS__Pvar destination, CS__Pvar source, const CS__Shift* shift, long size) {
  cstar::Recorder recorder(CS__GRID_READ);
  const CS__Shape shape = source->shape;
  cstar::expect_current(destination->shape, "CS__GridRead");
  cstar::expect_current(shape, "CS__GridRead");
  cstar::check_targets(shape, *shift);
  CS__Shift back = *shift;
  for (int& offset : back.offset) offset = -offset;
  if (CS__context == nullptr && destination->start != source->start) {
    cstar::grid_write(recorder, destination, source, back, size, true);
    return;
  }
  const CS__Pvar temporary = CS__PvarAlloc(shape, size, CS__USERMEM_POOL);
  cstar::grid_write(recorder, temporary, source, back, size, true);
  for (long i = 0; i < shape->local_positions; ++i)
    if (cstar::active(i))
      cstar::copy(cstar::element(destination, i), cstar::element(temporary, i), size);
  CS__PvarFree(temporary);
}
