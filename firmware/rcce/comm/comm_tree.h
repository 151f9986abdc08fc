// SPDX-License-Identifier: Apache-2.0
// The binomial tree of RCCE_comm. Places count from the root: the member `place` ranks further on.
// A place's subtree are the places that share its upper bits; it hangs below the place without its
// lowest bit.
#pragma once

#include <limits.h>
#include <stdlib.h>

#include "firmware/rcce/internal.h"

namespace rcce {

class CommTree {
 public:
  CommTree(const RCCE_COMM& comm, int root)
      : comm_(comm), root_(root), place_((comm.my_rank - root + comm.size) % comm.size) {
    while (span_ < comm.size && (place_ & span_) == 0) span_ *= 2;
  }

  int place() const { return place_; }
  bool is_root() const { return place_ == 0; }
  int parent() const { return ue(place_ - span_); }
  int rank_at(int place) const { return (place + root_) % comm_.size; }
  int ue(int place) const { return comm_.member[rank_at(place)]; }

  // Places of the subtree that begins at `place` and would reach `span` places far.
  int subtree(int place, int span) const {
    return comm_.size - place < span ? comm_.size - place : span;
  }
  int own_subtree() const { return subtree(place_, span_); }

  // Calls visit(distance of the child), the farthest first or the nearest first, until one returns
  // an error, which is the result.
  template <class Visit>
  int children_downwards(Visit visit) const {
    for (int distance = span_ / 2; distance != 0; distance /= 2) {
      if (place_ + distance >= comm_.size) continue;
      if (const int error = visit(distance)) return error;
    }
    return RCCE_SUCCESS;
  }
  template <class Visit>
  int children_upwards(Visit visit) const {
    for (int distance = 1; distance < span_ && place_ + distance < comm_.size; distance *= 2) {
      if (const int error = visit(distance)) return error;
    }
    return RCCE_SUCCESS;
  }

 private:
  const RCCE_COMM& comm_;
  int root_;
  int place_;
  int span_ = 1;  // the lowest bit of place_; of the root, a power of two that holds all
};

// RCCE_SUCCESS if a collective may run on this communicator from this root with `size` bytes for
// each member.
inline int check_collective(const RCCE_COMM& comm, int root, size_t size) {
  if (comm.initialized != RCCE_COMM_INITIALIZED) return RCCE_ERROR_COMM_UNDEFINED;
  if (root < 0 || root >= comm.size) return RCCE_ERROR_ID;
  const auto most = static_cast<size_t>(INT_MAX / comm.size);
  return size > most ? RCCE_ERROR_MESSAGE_LENGTH : RCCE_SUCCESS;
}

// RCCE_SUCCESS if there is memory for input and output; a caller that has only one passes it twice.
inline int check_memory(size_t size, const char* in, const char* out) {
  const int error = check_data(in, size, RCCE_ERROR_SOURCE);
  return error != RCCE_SUCCESS ? error : check_data(out, size, RCCE_ERROR_TARGET);
}

inline int check_collective(const RCCE_COMM& comm, int root, size_t size, const char* in,
                            const char* out) {
  const int error = check_collective(comm, root, size);
  return error != RCCE_SUCCESS ? error : check_memory(size, in, out);
}

// RCCE_recv stores byte by byte, and each store to a line that no cache holds goes to memory: the
// lines are read first.
inline int receive(char* data, size_t size, int source) {
  for (size_t at = 0; at < size; at += RCCE_LINE_SIZE) *const_cast<volatile char*>(data + at);
  return RCCE_recv(data, size, source);
}

// Memory for the length of a call; data() is nullptr if there is none.
class Scratch {
 public:
  explicit Scratch(size_t bytes) : data_(static_cast<char*>(malloc(bytes != 0 ? bytes : 1))) {}
  ~Scratch() { free(data_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  char* data() { return data_; }

 private:
  char* data_;
};

}  // namespace rcce
