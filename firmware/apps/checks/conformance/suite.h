// SPDX-License-Identifier: Apache-2.0
// A conformance program: sections that check a chapter of the interface each, on every UE at once.
#pragma once

#include <stddef.h>

#include <initializer_list>  // the chapters go through lists

#include "RCCE.h"

namespace suite {

// Counts and prints failures; `a` and `b` say where.
void expect(bool ok, const char* what, int a = 0, int b = 0);

struct Section {
  const char* name;
  void (*check)();  // collective over the world
};

// Runs the sections named by the arguments, or all, each between two barriers. The program's exit
// status: 0 when everything was right.
int run(int argc, char** argv, const Section* sections, size_t count);

// A byte of a message that depends on its key and on its place.
char byte_of(int key, size_t i);
void fill(char* data, size_t size, int key);
bool is_filled(const char* data, size_t size, int key);

// Space in shared memory for one integer of each UE, uncached, apart from what RCCE_shmalloc hands
// out first. Zero at start.
volatile int& shared_int(int index);

}  // namespace suite
