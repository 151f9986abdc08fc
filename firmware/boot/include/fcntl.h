/* SPDX-License-Identifier: Apache-2.0 */
/* open() also knows the chip's devices: firmware/posix/devices.cpp, under a name of its own. newlib
 * lacks System V's name of O_NONBLOCK. */
#include_next <fcntl.h>

#ifndef RC_FIRMWARE_FCNTL_H
#define RC_FIRMWARE_FCNTL_H
#ifdef __cplusplus
extern "C" {
#endif
int open(const char *path, int flags, ...) __asm__("rc_open");
#ifdef __cplusplus
}
#endif
#ifndef O_NDELAY
#define O_NDELAY O_NONBLOCK
#endif
#endif
