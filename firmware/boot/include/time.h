/* SPDX-License-Identifier: Apache-2.0 */
/* newlib declares clocks and nanosleep for systems that have timers, too. These here are in boot.
 * clock() counts in microseconds, as POSIX asks. */
#ifndef _CLOCKS_PER_SEC_
#define _CLOCKS_PER_SEC_ 1000000
#endif
#include_next <time.h>

#if !defined RC_FIRMWARE_TIME_H && __POSIX_VISIBLE >= 199309
#define RC_FIRMWARE_TIME_H
#include <sys/types.h>
#define CLOCK_MONOTONIC ((clockid_t)4)
/* A core computes all the time. */
#define CLOCK_MONOTONIC_RAW CLOCK_MONOTONIC
#define CLOCK_PROCESS_CPUTIME_ID CLOCK_MONOTONIC
#define CLOCK_THREAD_CPUTIME_ID CLOCK_MONOTONIC
#ifdef __cplusplus
extern "C" {
#endif
int clock_gettime(clockid_t clock, struct timespec *now);
int clock_getres(clockid_t clock, struct timespec *resolution);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                    struct timespec *left);
int nanosleep(const struct timespec *duration, struct timespec *left);
time_t timegm(struct tm *date);
#ifdef __cplusplus
}
#endif
#endif

#if !defined RC_FIRMWARE_TIMESPEC_GET && __ISO_C_VISIBLE >= 2011
#define RC_FIRMWARE_TIMESPEC_GET
#define TIME_UTC 1
#ifdef __cplusplus
extern "C" {
#endif
struct timespec;
int timespec_get(struct timespec *now, int base);
#ifdef __cplusplus
}
#endif
#endif
