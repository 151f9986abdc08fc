/* SPDX-License-Identifier: Apache-2.0 */
/* Of two units of char16_t for one character there are none: the locale is "C". */
#ifndef RC_FIRMWARE_UCHAR_H
#define RC_FIRMWARE_UCHAR_H
#include <stddef.h>
#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#else
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#endif
size_t mbrtoc16(char16_t *to, const char *from, size_t bytes, mbstate_t *state);
size_t c16rtomb(char *to, char16_t from, mbstate_t *state);
size_t mbrtoc32(char32_t *to, const char *from, size_t bytes, mbstate_t *state);
size_t c32rtomb(char *to, char32_t from, mbstate_t *state);
#ifdef __cplusplus
}
#endif
#endif
