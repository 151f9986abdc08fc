/* SPDX-License-Identifier: Apache-2.0 */
/* "PROGRAM: message: what errno says" on standard error; err() and errx() end the program. */
#ifndef RC_FIRMWARE_ERR_H
#define RC_FIRMWARE_ERR_H
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif
void err(int status, const char *format, ...) __attribute__((noreturn));
void errx(int status, const char *format, ...) __attribute__((noreturn));
void warn(const char *format, ...);
void warnx(const char *format, ...);
void verr(int status, const char *format, va_list values) __attribute__((noreturn));
void verrx(int status, const char *format, va_list values) __attribute__((noreturn));
void vwarn(const char *format, va_list values);
void vwarnx(const char *format, va_list values);
#ifdef __cplusplus
}
#endif
#endif
