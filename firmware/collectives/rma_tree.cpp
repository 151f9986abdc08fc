#include "rma_tree.h"

#include <stdint.h>
#include <string.h>

#include <initializer_list>

#include "RCCE_lib.h"
#include "firmware/hal/mpb.h"
#include "trees.h"

namespace collectives {
namespace {

constexpr size_t kLine = RCCE_LINE_SIZE;

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }

// The place in `ue`'s buffer that `own` has in the caller's.
t_vcharp at(int ue, t_vcharp own) {
  return RCCE_comm_buffer[ue] + (own - RCCE_comm_buffer[RCCE_ue()]);
}

// Whole lines by words. A line of private memory that is written is read before, so that the caches
// hold it: they do not allocate on a write, and eight words one by one to DDR cost far more.
enum class Target { buffer, memory };
void copy_lines(t_vcharp to, t_vcharp from, size_t bytes, Target target) {
  auto* out = reinterpret_cast<volatile uint32_t*>(to);
  auto* in = reinterpret_cast<volatile uint32_t*>(from);
  for (size_t lines = bytes / kLine; lines != 0; --lines) {
    if (target == Target::memory) {
      static_cast<void>(out[0]);
      static_cast<void>(out[7]);
    }
#pragma GCC unroll 8
    for (int word = 0; word < 8; ++word) out[word] = in[word];
    out += 8;
    in += 8;
  }
}

// The end of a message that is no whole line goes through one on the stack.
void put(t_vcharp target, char* data, size_t bytes) {
  const size_t lines = bytes / kLine * kLine;
  copy_lines(target, bytes_of(data), lines, Target::buffer);
  if (const size_t rest = bytes - lines) {
    char line[kLine];
    memcpy(line, data + lines, rest);
    copy_lines(target + lines, bytes_of(line), kLine, Target::buffer);
  }
}

void get(char* data, t_vcharp source, size_t bytes) {
  RC_cache_invalidate();
  const size_t lines = bytes / kLine * kLine;
  copy_lines(bytes_of(data), source, lines, Target::memory);
  if (const size_t rest = bytes - lines) {
    char line[kLine];
    copy_lines(bytes_of(line), source + lines, kLine, Target::memory);
    memcpy(data + lines, line, rest);
  }
}

void move(t_vcharp target, t_vcharp source, size_t bytes) {
  RC_cache_invalidate();
  copy_lines(target, source, (bytes + kLine - 1) / kLine * kLine, Target::buffer);
}

void write_counter(t_vcharp counter, unsigned char value, int ue) {
  RCCE_put_char(counter, &value, ue);
  RCCE_fence();
}

}  // namespace

RmaTree::RmaTree(int arity) : arity_(arity) {
  news_ = RCCE_malloc(kLine);
  taken_ = RCCE_malloc(RCCE_MAXNP);
  for (t_vcharp& chunk : chunks_) chunk = RCCE_malloc(kChunkBytes);
}

// Another root has other parents, so counters that nobody wrote lately come back into use: between
// two broadcasts everyone sets its own to the present count.
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
      put(buffer, place, size);
    } else if (children > 0) {
      move(buffer, at(parent, buffer), size);
    } else {
      get(place, at(parent, buffer), size);
    }
    RCCE_fence();
    if (parent >= 0) write_counter(taken_ + tree.index_among_siblings(me), count, parent);
    for (const int which : {0, 1}) tell(tree.child_to_tell(me, which), count);
    if (parent >= 0 && children > 0) get(place, buffer, size);
  }
  done_ = static_cast<Count>(done_ + chunks);
  if (chunks > 0) wait_for_children(children, done_);
}

}  // namespace collectives
