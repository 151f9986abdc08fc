// SPDX-License-Identifier: Apache-2.0
// What the routines share.
#pragma once

#include "firmware/cstar/cstar.h"
#include "firmware/cstar/schedule/schedule.h"
#include "firmware/cstar/transport.h"

namespace cstar {

Mesh mesh();
inline Style style(CS__Style chosen) { return chosen == CS__MESH ? Style::mesh : Style::hypercube; }

// How an axis is distributed, and over which number of processor this node is along it.
Blocks blocks(CS__Shape shape, int axis);
int processor_of(CS__Shape shape, int axis);
// The node with these numbers along the axes.
int node_of(CS__Shape shape, const int* processors);
void check_position(CS__Shape shape, const int* position);

// From the heap, not from the pool; "No memory" ends the run.
void* allocate(long bytes);

// Bytes that grow.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();
  char* grow(long bytes);  // where these begin
  void clear() { size_ = 0; }
  void shrink(long bytes) { size_ = bytes; }
  char* data() const { return data_; }
  long size() const { return size_; }

 private:
  void reserve(long bytes);
  char* data_ = nullptr;
  long size_ = 0, room_ = 0;
};

inline char* element(CS__Pvar pvar, long local_position) {
  return pvar->start + local_position * pvar->stride;
}
inline bool active(long local_position) {
  return CS__context == nullptr || CS__context[local_position] != 0;
}

long size_of(CS__Type type);
// *into = *into op *value
void combine(CS__Type type, CS__Op op, void* into, const void* value);

// The active position's index, one for each axis of `shape`; where it leads to.
struct Target {
  int node;
  int offset;
};
Target target_of(CS__Shape shape, const CS__Pvar* index, long local_position);

// Both shapes of an assignment must be the current one.
inline void expect_current(CS__Shape shape, const char* routine) {
  if (shape != CS__current)
    CS__Fail("%s: a parallel variable is not of the current shape", routine);
}

}  // namespace cstar
