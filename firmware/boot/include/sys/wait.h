/* SPDX-License-Identifier: Apache-2.0 */
/* There are no children: all of these fail with ECHILD. */
#include_next <sys/wait.h>

#ifndef RC_FIRMWARE_SYS_WAIT_H
#define RC_FIRMWARE_SYS_WAIT_H
#define WCOREDUMP(status) ((status)&0x80)
#define WIFCONTINUED(status) ((status) == 0xffff)
#ifdef __cplusplus
extern "C" {
#endif
struct rusage;
pid_t wait3(int *status, int options, struct rusage *used);
pid_t wait4(pid_t process, int *status, int options, struct rusage *used);
#ifdef __cplusplus
}
#endif
#endif
