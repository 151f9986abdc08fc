// SPDX-License-Identifier: Apache-2.0
// Included ahead of Verilator's runtime: what a network prints goes to the simulator's standard error.
#pragma once

int rc_network_print(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF rc_network_print
