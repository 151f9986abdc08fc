/* SPDX-License-Identifier: Apache-2.0 */
/* GCC's header looks at the version of C only; newlib leaves out what depends on the system. */
#include_next <limits.h>

#ifndef RC_FIRMWARE_LIMITS_H
#define RC_FIRMWARE_LIMITS_H
#ifndef LLONG_MAX
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#endif
#ifndef SSIZE_MAX
#define SSIZE_MAX LONG_MAX
#endif
#ifndef LONG_BIT
#define LONG_BIT 32
#define WORD_BIT 32
#endif
#define HOST_NAME_MAX 64
#define LOGIN_NAME_MAX 256
#define _POSIX_PATH_MAX 256
#endif
