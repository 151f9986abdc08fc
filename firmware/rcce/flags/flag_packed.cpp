// SPDX-License-Identifier: Apache-2.0
// Chapter 3, several flags to a line of the message passing buffer: one byte each, 32 to a line,
// or (SINGLEBITFLAGS) one bit each, 256 to a line.
//
// Flags are allocated in the same order by all UEs, so a flag has the same place in every buffer.
// Memory from RCCE_malloc is zero in all UEs, and a freed flag is cleared by its owner: a new flag
// is unset everywhere before the fastest UE can write to it.
#include <stdint.h>

#include "firmware/hal/geometry.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/waiting.h"
#include "firmware/rcce/rank_window.h"

namespace {

#ifdef SINGLEBITFLAGS
constexpr int kFlagsPerByte = 8;
#else
constexpr int kFlagsPerByte = 1;
#endif

// Flags are allocated from groups of 32: a line of bytes is one group, a line of bits eight.
constexpr int kGroup = 32;
constexpr int kGroupsPerLine = RCCE_LINE_SIZE * kFlagsPerByte / kGroup;

// Groups of a line stand together. Lines are never given back.
RCCE_FLAG_LINE groups[RCCE_BUFF_SIZE_MAX / RCCE_LINE_SIZE * kGroupsPerLine];
int group_count;

// No group before this has a flag to give. Only where there are many: it saves nothing on the SCC.
int first_open;

constexpr uint32_t bit(int location) { return uint32_t{1} << location % kGroup; }

int group_in_line(const RCCE_FLAG& flag) {
  return kGroupsPerLine == 1 ? 0 : flag.location / kGroup;
}

RCCE_FLAG_LINE* group_of(const RCCE_FLAG& flag) {
  for (int i = 0; i < group_count; i += kGroupsPerLine) {
    if (groups[i].line_address == flag.line_address) return &groups[i + group_in_line(flag)];
  }
  return nullptr;
}

int take(RCCE_FLAG_LINE& group, int first, RCCE_FLAG* flag) {
  int location = 0;
  while ((group.used & bit(location)) != 0) ++location;
  group.used |= bit(location);
  location += first;
  hal::fetch(flag->location);
  hal::fetch(flag->line_address);
  *flag = {location, group.line_address + location / kFlagsPerByte, group.line_address};
  return RCCE_SUCCESS;
}

}  // namespace

int RCCE_flag_alloc(RCCE_FLAG* flag) {
  if (flag == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_UNDEFINED);
  for (int i = hal::kAnyGeometry ? first_open : 0; i < group_count; ++i) {
    if (groups[i].used != ~uint32_t{0}) {
      if constexpr (hal::kAnyGeometry) first_open = i;
      return take(groups[i], i % kGroupsPerLine * kGroup, flag);
    }
  }
  const t_vcharp line = RCCE_malloc(RCCE_LINE_SIZE);
  if (line == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_NOT_ALLOCATED);
  RCCE_FLAG_LINE& first = groups[group_count];
  for (int i = 0; i < kGroupsPerLine; ++i) groups[group_count++] = {line, 0};
  return take(first, 0, flag);
}

int RCCE_flag_free(RCCE_FLAG* flag) {
  RCCE_FLAG_LINE* group = flag != nullptr ? group_of(*flag) : nullptr;
  if (group == nullptr || (group->used & bit(flag->location)) == 0) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_NOT_ALLOCATED);
  }
  RCCE_flag_write(flag, RCCE_FLAG_UNSET, RCCE_IAM);
  group->used &= ~bit(flag->location);
  if constexpr (hal::kAnyGeometry) first_open = 0;
  *flag = {};
  return RCCE_SUCCESS;
}

#ifdef SINGLEBITFLAGS

// Other UEs may write the other flags of the byte, so a writer first takes the test-and-set
// register of the UE in whose buffer it lies. The byte has left the write-combine buffer before the
// register is written: a core has one transaction under way at a time.
int rcce::flag_store(const RCCE_FLAG& flag, RCCE_FLAG_STATUS value, int ue) {
  const unsigned mask = 1u << flag.location % kFlagsPerByte;
  unsigned char byte;
  for (hal::Waiting waiting; !test_and_set(ue); waiting.again()) {
  }
  get_char(&byte, flag.flag_addr, ue);
  byte = static_cast<unsigned char>(value == RCCE_FLAG_SET ? byte | mask : byte & ~mask);
  put_char(flag.flag_addr, &byte, ue);
  hal::flush_write_combine(dummy_line);
  test_and_set_release(ue);
  return RCCE_SUCCESS;
}

#else

int rcce::flag_store(const RCCE_FLAG& flag, RCCE_FLAG_STATUS value, int ue) {
  unsigned char byte = static_cast<unsigned char>(value);
  put_char(flag.flag_addr, &byte, ue);
  hal::flush_write_combine(dummy_line);
  return RCCE_SUCCESS;
}

#endif

const bool rcce::flags_carry_size = false;
void rcce::flag_set(const RCCE_FLAG& flag, int ue, size_t) { flag_store(flag, RCCE_FLAG_SET, ue); }
void rcce::flag_clear(const RCCE_FLAG& flag) { flag_store(flag, RCCE_FLAG_UNSET, RCCE_IAM); }
size_t rcce::flag_size(const RCCE_FLAG&) { return 0; }
