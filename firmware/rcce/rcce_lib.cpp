// SPDX-License-Identifier: Apache-2.0
// RCCE_lib.h: helpers, buffers, core ids, lookup tables.
#include <stdio.h>
#include <string.h>

#include "firmware/hal/address.h"
#include "firmware/hal/lut.h"
#include "firmware/hal/mpb.h"
#include "internal.h"

namespace {

void swap_items(char* a, char* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const char byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}

}  // namespace

int RCCE_error_return(int debug, int error) {
  if (debug == 0 || error == RCCE_SUCCESS) return error;
  char text[RCCE_MAX_ERROR_STRING];
  int length;
  RCCE_error_string(error, text, &length);
  fprintf(STDERR, "RCCE error on UE %d: %s\n", RCCE_IAM, text);
  return error;
}

// Heap sort: no recursion on the firmware's stack, no slow case.
int RCCE_qsort(char* items, size_t count, size_t size,
               int (*compare)(const void* a, const void* b)) {
  const auto at = [&](size_t i) { return items + i * size; };
  const auto sift = [&](size_t root, size_t end) {
    for (size_t child; (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && compare(at(child), at(child + 1)) < 0) ++child;
      if (compare(at(root), at(child)) >= 0) return;
      swap_items(at(root), at(child), size);
    }
  };
  for (size_t i = count / 2; i-- > 0;) sift(i, count);
  for (size_t end = count; end > 1;) {
    swap_items(at(0), at(--end), size);
    sift(0, end);
  }
  return 0;
}

int id_compare(const void* a, const void* b) {
  const int x = *static_cast<const int*>(a);
  const int y = *static_cast<const int*>(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

int RCCE_global_color(int, void*) { return 1; }

int MYCOREID() { return hal::core_id_from_tile(); }

t_vcharp RC_COMM_BUFFER_START(int ue) { return rcce::is_ue(ue) ? RCCE_comm_buffer[ue] : nullptr; }
size_t RC_COMM_BUFFER_SIZE() { return static_cast<size_t>(RCCE_BUFF_SIZE); }
t_vcharp RC_SHM_BUFFER_START() { return hal::at<volatile unsigned char>(SCC_SHARED_BASE); }
long long RC_FREQUENCY() { return static_cast<long long>(RC_REFCLOCKGHZ * 1e9); }

unsigned readLUT(unsigned slot) {
  return slot < SCC_LUT_ENTRIES ? hal::lut_entry(hal::core_id_from_tile(), slot) : 0;
}

void writeLUT(unsigned slot, unsigned entry) {
  if (slot < SCC_LUT_ENTRIES) hal::lut_entry(hal::core_id_from_tile(), slot) = entry;
}

unsigned getCOREID() { return SCC_TILEID_CORE(readTILEID()); }
unsigned readTILEID() { return hal::own_tile_register(SCC_CRB_TILEID); }
