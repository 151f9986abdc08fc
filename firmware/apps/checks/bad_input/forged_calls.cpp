// SPDX-License-Identifier: Apache-2.0
// Host calls that no library would make: any number, any arguments, blocks that are not memory,
// doorbells of other cores. For tests of the host, which must refuse them and hold its folder.
//   forged_calls SEED CALLS
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>

#include "firmware/apps/checks/soak/random.h"
#include "firmware/boot/memory_layout.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/host.h"
#include "firmware/hal/time.h"
#include "hw_model/arch/host_file_calls.h"

namespace {

template <class T, uint32_t N>
T one_of(const T (&list)[N], Random& random) {
  return list[random.below(N)];
}

char g_room[8192];  // where calls may write, and names that earlier ones left

constexpr uint32_t kCalls = RC_HOSTCALL_DUPLICATE + 2;
constexpr const char* kPaths[] = {"",           ".",          "..",           "/",
                                  "//",         "file",       "file/",        "sub",
                                  "sub/..",     "new",        "sub/new",      "../outside",
                                  "link",       "up",         "up/outside",   "sub/../../outside",
                                  "fifo",       "/etc/hosts", "/dev/zero",    "/proc/self/mem",
                                  "sub/../sub", "./file",     "\xff\xfe\x01", "a/b/c"};
// Limits of integers and of the address map.
constexpr uint32_t kEdges[] = {0,          1,          0xFFFFFFFF, 0xFFFFFFFC, 0x80000000,
                               0x7FFFFFFF, 0xC0000000, 0xC0001FFF, 0xF8000000, 0xF9000000,
                               0xF900C000, 0xFB000000, 0x28FFFFFF, 0x29000000, 0x00FFFFFF,
                               0x01000000, 4096,       1u << 24};
constexpr uint32_t kFlags[] = {O_RDONLY,         O_WRONLY, O_RDWR, O_RDWR | O_CREAT,
                               O_RDWR | O_TRUNC, O_APPEND, O_EXCL, 0xFFFFFFFF};

// Reports and faults end a run or fill its results, as they should.
bool ends_the_run(uint32_t number) {
  return number == SCC_HOSTCALL_EXIT || number == SCC_HOSTCALL_REPORT ||
         number == SCC_HOSTCALL_FAULT;
}

uint32_t argument(Random& random) {
  switch (random.below(6)) {
    case 0:
      return one_of(kEdges, random);
    case 1:
      return reinterpret_cast<uint32_t>(one_of(kPaths, random));
    case 2:
      return reinterpret_cast<uint32_t>(g_room + random.below(sizeof g_room));
    case 3:
      return one_of(kFlags, random);
    case 4:
      return random.below(20);  // a descriptor, or few bytes
    default:
      return random.below(2) == 0 ? random.word() : random.below(sizeof g_room);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto seed = static_cast<uint32_t>(argc > 1 ? strtoul(argv[1], nullptr, 10) : 1);
  const int calls = argc > 2 ? atoi(argv[2]) : 100;
  Random random(seed + 977u * static_cast<uint32_t>(hal::core_id()));
  for (int i = 0; i < calls; ++i) {
    uint32_t number = random.below(50) == 0 ? random.word() : random.below(kCalls);
    if (ends_the_run(number)) number = RC_HOSTCALL_DUPLICATE;
    uint32_t first = argument(random), second = argument(random);
    const bool names = number == SCC_HOSTCALL_OPEN || number == SCC_HOSTCALL_UNLINK ||
                       number >= RC_HOSTCALL_MAKE_DIRECTORY;
    if (names && random.below(4) != 0) first = reinterpret_cast<uint32_t>(one_of(kPaths, random));
    if (number == RC_HOSTCALL_RENAME && random.below(4) != 0)
      second = reinterpret_cast<uint32_t>(one_of(kPaths, random));
    if (number == SCC_HOSTCALL_WRITE && first <= 2) first = 3;  // not the console
    hal::host_call(number, first, second, argument(random), argument(random));
  }
  // Last, since the host may end the run for it: a block that is not there.
  if (random.below(4) == 0) {
    volatile uint32_t& doorbell =
        hal::system_register(FW_HOSTCALL_OFFSET + 8 * static_cast<uint32_t>(hal::core_id()));
    doorbell = random.below(2) == 0 ? one_of(kEdges, random) : random.word();
    const uint32_t served = doorbell;
    asm volatile("" ::"r"(served) : "memory");
  }
  return 0;
}
