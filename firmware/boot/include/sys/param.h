/* SPDX-License-Identifier: Apache-2.0 */
/* What newlib leaves out. */
#include_next <sys/param.h>

#ifndef RC_FIRMWARE_SYS_PARAM_H
#define RC_FIRMWARE_SYS_PARAM_H
#include <limits.h>
#define MAXHOSTNAMELEN 64
#define MAXSYMLINKS 20
#define roundup(x, y) ((((x) + ((y)-1)) / (y)) * (y))
#define powerof2(x) ((((x)-1) & (x)) == 0)
#endif
