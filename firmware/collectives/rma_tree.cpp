// SPDX-License-Identifier: Apache-2.0
#include "rma_tree.h"

#include <initializer_list>

#include "RCCE_lib.h"
#include "firmware/collectives/schedules/trees.h"
#include "line_copy.h"

namespace collectives {
namespace {

void write_counter(t_vcharp counter, unsigned char value, int ue) {
  RCCE_put_char(counter, &value, ue);
  RCCE_fence();
}

}  // namespace

RmaTree::RmaTree(int arity) : arity_(arity) {
  news_ = RCCE_malloc(RCCE_LINE_SIZE);
  taken_ = RCCE_malloc(RCCE_MAXNP);
  for (t_vcharp& chunk : chunks_) chunk = RCCE_malloc(kChunkBytes);
}

// Another root has other parents, so counters that were not written recently are used again:
// between two broadcasts every process sets its own to the current count.
void RmaTree::change_root(int root) {
  if (root == root_) return;
  root_ = root;
  RCCE_barrier(&RCCE_COMM_WORLD);
  *news_ = done_;
  for (int child = 0; child < RCCE_MAXNP; ++child) taken_[child] = done_;
  RCCE_fence();
  RCCE_barrier(&RCCE_COMM_WORLD);
}

void RmaTree::tell(int ue, Count count) {
  if (ue >= 0) write_counter(news_, count, ue);
}

void RmaTree::wait_for_news(Count count) const {
  do {
    RC_cache_invalidate();
  } while (static_cast<Count>(*news_ - count) >= kBuffers);
}

// All children have taken chunk `count` or a later one.
void RmaTree::wait_for_children(int children, Count count) const {
  for (int child = 0; child < children; ++child) {
    do {
      RC_cache_invalidate();
    } while (static_cast<Count>(taken_[child] - count) >= kBuffers);
  }
}

void RmaTree::broadcast(char* data, size_t bytes, int root) {
  change_root(root);
  const int me = RCCE_ue();
  const KaryTree tree(RCCE_num_ues(), root, arity_);
  const int parent = tree.parent(me);
  const int children = tree.child_count(me);
  const Cut cut{bytes, kChunkBytes};
  const int chunks = cut.parts();

  for (int chunk = 0; chunk < chunks; ++chunk) {
    const Count count = static_cast<Count>(done_ + chunk + 1);
    char* const place = data + cut.offset(chunk);
    const size_t size = cut.size(chunk);
    const t_vcharp buffer = chunks_[chunk % kBuffers];

    if (parent >= 0) {
      wait_for_news(count);
      for (const int which : {0, 1}) tell(tree.sibling_to_tell(me, which), count);
    }
    // The buffer is free when the children have taken what was there before.
    if (chunk >= kBuffers) wait_for_children(children, static_cast<Count>(count - kBuffers));
    if (parent < 0) {
      copy_out(Copy::allocating, buffer, place, size);
    } else if (children > 0) {
      copy_across(buffer, size, parent);
    } else {
      copy_in(Copy::allocating, place, buffer, size, parent);
    }
    RCCE_fence();
    if (parent >= 0) write_counter(taken_ + tree.index_among_siblings(me), count, parent);
    for (const int which : {0, 1}) tell(tree.child_to_tell(me, which), count);
    if (parent >= 0 && children > 0) copy_in(Copy::allocating, place, buffer, size, me);
  }
  done_ = static_cast<Count>(done_ + chunks);
  if (chunks > 0) wait_for_children(children, done_);
}

}  // namespace collectives
