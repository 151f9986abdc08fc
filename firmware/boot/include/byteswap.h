// SPDX-License-Identifier: Apache-2.0
#ifndef RC_FIRMWARE_BYTESWAP_H
#define RC_FIRMWARE_BYTESWAP_H
#define bswap_16(x) __builtin_bswap16(x)
#define bswap_32(x) __builtin_bswap32(x)
#define bswap_64(x) __builtin_bswap64(x)
#endif
