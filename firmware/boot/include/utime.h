/* SPDX-License-Identifier: Apache-2.0 */
/* newlib declares the structure only, and wants time_t. */
#include <sys/types.h>
#include_next <utime.h>

#ifndef RC_FIRMWARE_UTIME_H
#define RC_FIRMWARE_UTIME_H
#ifdef __cplusplus
extern "C" {
#endif
int utime(const char *path, const struct utimbuf *times);
#ifdef __cplusplus
}
#endif
#endif
