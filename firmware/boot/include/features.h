/* SPDX-License-Identifier: Apache-2.0 */
/* The cross compiler's libstdc++ was configured for glibc and asks for this header; newlib has its
 * own elsewhere, and is no version of glibc. */
#ifndef RC_FIRMWARE_FEATURES_H
#define RC_FIRMWARE_FEATURES_H
#include <sys/features.h>
#define __GLIBC_PREREQ(major, minor) 0
#endif
