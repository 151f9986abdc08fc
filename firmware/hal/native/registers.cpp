// SPDX-License-Identifier: Apache-2.0
// The registers of tiles and system interface in a native run, in memory that all UEs share. They
// mean what they do on the chip (scc_map.h).
#include "firmware/native/boot_block.h"
#include "firmware/native/process.h"
#include "firmware/native/time.h"
#include "firmware/native/waiting.h"
#include "register.h"

namespace {

constexpr uint64_t kNanosecondsPerTick = 8;  // 125 MHz

uint32_t own_core() { return native::boot_block[SCC_BOOT_WORD_COREID]; }

// Where a register is, and which.
struct Place {
  enum Kind { kNone, kTile, kSystem, kVoltage } kind;
  uint32_t tile;
  uint32_t offset;
};

Place place_of(uint32_t address) {
  const uint32_t slot = address & ~(SCC_SLOT_SIZE - 1), offset = address - slot;
  const bool word = address % 4 == 0;
  if (address == SCC_VRC_BASE) return {Place::kVoltage, 0, 0};
  if (word && slot == SCC_GRB_BASE && offset < SCC_GRB_SIZE) return {Place::kSystem, 0, offset};
  if (!word || offset >= SCC_CRB_SIZE) return {Place::kNone, 0, 0};
  if (slot == SCC_CRB_OWN) return {Place::kTile, own_core() / SCC_CORES_PER_TILE, offset};
  const uint32_t tile = (slot - SCC_CRB_BASE) / SCC_SLOT_SIZE;
  return slot >= SCC_CRB_BASE && tile < SCC_TILES ? Place{Place::kTile, tile, offset}
                                                  : Place{Place::kNone, 0, 0};
}

uint32_t* word_at(const Place& place) {
  const uint32_t begin =
      place.kind == Place::kSystem ? NATIVE_GRB : NATIVE_CRB + place.tile * SCC_CRB_SIZE;
  return reinterpret_cast<uint32_t*>(
      const_cast<unsigned char*>(native::shared_file + begin + place.offset));
}

bool is_lock(const Place& place) {
  return place.kind == Place::kTile &&
         (place.offset == SCC_CRB_LOCK0 || place.offset == SCC_CRB_LOCK1);
}
bool is_tile_id(const Place& place) {
  return place.kind == Place::kTile && place.offset == SCC_CRB_TILEID;
}
// Counters have two ports: one counts, the other, 4 bytes on, is plain.
bool is_counter(const Place& place) {
  constexpr uint32_t kBytes = 8 * SCC_CORES;
  return place.kind == Place::kSystem &&
         (place.offset - SCC_GRB_ATOMIC0 < kBytes || place.offset - SCC_GRB_ATOMIC1 < kBytes);
}
bool counts(const Place& place) { return is_counter(place) && place.offset % 8 == 0; }
bool is_timestamp(const Place& place) {
  return place.kind == Place::kSystem &&
         (place.offset == SCC_GRB_TIMESTAMP_LO || place.offset == SCC_GRB_TIMESTAMP_HI);
}

// The counter behind either port.
uint32_t* counter(Place place) {
  place.offset &= ~7u;
  return word_at(place);
}

// Coordinates of the tile, and which of its cores this is.
uint32_t tile_id(uint32_t tile) {
  return tile / SCC_COLS << 7 | tile % SCC_COLS << 3 | own_core() % SCC_CORES_PER_TILE;
}

uint32_t timestamp(uint32_t offset) {
  const uint64_t ticks = native::nanoseconds() / kNanosecondsPerTick;
  return static_cast<uint32_t>(offset == SCC_GRB_TIMESTAMP_HI ? ticks >> 32 : ticks);
}

// A lock's word, if it is free.
bool take(uint32_t* lock) {
  uint32_t free = 0;
  return __atomic_compare_exchange_n(lock, &free, NATIVE_HELD_BY(own_core()), false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

Place checked(uint32_t address) {
  const Place place = place_of(address);
  if (place.kind == Place::kNone)
    native::give_up("there is no register at 0x%08x natively", address);
  return place;
}

}  // namespace

uint32_t native::read_register(uint32_t address) {
  watch_register(address);
  poll();
  const Place place = checked(address);
  if (is_lock(place)) return take(word_at(place)) ? 1 : 0;
  if (counts(place)) return __atomic_fetch_add(counter(place), 1, __ATOMIC_SEQ_CST);
  if (is_counter(place)) return __atomic_load_n(counter(place), __ATOMIC_SEQ_CST);
  if (place.kind == Place::kVoltage) return 0;
  if (is_tile_id(place)) return tile_id(place.tile);
  if (is_timestamp(place)) return timestamp(place.offset);
  return __atomic_load_n(word_at(place), __ATOMIC_SEQ_CST);
}

void native::write_register(uint32_t address, uint32_t value) {
  const Place place = checked(address);
  // Voltages change at once and nothing depends on them.
  if (place.kind == Place::kVoltage || is_tile_id(place) || is_timestamp(place)) return;
  if (counts(place)) {
    __atomic_fetch_sub(counter(place), 1, __ATOMIC_SEQ_CST);
  } else if (is_counter(place)) {
    __atomic_store_n(counter(place), value, __ATOMIC_SEQ_CST);
  } else {
    __atomic_store_n(word_at(place), is_lock(place) ? 0 : value, __ATOMIC_SEQ_CST);
  }
  announce_register();
}

volatile uint32_t* hal::plain_register(uint32_t address) {
  static uint32_t own_id;
  const Place place = checked(address);
  if (is_tile_id(place)) {
    own_id = tile_id(place.tile);
    return &own_id;
  }
  if (place.kind == Place::kVoltage || is_lock(place) || is_counter(place) || is_timestamp(place)) {
    native::give_up("natively there is no pointer to the register at 0x%08x: read it by call",
                    address);
  }
  return word_at(place);
}
