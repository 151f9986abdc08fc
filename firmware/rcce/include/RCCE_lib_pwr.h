/* SPDX-License-Identifier: Apache-2.0 */
/* Internals of RCCE's power management, under the name that programs include: RCCE.h declares its
 * functions if RC_POWER_MANAGEMENT is defined, SCC_API.h the registers. */
#ifndef RCCE_LIB_PWR_H
#define RCCE_LIB_PWR_H
#include "RCCE_lib.h"
#include "SCC_API.h"

#define RC_NUM_VOLTAGE_LEVELS 7 /* level n is 0.7 + 0.1 n V */
#define RC_MAX_FREQUENCY_DIVIDER 16
#define RC_MIN_FREQUENCY_DIVIDER 2
#define RC_GLOBAL_CLOCK_MHZ 1600
#endif
