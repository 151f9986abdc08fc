// SPDX-License-Identifier: Apache-2.0
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include "RCCE_lib.h"
#include "hw_model/arch/scc_map.h"

namespace {

int failures = 0;

bool wanted(const char* name, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], name) == 0) return true;
  }
  return argc < 2;
}

}  // namespace

void suite::expect(bool ok, const char* what, int a, int b) {
  if (ok) return;
  ++failures;
  printf("UE %d: %s (%d, %d)\n", RCCE_ue(), what, a, b);
}

int suite::run(int argc, char** argv, const Section* sections, size_t count) {
  expect(RCCE_init(&argc, &argv) == RCCE_SUCCESS, "init");
  int found = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!wanted(sections[i].name, argc, argv)) continue;
    ++found;
    RCCE_barrier(&RCCE_COMM_WORLD);
    sections[i].check();
    RCCE_barrier(&RCCE_COMM_WORLD);
  }
  expect(argc < 2 || found == argc - 1, "no such section among the arguments", found, argc - 1);
  expect(RCCE_finalize() == RCCE_SUCCESS, "finalize");
  return failures == 0 ? 0 : 1;
}

char suite::byte_of(int key, size_t i) {
  return static_cast<char>(i * 167 + (i >> 8) * 59 + static_cast<size_t>(key) * 31 + 1);
}

void suite::fill(char* data, size_t size, int key) {
  for (size_t i = 0; i < size; ++i) data[i] = byte_of(key, i);
}

bool suite::is_filled(const char* data, size_t size, int key) {
  for (size_t i = 0; i < size; ++i) {
    if (data[i] != byte_of(key, i)) return false;
  }
  return true;
}

// In the last page of the last controller's shared memory.
volatile int& suite::shared_int(int index) {
  constexpr unsigned kPage = 0x1000;
  auto* const ints =
      reinterpret_cast<volatile int*>(RC_SHM_BUFFER_START() + RCCE_SHM_SIZE_MAX - kPage);
  return ints[index];
}
