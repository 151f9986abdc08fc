// SPDX-License-Identifier: Apache-2.0
// Shapes, and parallel variables in a pool of fixed size.
#include <stdlib.h>
#include <string.h>

#include "firmware/cstar/routines.h"

namespace {

constexpr long kDefaultPool = 4L << 20;
constexpr long kAlign = 16;

// In front of every piece of the pool. Freed pieces go when all after them have gone: lifetimes of
// parallel variables nest, but for a few temporaries.
struct Piece {
  CS__pvar_struct pvar;
  long begin;  // of the piece in the pool
  int owners;
  Piece* before;
};
constexpr long kHeader = (static_cast<long>(sizeof(Piece)) + kAlign - 1) / kAlign * kAlign;

struct Pool {
  char* memory = nullptr;
  long bytes = kDefaultPool, used = 0;
  Piece* last = nullptr;
};
CS__PER_NODE Pool pool;

}  // namespace

namespace cstar {

void* allocate(long bytes) {
  void* memory = malloc(static_cast<size_t>(bytes > 0 ? bytes : 1));
  if (memory == nullptr) CS__Fail("No memory for a buffer of %ld bytes", bytes);
  return memory;
}

void Buffer::reserve(long bytes) {
  if (bytes <= room_) return;
  room_ = bytes > 2 * room_ ? bytes : 2 * room_;
  auto* larger = static_cast<char*>(allocate(room_));
  if (size_ > 0) memcpy(larger, data_, static_cast<size_t>(size_));
  free(data_);
  data_ = larger;
}

Buffer::~Buffer() { free(data_); }

char* Buffer::grow(long bytes) {
  reserve(size_ + bytes);
  size_ += bytes;
  return data_ + size_ - bytes;
}

}  // namespace cstar

void CS__SetPool(long bytes) {
  if (pool.memory != nullptr) CS__Fail("CS__SetPool after the first parallel variable");
  if (bytes < 0) CS__Fail("CS__SetPool: %ld bytes", bytes);
  pool.bytes = bytes;
}

void CS__Finish() {
  free(pool.memory);
  pool = {};
}

CS__Shape CS__allocate_shape_array_1(int rank, const int* lengths) {
  if (CS__self.nodes == 0) CS__Fail("a shape before CS__Setup");
  if (rank < 1 || rank > CS__MAX_RANK)
    CS__Fail("a shape of %d axes; expected 1 to %d", rank, CS__MAX_RANK);
  auto* shape = static_cast<CS__Shape>(cstar::allocate(sizeof(CS__shape_struct)));
  memset(shape, 0, sizeof *shape);
  shape->rank = rank;
  for (int axis = 0; axis < rank; ++axis) {
    if (lengths[axis] < 1)
      CS__Fail("axis %d of a shape has %d positions; expected at least 1", axis, lengths[axis]);
    shape->length[axis] = lengths[axis];
  }
  CS__MapAxes(shape);
  return shape;
}

void CS__FreeShape(CS__Shape shape) {
  for (int* table : shape->coordinates) free(table);
  free(shape);
}

CS__Pvar CS__PvarAlloc(CS__Shape shape, long size, CS__Pool) {
  if (pool.memory == nullptr)
    pool.memory = static_cast<char*>(cstar::allocate(pool.bytes + kAlign));
  const long begin = pool.used;
  const long data = (size * shape->local_positions + kAlign - 1) / kAlign * kAlign;
  if (begin + kHeader + data > pool.bytes)
    CS__Fail("No memory: %ld bytes for a parallel variable, %ld of the pool's %ld are in use", data,
             begin, pool.bytes);
  pool.used = begin + kHeader + data;
  char* memory = pool.memory + begin;
  memory += (kAlign - reinterpret_cast<size_t>(pool.memory) % kAlign) % kAlign;
  auto* piece = reinterpret_cast<Piece*>(memory);
  *piece = {{shape, size, memory + kHeader}, begin, 1, pool.last};
  pool.last = piece;
  return &piece->pvar;
}

void CS__PvarShare(CS__Pvar pvar) { ++reinterpret_cast<Piece*>(pvar)->owners; }

void CS__PvarFree(CS__Pvar pvar) {
  --reinterpret_cast<Piece*>(pvar)->owners;
  while (pool.last != nullptr && pool.last->owners == 0) {
    pool.used = pool.last->begin;
    pool.last = pool.last->before;
  }
}
