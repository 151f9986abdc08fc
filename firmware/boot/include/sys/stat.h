/* SPDX-License-Identifier: Apache-2.0 */
/* newlib declares these for other systems. There are no symbolic links and no devices. */
#include_next <sys/stat.h>

#ifndef RC_FIRMWARE_SYS_STAT_H
#define RC_FIRMWARE_SYS_STAT_H
#ifdef __cplusplus
extern "C" {
#endif
int lstat(const char *__restrict path, struct stat *__restrict status);
int mknod(const char *path, mode_t mode, dev_t device);
#ifdef __cplusplus
}
#endif
#endif
