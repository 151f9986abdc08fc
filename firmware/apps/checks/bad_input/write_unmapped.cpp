// SPDX-License-Identifier: Apache-2.0
// Writes where the page tables have nothing ("page", "null") or forbid it ("code"): vector 14.
//   write_unmapped [page | null | code]
#include <stdint.h>
#include <string.h>

int main(int argc, char** argv) {
  const char* where = argc > 1 ? argv[1] : "page";
  uintptr_t address = 0x40000000;
  if (strcmp(where, "null") == 0) address = 0;
  if (strcmp(where, "code") == 0) address = reinterpret_cast<uintptr_t>(&main);
  *reinterpret_cast<volatile uint32_t*>(address) = 1;
  return 0;
}
