// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

#include <stddef.h>

namespace nx {
namespace {

constexpr uint32_t kAlign = 32;

// In front of every piece. Pieces lie one behind the other through the whole arena.
struct alignas(kAlign) Piece {
  uint32_t bytes;  // without this header
  bool used;
};

alignas(kAlign) unsigned char arena[kArenaBytes];
bool prepared = false;

Piece* first() { return reinterpret_cast<Piece*>(arena); }
Piece* after(Piece* piece) {
  auto* next = reinterpret_cast<unsigned char*>(piece + 1) + piece->bytes;
  return next < arena + kArenaBytes ? reinterpret_cast<Piece*>(next) : nullptr;
}

void join_with_free_ones(Piece* piece) {
  for (Piece* next = after(piece); next != nullptr && !next->used; next = after(piece)) {
    piece->bytes += sizeof(Piece) + next->bytes;
  }
}

void prepare() {
  *first() = {kArenaBytes - static_cast<uint32_t>(sizeof(Piece)), false};
  prepared = true;
}

}  // namespace

void* allocate_buffer(uint32_t bytes) {
  if (!prepared) prepare();
  const uint32_t wanted = (bytes + kAlign - 1) / kAlign * kAlign;
  for (Piece* piece = first(); piece != nullptr; piece = after(piece)) {
    if (piece->used) continue;
    join_with_free_ones(piece);
    if (piece->bytes < wanted) continue;
    if (piece->bytes > wanted + sizeof(Piece)) {
      const uint32_t rest = piece->bytes - wanted - static_cast<uint32_t>(sizeof(Piece));
      piece->bytes = wanted;
      *after(piece) = {rest, false};
    }
    piece->used = true;
    return piece + 1;
  }
  return nullptr;
}

void free_buffer(void* buffer) {
  Piece* piece = static_cast<Piece*>(buffer) - 1;
  piece->used = false;
  join_with_free_ones(piece);
}

}  // namespace nx
