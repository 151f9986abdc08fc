// SPDX-License-Identifier: Apache-2.0
#include "SCC_API.h"

#include "firmware/hal/mpb.h"
#include "firmware/hal/register.h"
#include "firmware/hal/shared_memory.h"

void InitAPI(int) {}

void SetConfigBit(unsigned address, int bit, int value) {
  const unsigned mask = 1u << bit;
  const auto before = static_cast<unsigned>(ReadConfigReg(address));
  SetConfigReg(address, static_cast<int>(value != 0 ? before | mask : before & ~mask));
}

void SetConfigReg(unsigned address, int value) {
  hal::register_at(address) = static_cast<unsigned>(value);
}

int ReadConfigReg(unsigned address) { return static_cast<int>(hal::register_at(address)); }

int* MallocConfigReg(unsigned address) {
  return reinterpret_cast<int*>(const_cast<uint32_t*>(hal::plain_register(address)));
}
void FreeConfigReg(int*) {}

void MPBalloc(t_vcharp* buffer, int x, int y, int core, int) {
#ifdef ANY_GEOMETRY
  *buffer = hal::mpb(hal::cores_per_tile() * (x + hal::columns() * y) + core);
#else
  *buffer = hal::at<volatile unsigned char>(MPB_ADDR(x, y) + SCC_MPB_PER_CORE * (core & 1));
#endif
}
void MPBunalloc(t_vcharp* buffer) { *buffer = nullptr; }

void SHMalloc(t_vcharp* memory) { *memory = hal::at<volatile unsigned char>(SHM_ADDR); }
void SHMunalloc(t_vcharp* memory) { *memory = nullptr; }

int DCMflush() {
  hal::flush_caches();
  return 0;
}
