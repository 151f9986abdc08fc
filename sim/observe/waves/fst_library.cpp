// SPDX-License-Identifier: Apache-2.0
// GTKWave's writer of FST files (MIT licence), compiled from where Verilator installs it. It does
// not look whether its writes succeed, so it writes into memory only: FstFile puts the result on
// disk.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

static FILE* memory_file() {
  const int descriptor = ::memfd_create("fst", MFD_CLOEXEC);
  return descriptor < 0 ? nullptr : ::fdopen(descriptor, "w+b");
}

// The file itself is FstFile's memory; NAME.hier is a second one that the writer opens.
static FILE* open_in_memory(const char* name, const char* mode) {
  return std::strstr(name, ".hier") != nullptr ? memory_file() : std::fopen(name, mode);
}

#define tmpfile memory_file
#define fopen open_in_memory
#define FST_CONFIG_INCLUDE "fst_config.h"
// clang-format off
#include <gtkwave/fastlz.c>
#include <gtkwave/fstapi.c>
#include <gtkwave/lz4.c>
// clang-format on
