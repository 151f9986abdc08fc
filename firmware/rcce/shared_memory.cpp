// SPDX-License-Identifier: Apache-2.0
// Chapter 8: off-chip memory that all UEs share, in turn 16 MB behind each controller.
//
// Every UE keeps its own list of blocks; as all make the same calls in the same order, the lists
// agree. With SHMADD_CACHEABLE (librcce_shmcache) the pages of blocks are cached. Caches are not
// coherent: call RCCE_shflush before others read, and before reading what they wrote.
#include "firmware/hal/shared_memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/hal/address.h"
#include "internal.h"
#include "shared_space.h"

namespace {

t_vcharp space = reinterpret_cast<t_vcharp>(hal::kMapBase + SCC_SHARED_BASE);
size_t given_bytes = 0;  // by RCCE_shmalloc_init
RCCE_BLOCK_S blocks;     // by address

size_t space_bytes() { return given_bytes != 0 ? given_bytes : rcce::shared_bytes; }

size_t whole_lines(size_t size) {
  return (size + RCCE_LINE_SIZE - 1) / RCCE_LINE_SIZE * RCCE_LINE_SIZE;
}

size_t offset(const RCCE_BLOCK& block) { return static_cast<size_t>(block.space - space); }

// The link to the block at this address; to nullptr if there is none.
RCCE_BLOCK** find(t_vcharp at) {
  RCCE_BLOCK** link = &blocks.first;
  while (*link != nullptr && (*link)->space != at) link = &(*link)->next;
  return link;
}

size_t room_behind(const RCCE_BLOCK& block) {
  return (block.next != nullptr ? offset(*block.next) : space_bytes()) - offset(block);
}

void refuse(const char* call, t_vcharp block) {
  fprintf(STDERR, "%s on UE %d: no block begins at %p\n", call, RCCE_IAM,
          reinterpret_cast<void*>(const_cast<unsigned char*>(block)));
}

void set_up(const RCCE_BLOCK& block) {
  rcce::map_shared(block.space, block.size);
#ifdef SHMADD_CACHEABLE
  hal::make_shared_cacheable(block.space, block.size);
#endif
}

}  // namespace

void RCCE_shmalloc_init(t_vcharp start, size_t size) {
  space = start;
  given_bytes = size / RCCE_LINE_SIZE * RCCE_LINE_SIZE;
}

// The first gap that is large enough.
t_vcharp RCCE_shmalloc(size_t size) {
  if (size == 0 || size > space_bytes()) return nullptr;
  const size_t bytes = whole_lines(size);
  RCCE_BLOCK** link = &blocks.first;
  size_t end = 0;  // of the block before
  while (*link != nullptr && offset(**link) - end < bytes) {
    end = offset(**link) + (*link)->size;
    link = &(*link)->next;
  }
  if (*link == nullptr && space_bytes() - end < bytes) return nullptr;
  auto* const block = static_cast<RCCE_BLOCK*>(malloc(sizeof(RCCE_BLOCK)));
  if (block == nullptr) return nullptr;
  *block = {space + end, bytes, *link};
  *link = block;
  set_up(*block);
  return block->space;
}

void RCCE_shfree(t_vcharp block) {
  if (block == nullptr) return;
  RCCE_BLOCK** const link = find(block);
  if (*link == nullptr) return refuse("RCCE_shfree", block);
  RCCE_BLOCK* const gone = *link;
  *link = gone->next;
  free(gone);
}

// In place if there is room. Otherwise UE 0 moves the contents while the others wait.
t_vcharp RCCE_shrealloc(t_vcharp old, size_t size) {
  if (old == nullptr) return RCCE_shmalloc(size);
  RCCE_BLOCK* const block = *find(old);
  if (block == nullptr) {
    refuse("RCCE_shrealloc", old);
    return nullptr;
  }
  if (size == 0 || size > space_bytes()) return nullptr;
  if (room_behind(*block) >= whole_lines(size)) {
    block->size = whole_lines(size);
    set_up(*block);
    return old;
  }
  const t_vcharp moved = RCCE_shmalloc(size);
  if (moved == nullptr) return nullptr;
  RCCE_shflush();
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (RCCE_IAM == 0) {
    memcpy(const_cast<unsigned char*>(moved), const_cast<unsigned char*>(old), block->size);
  }
  RCCE_shflush();
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_shfree(old);
  return moved;
}

// Calls, and no parts of their callers, whose code would lie elsewhere.
#pragma weak RCCE_DCMflush
#pragma weak RCCE_shflush

#ifdef SHMADD_CACHEABLE

int RCCE_DCMflush() {
  hal::flush_caches();
  return RCCE_SUCCESS;
}
void RCCE_shflush() { RCCE_DCMflush(); }

#else

// Stores to uncached memory leave in order; only the compiler must not delay any.
void RCCE_shflush() { asm volatile("" ::: "memory"); }
int RCCE_DCMflush() {
  RCCE_shflush();
  return RCCE_SUCCESS;
}

#endif
