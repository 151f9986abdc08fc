// SPDX-License-Identifier: Apache-2.0
#ifndef RC_FIRMWARE_SYS_UIO_H
#define RC_FIRMWARE_SYS_UIO_H
#include <sys/types.h>

struct iovec {
  void *iov_base;
  size_t iov_len;
};

#ifdef __cplusplus
extern "C" {
#endif
ssize_t readv(int file, const struct iovec *parts, int count);
ssize_t writev(int file, const struct iovec *parts, int count);
#ifdef __cplusplus
}
#endif
#endif
