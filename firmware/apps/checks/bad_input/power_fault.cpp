// SPDX-License-Identifier: Apache-2.0
// What RCCE would not do: clocks and voltages past the limit, written to the registers themselves.
//   power_fault clock | voltage | vid | bit | mesh | offset
#include <stdio.h>
#include <string.h>

#include "RCCE.h"
#include "firmware/hal/power.h"

namespace {

volatile uint32_t& vrc() { return *reinterpret_cast<volatile uint32_t*>(SCC_VRC_BASE); }

}  // namespace

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "clock") == 0) hal::set_tile_divider(9, 1);
  if (strcmp(what, "voltage") == 0) hal::command_voltage(0, 0x70);
  if (strcmp(what, "vid") == 0) hal::command_voltage(0, 0x6F);
  if (strcmp(what, "bit") == 0) vrc() = 4u << SCC_VRC_ISLAND_SHIFT | 0xB0;
  if (strcmp(what, "mesh") == 0) {
    volatile uint32_t& word = hal::tile_register(0, SCC_CRB_GCBCFG);
    word = word ^ 7u << SCC_GCBCFG_MESH_RATIO_SHIFT;
  }
  if (strcmp(what, "offset") == 0) (&vrc())[1] = 0;
  puts("went on");
  return 0;
}
