/* SPDX-License-Identifier: Apache-2.0 */
/* A unit of execution has its core for itself: giving way does nothing, the rest fails. */
#include_next <sched.h>

#ifndef RC_FIRMWARE_SCHED_H
#define RC_FIRMWARE_SCHED_H
#ifdef __cplusplus
extern "C" {
#endif
int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getscheduler(pid_t process);
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameter);
int sched_getparam(pid_t process, struct sched_param *parameter);
int sched_setparam(pid_t process, const struct sched_param *parameter);
#ifdef __cplusplus
}
#endif
#endif
