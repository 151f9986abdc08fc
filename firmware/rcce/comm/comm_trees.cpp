// SPDX-License-Identifier: Apache-2.0
// RCCE_comm's collectives with a root: broadcast, reduction, scatter, gather.
#include <string.h>

#include "RCCE_comm.h"
#include "comm_tree.h"
#include "reduction_operators.h"

namespace {

int out_of_memory() { return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MALLOC); }

// Copies between the order of ranks, in which the root's buffer is, and that of places.
void to_places(char* by_place, const char* by_rank, size_t size, int root, int members) {
  const auto behind = static_cast<size_t>(members - root) * size;
  memcpy(by_place, by_rank + static_cast<size_t>(root) * size, behind);
  memcpy(by_place + behind, by_rank, static_cast<size_t>(root) * size);
}

void to_ranks(char* by_rank, const char* by_place, size_t size, int root, int members) {
  to_places(by_rank, by_place, size, (members - root) % members, members);
}

size_t times(int members, size_t size) { return static_cast<size_t>(members) * size; }

}  // namespace

int RCCE_comm_bcast(char* data, size_t size, int root, RCCE_COMM comm) {
  if (const int error = rcce::check_collective(comm, root, size, data, data)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  const rcce::CommTree tree(comm, root);
  if (!tree.is_root()) {
    if (const int error = rcce::receive(data, size, tree.parent())) return error;
  }
  return tree.children_downwards(
      [&](int distance) { return RCCE_send(data, size, tree.ue(tree.place() + distance)); });
}

int RCCE_comm_reduce(char* in, char* out, int count, int type, int op, int root, RCCE_COMM comm) {
  int error = rcce::check_reduction(count, type, op, comm);
  if (error == RCCE_SUCCESS) error = rcce::check_collective(comm, root, 0);
  if (error == RCCE_SUCCESS) {
    error = rcce::check_memory(static_cast<size_t>(count), in, comm.my_rank == root ? out : in);
  }
  if (error != RCCE_SUCCESS) return rcce::fail(RCCE_DEBUG_COMM, error);
  const rcce::CommTree tree(comm, root);
  const size_t bytes = rcce::reduction_bytes(count, type);
  rcce::Scratch sum(bytes), theirs(bytes);
  if (sum.data() == nullptr || theirs.data() == nullptr) return out_of_memory();
  memcpy(sum.data(), in, bytes);
  error = tree.children_upwards([&](int distance) {
    const int received = rcce::receive(theirs.data(), bytes, tree.ue(tree.place() + distance));
    if (received == RCCE_SUCCESS) rcce::reduce_into(sum.data(), theirs.data(), count, type, op);
    return received;
  });
  if (error != RCCE_SUCCESS) return error;
  if (!tree.is_root()) return RCCE_send(sum.data(), bytes, tree.parent());
  memcpy(out, sum.data(), bytes);
  return RCCE_SUCCESS;
}

int RCCE_comm_allreduce(char* in, char* out, int count, int type, int op, RCCE_COMM comm) {
  if (const int error = RCCE_comm_reduce(in, out, count, type, op, 0, comm)) return error;
  return RCCE_comm_bcast(out, rcce::reduction_bytes(count, type), 0, comm);
}

// A member receives the shares of its whole subtree and passes on those of its children.
int RCCE_scatter(char* in, char* out, size_t size, int root, RCCE_COMM comm) {
  if (const int error =
          rcce::check_collective(comm, root, size, comm.my_rank == root ? in : out, out)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  const rcce::CommTree tree(comm, root);
  const size_t bytes = times(tree.own_subtree(), size);
  rcce::Scratch shares(bytes);
  if (shares.data() == nullptr) return out_of_memory();
  if (tree.is_root()) {
    to_places(shares.data(), in, size, root, comm.size);
  } else if (const int error = rcce::receive(shares.data(), bytes, tree.parent())) {
    return error;
  }
  memcpy(out, shares.data(), size);
  return tree.children_downwards([&](int distance) {
    const int child = tree.place() + distance;
    return RCCE_send(shares.data() + times(distance, size),
                     times(tree.subtree(child, distance), size), tree.ue(child));
  });
}

int RCCE_gather(char* in, char* out, size_t size, int root, RCCE_COMM comm) {
  if (const int error =
          rcce::check_collective(comm, root, size, in, comm.my_rank == root ? out : in)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  const rcce::CommTree tree(comm, root);
  const size_t bytes = times(tree.own_subtree(), size);
  rcce::Scratch shares(bytes);
  if (shares.data() == nullptr) return out_of_memory();
  memcpy(shares.data(), in, size);
  const int error = tree.children_upwards([&](int distance) {
    const int child = tree.place() + distance;
    return rcce::receive(shares.data() + times(distance, size),
                         times(tree.subtree(child, distance), size), tree.ue(child));
  });
  if (error != RCCE_SUCCESS) return error;
  if (!tree.is_root()) return RCCE_send(shares.data(), bytes, tree.parent());
  to_ranks(out, shares.data(), size, root, comm.size);
  return RCCE_SUCCESS;
}
