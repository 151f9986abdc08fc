// SPDX-License-Identifier: Apache-2.0
// Chapter 2: space in the message passing buffers.
//
// Line 0 is the dummy line; the rest is managed. All UEs make the same calls in the same order and
// so get the same places. Allocated lines are zero: new flags are unset everywhere.
#include <stdint.h>
#include <stdio.h>

#include "firmware/hal/geometry.h"
#include "internal.h"

namespace {

void clear_lines(t_vcharp block, int lines) {
  auto* word = reinterpret_cast<volatile uint32_t*>(block);
  for (int left = lines * RCCE_LINE_SIZE / 4; left != 0; --left) *word++ = 0;
  RCCE_fence();
}

}  // namespace

#ifdef GORY

namespace {

constexpr int kLines = RCCE_BUFF_SIZE_MAX / RCCE_LINE_SIZE;

#ifdef ANY_GEOMETRY
using Lines = uint16_t;
int lines_there() { return RCCE_BUFF_SIZE / RCCE_LINE_SIZE; }
#else
using Lines = uint8_t;
constexpr int lines_there() { return kLines; }
#endif

// Length in lines of the block that starts at each line; 0 where none does.
Lines block_lines[kLines];

// The lines that are managed.
int first_line = 1;
int end_line = kLines;

t_vcharp address(int line) { return RCCE_comm_buffer[RCCE_IAM] + line * RCCE_LINE_SIZE; }

struct Gap {
  int line;
  int lines;
};

// The first gap of at least `wanted` lines, or else the longest.
Gap find_gap(int wanted) {
  Gap best{0, 0};
  int line = first_line;
  while (line < end_line) {
    Gap gap{line, 0};
    while (line < end_line && block_lines[line] == 0) ++line, ++gap.lines;
    if (gap.lines > best.lines) best = gap;
    if (best.lines >= wanted) return best;
    if (line < end_line) line += block_lines[line];
  }
  return best;
}

int lines_for(size_t size) {
  return size <= RCCE_BUFF_SIZE_MAX ? PAD32byte(static_cast<int>(size)) / RCCE_LINE_SIZE : kLines;
}

t_vcharp take(Gap gap, int lines) {
  block_lines[gap.line] = static_cast<Lines>(lines);
  return address(gap.line);
}

}  // namespace

void rcce::memory_init() {
  if constexpr (hal::kAnyGeometry) end_line = lines_there();
}

size_t rcce::room_at(t_vcharp place) {
  const auto offset = static_cast<int>(place - address(0));
  int line = offset / RCCE_LINE_SIZE;
  while (line > 0 && block_lines[line] == 0) --line;
  const int end = (line + block_lines[line]) * RCCE_LINE_SIZE;
  return static_cast<size_t>((offset < end ? end : RCCE_BUFF_SIZE) - offset);
}

void RCCE_malloc_init(t_vcharp space, size_t size) {
  for (Lines& lines : block_lines) lines = 0;
  first_line = static_cast<int>(space - address(0)) / RCCE_LINE_SIZE;
  end_line = first_line + lines_for(size);
  if (first_line < 1) first_line = 1;  // not the dummy line
  if (end_line > lines_there()) end_line = lines_there();
}

t_vcharp RCCE_malloc(size_t size) {
  const int lines = lines_for(size);
  const Gap gap = find_gap(lines);
  return lines != 0 && gap.lines >= lines ? take(gap, lines) : nullptr;
}

// The largest gap, if there is none of `size` bytes.
t_vcharp RCCE_malloc_request(size_t size, size_t* allocated) {
  if (allocated == nullptr) return nullptr;
  const int wanted = lines_for(size);
  const Gap gap = find_gap(wanted);
  const int lines = gap.lines < wanted ? gap.lines : wanted;
  *allocated = static_cast<size_t>(lines) * RCCE_LINE_SIZE;
  return lines != 0 ? take(gap, lines) : nullptr;
}

void RCCE_free(t_vcharp block) {
  if (block == nullptr) return;
  const auto offset = static_cast<unsigned>(block - address(0));
  const unsigned line = offset / RCCE_LINE_SIZE;
  if (line >= kLines || offset % RCCE_LINE_SIZE != 0 || block_lines[line] == 0) {
    fprintf(STDERR, "RCCE_free on UE %d: no block begins at %p\n", RCCE_IAM,
            reinterpret_cast<void*>(const_cast<unsigned char*>(block)));
    return;
  }
  clear_lines(block, block_lines[line]);
  block_lines[line] = 0;
}

t_vcharp RCCE_palloc(size_t size, int ue) {
  if (!rcce::is_ue(ue)) return nullptr;
  const t_vcharp block = RCCE_malloc(size);
  return block != nullptr ? rcce::translate(block, ue) : nullptr;
}

#else

namespace {

// Lines of flags are taken from the front; the rest is the chunk of messages.
int first_free_line;

}  // namespace

void rcce::memory_init() { first_free_line = 1; }

rcce::Payload rcce::payload() {
  const int offset = first_free_line * RCCE_LINE_SIZE;
  return {RCCE_comm_buffer[RCCE_IAM] + offset, static_cast<size_t>(RCCE_BUFF_SIZE - offset)};
}

void RCCE_malloc_init(t_vcharp space, size_t) {
  first_free_line = static_cast<int>(space - RCCE_comm_buffer[RCCE_IAM]) / RCCE_LINE_SIZE;
}

// Only for lines of flags, which are kept for good. Until the world is initialized the buffers are
// as the machine's reset left them, zero, and must not be touched: faster UEs may be sending
// already. Later the line was payload and is cleared; the caller synchronises before the flag is
// used.
t_vcharp RCCE_malloc(size_t size) {
  if (size != RCCE_LINE_SIZE || first_free_line >= RCCE_BUFF_SIZE / RCCE_LINE_SIZE) return nullptr;
  const t_vcharp line = RCCE_comm_buffer[RCCE_IAM] + first_free_line++ * RCCE_LINE_SIZE;
  if (RCCE_COMM_WORLD.initialized == RCCE_COMM_INITIALIZED) clear_lines(line, 1);
  return line;
}

#endif
