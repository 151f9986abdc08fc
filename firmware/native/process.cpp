// SPDX-License-Identifier: Apache-2.0
// Before main(): finds this UE's place and maps the chip's memories where native_map.h says.
#include "firmware/native/process.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "firmware/native/boot_block.h"
#include "firmware/native/faults.h"

volatile unsigned char* native::shared_file;
uint32_t native::boot_block[NATIVE_WORDS];

// RCCE's number of UEs, 0 before RCCE_init; a program without RCCE has none.
extern int RCCE_NP __attribute__((weak));

namespace {

__attribute__((used)) const char mark[] = NATIVE_MARK_1 NATIVE_MARK_2;

constexpr int kCannotStart = 126;  // exit status, as a shell's "cannot execute"

[[noreturn]] void complain(const char* what) {
  fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
  _exit(kCannotStart);
}

// `where` nullptr: anywhere.
void* map(int file, uint32_t offset, size_t bytes, void* where) {
  void* const at = mmap(where, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | (where != nullptr ? MAP_FIXED_NOREPLACE : 0), file, offset);
  if (at == MAP_FAILED || (where != nullptr && at != where))
    complain("cannot map the chip's memory");
  return at;
}

void map_at(int file, uint32_t offset, size_t bytes, uint32_t address) {
  map(file, offset, bytes, reinterpret_cast<void*>(NATIVE_BASE + address));
}

void map_buffers(int file, uint32_t own_tile) {
  for (uint32_t tile = 0; tile < SCC_TILES; ++tile) {
    map_at(file, NATIVE_MPB + tile * SCC_MPB_PER_TILE, SCC_MPB_PER_TILE, SCC_MPB_ADDR(tile, 0u));
  }
  map_at(file, NATIVE_MPB + own_tile * SCC_MPB_PER_TILE, SCC_MPB_PER_TILE, SCC_MPB_OWN);
}

// Removes the variable, so that programs that this one starts are not taken for UEs.
bool read_place(int* file, uint32_t* rank) {
  const char* const place = getenv(NATIVE_ENVIRONMENT);
  if (place == nullptr || sscanf(place, "%d,%u", file, rank) != 2) return false;
  unsetenv(NATIVE_ENVIRONMENT);
  struct stat status;
  return fstat(*file, &status) == 0 && status.st_size == off_t{NATIVE_BYTES};
}

void fill_boot_block(uint32_t rank) {
  auto* const words = reinterpret_cast<volatile uint32_t*>(native::shared_file + NATIVE_BOOT);
  for (uint32_t i = 0; i < NATIVE_WORDS; ++i) native::boot_block[i] = words[i];
  if (words[SCC_BOOT_WORD_MAGIC] != NATIVE_MAGIC || rank >= words[SCC_BOOT_WORD_UES]) {
    complain("built for another version of Rock Creek: build it again");
  }
  native::boot_block[SCC_BOOT_WORD_RANK] = rank;
  native::boot_block[SCC_BOOT_WORD_COREID] = words[SCC_BOOT_WORD_COREIDS + rank];
}

// The kernel keeps eight bits of a status; one whose low bits are zero must not read as success.
void keep_failure(int status, void*) {
  native::note_start();
  if (status == 0 || (status & 0xFF) != 0) return;
  fflush(nullptr);
  _exit(EXIT_FAILURE);
}

}  // namespace

NativeWait* native::waits() {
  return reinterpret_cast<NativeWait*>(const_cast<unsigned char*>(shared_file + NATIVE_WAITS));
}
NativeWait& native::wait_of_this_core() { return waits()[boot_block[SCC_BOOT_WORD_COREID]]; }

void native::note_start() {
  wait_of_this_core().unstarted = &RCCE_NP != nullptr && RCCE_NP == 0 ? 1 : 0;
}

void native::give_up(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fprintf(stderr, "UE %u: ", boot_block[SCC_BOOT_WORD_RANK]);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  abort();
}

// Runs before the program's constructors, which may use RCCE. Linked by its name (native.cmake).
extern "C" __attribute__((constructor(101))) void rockcreek_native_start() {
  int file;
  uint32_t rank;
  if (!read_place(&file, &rank)) complain("run it with rockcreek native");
  native::shared_file = static_cast<unsigned char*>(map(file, 0, NATIVE_BYTES, nullptr));
  fill_boot_block(rank);
  map_buffers(file, native::boot_block[SCC_BOOT_WORD_COREID] / SCC_CORES_PER_TILE);
  map_at(file, NATIVE_SHARED, NATIVE_SHARED_BYTES, SCC_SHARED_BASE);
  close(file);
  on_exit(keep_failure, nullptr);  // the first one registered is the last one called
  native::watch_faults();
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // as on the machine, where it is a terminal
}
