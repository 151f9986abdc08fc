// Chapter 3, one byte each: 32 flags to a line of the message passing buffer.
//
// Flags are allocated in the same order by all UEs, so a flag has the same place in every buffer.
// Memory from RCCE_malloc is zero in all UEs, and a freed flag is cleared by its owner: a new flag
// is unset everywhere before the fastest UE can write to it.
#include <stdint.h>

#include "firmware/hal/mpb.h"
#include "internal.h"

namespace {

constexpr int kFlagsPerLine = RCCE_LINE_SIZE;

struct FlagLine {
  t_vcharp line;
  uint32_t used;  // bit i: the flag at location i is allocated
};

// Lines are kept once taken: there are no more than fit into the buffer.
FlagLine lines[RCCE_BUFF_SIZE_MAX / RCCE_LINE_SIZE];
int line_count;

constexpr uint32_t bit(int location) { return uint32_t{1} << location; }

FlagLine* line_of(const RCCE_FLAG& flag) {
  for (int i = 0; i < line_count; ++i) {
    if (lines[i].line == flag.line_address) return &lines[i];
  }
  return nullptr;
}

int take(FlagLine& line, RCCE_FLAG* flag) {
  int location = 0;
  while ((line.used & bit(location)) != 0) ++location;
  line.used |= bit(location);
  *flag = {location, line.line + location, line.line};
  return RCCE_SUCCESS;
}

}  // namespace

int RCCE_flag_alloc(RCCE_FLAG* flag) {
  if (flag == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_UNDEFINED);
  for (int i = 0; i < line_count; ++i) {
    if (lines[i].used != ~uint32_t{0}) return take(lines[i], flag);
  }
  const t_vcharp line = RCCE_malloc(RCCE_LINE_SIZE);
  if (line == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_NOT_ALLOCATED);
  lines[line_count] = {line, 0};
  return take(lines[line_count++], flag);
}

int RCCE_flag_free(RCCE_FLAG* flag) {
  FlagLine* line = flag != nullptr ? line_of(*flag) : nullptr;
  if (line == nullptr || (line->used & bit(flag->location)) == 0) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_NOT_ALLOCATED);
  }
  RCCE_flag_write(flag, RCCE_FLAG_UNSET, RCCE_IAM);
  line->used &= ~bit(flag->location);
  *flag = {};
  return RCCE_SUCCESS;
}

int rcce::flag_store(const RCCE_FLAG& flag, RCCE_FLAG_STATUS value, int ue) {
  unsigned char byte = static_cast<unsigned char>(value);
  RCCE_put_char(flag.flag_addr, &byte, ue);
  hal::flush_write_combine(dummy_line(RCCE_IAM));
  return RCCE_SUCCESS;
}

const bool rcce::flags_carry_size = false;
void rcce::flag_set(const RCCE_FLAG& flag, int ue, size_t) { flag_store(flag, RCCE_FLAG_SET, ue); }
void rcce::flag_clear(const RCCE_FLAG& flag) { flag_store(flag, RCCE_FLAG_UNSET, RCCE_IAM); }
size_t rcce::flag_size(const RCCE_FLAG&) { return 0; }
