// SPDX-License-Identifier: Apache-2.0
// Puts and gets from UE 0, all others at rest.
#include "RCCE_lib.h"
#include "iRCCE.h"
#include "measure.h"

namespace {

constexpr int kLargest = 2048;
constexpr int kRounds = 8;

// Memory that no cache holds: four times L2, read in turn.
constexpr int kMemory = 1 << 20;
alignas(RCCE_LINE_SIZE) unsigned char memory[kMemory];
alignas(RCCE_LINE_SIZE) unsigned char in_l1[kLargest];
int next;

t_vcharp from_memory(int bytes) {
  if (next + bytes > kMemory) next = 0;
  const t_vcharp part = memory + next;
  next += bytes;
  return part;
}

// All of it has been written, so that what leaves the caches is as dirty as in a long program.
void soil_memory() {
  for (int i = 0; i < kMemory; i += RCCE_LINE_SIZE) {
    const volatile unsigned char& line = memory[i];
    memory[i] = static_cast<unsigned char>(line + 1);
  }
}

// The far end of the buffer: payload, of which none is under way.
struct Place {
  explicit Place(int bytes) : block(end() - bytes), other(end() - kLargest - bytes) {}
  static t_vcharp end() { return RCCE_comm_buffer[RCCE_IAM] + RCCE_BUFF_SIZE; }
  t_vcharp block;
  t_vcharp other;
};

template <class Operation>
void row(const char* name, int bytes, int hops, Operation operation) {
  primitives::report(primitives::mean_us(kRounds, operation), "%s/%d/%d", name, bytes, hops);
}

void between_buffers_and_l1(int bytes, int hops, int ue) {
  const t_vcharp block = Place(bytes).block, other = Place(bytes).other;
  const t_vcharp remote = RCCE_comm_buffer[ue] + (block - RCCE_comm_buffer[RCCE_IAM]);
  row("put", bytes, hops, [&](int) { RCCE_put(block, in_l1, bytes, ue); });
  row("get", bytes, hops, [&](int) { RCCE_get(in_l1, block, bytes, ue); });
  row("ircce_put", bytes, hops, [&](int) { iRCCE_put(block, in_l1, bytes, ue); });
  row("ircce_get", bytes, hops, [&](int) { iRCCE_get(in_l1, block, bytes, ue); });
  row("mpb_put", bytes, hops, [&](int) { iRCCE_put(block, other, bytes, ue); });
  // iRCCE_get reads its target's lines first, which helps in memory and not in a buffer.
  row("mpb_get", bytes, hops, [&](int) { iRCCE_put(other, remote, bytes, RCCE_IAM); });
}

void memory_put(int bytes, int hops, int ue) {
  const t_vcharp block = Place(bytes).block;
  row("memory_put", bytes, hops, [&](int) { iRCCE_put(block, from_memory(bytes), bytes, ue); });
}

void memory_get(int bytes, int hops, int ue) {
  const t_vcharp block = Place(bytes).block;
  row("memory_get", bytes, hops, [&](int) { iRCCE_get(from_memory(bytes), block, bytes, ue); });
}

void for_all(void (*measure)(int bytes, int hops, int ue)) {
  for (int hops = 0; hops < primitives::kHops; ++hops) {
    const int ue = primitives::partner_at(hops);
    if (ue < 0) continue;
    for (int bytes = RCCE_LINE_SIZE; bytes <= kLargest; bytes *= 2) measure(bytes, hops, ue);
  }
}

}  // namespace

void primitives::one_sided() {
  if (RCCE_IAM != 0) return;
  for_all(between_buffers_and_l1);
  for_all(memory_put);  // while all of it is clean
  soil_memory();
  for_all(memory_get);
}
