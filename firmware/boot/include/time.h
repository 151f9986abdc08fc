/* newlib declares clocks and nanosleep for systems that have timers, too. These here are in boot.
 */
#include_next <time.h>

#if !defined RC_FIRMWARE_TIME_H && __POSIX_VISIBLE >= 199309
#define RC_FIRMWARE_TIME_H
#include <sys/types.h>
#define CLOCK_MONOTONIC ((clockid_t)4)
#ifdef __cplusplus
extern "C" {
#endif
int clock_gettime(clockid_t clock, struct timespec *now);
int clock_getres(clockid_t clock, struct timespec *resolution);
int nanosleep(const struct timespec *duration, struct timespec *left);
#ifdef __cplusplus
}
#endif
#endif
