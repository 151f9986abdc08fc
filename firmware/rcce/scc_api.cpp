#include "SCC_API.h"

#include "firmware/hal/shared_memory.h"

void InitAPI(int) {}

void SetConfigBit(unsigned address, int bit, int value) {
  const unsigned mask = 1u << bit;
  const auto before = static_cast<unsigned>(ReadConfigReg(address));
  SetConfigReg(address, static_cast<int>(value != 0 ? before | mask : before & ~mask));
}

void SetConfigReg(unsigned address, int value) {
  *reinterpret_cast<volatile int*>(address) = value;
}

int ReadConfigReg(unsigned address) { return *reinterpret_cast<volatile int*>(address); }

int* MallocConfigReg(unsigned address) { return reinterpret_cast<int*>(address); }
void FreeConfigReg(int*) {}

void MPBalloc(t_vcharp* buffer, int x, int y, int core, int) {
  *buffer = reinterpret_cast<t_vcharp>(MPB_ADDR(x, y) + SCC_MPB_PER_CORE * (core & 1));
}
void MPBunalloc(t_vcharp* buffer) { *buffer = nullptr; }

void SHMalloc(t_vcharp* memory) { *memory = reinterpret_cast<t_vcharp>(SHM_ADDR); }
void SHMunalloc(t_vcharp* memory) { *memory = nullptr; }

int DCMflush() {
  hal::flush_caches();
  return 0;
}
