/* SPDX-License-Identifier: Apache-2.0 */
/* Time is that since the chip's start; nothing else is counted, and nothing limited. */
#ifndef RC_FIRMWARE_SYS_RESOURCE_H
#define RC_FIRMWARE_SYS_RESOURCE_H
#include <sys/time.h>

#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN -1
#define RUSAGE_THREAD 1
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss;
  long ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock;
  long ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};

#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_CORE 4
#define RLIMIT_NOFILE 7
#define RLIMIT_AS 9
#define RLIM_INFINITY (~0UL)
typedef unsigned long rlim_t;
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};

#define PRIO_PROCESS 0
#define PRIO_PGRP 1
#define PRIO_USER 2

#ifdef __cplusplus
extern "C" {
#endif
int getrusage(int who, struct rusage *used);
int getrlimit(int what, struct rlimit *limit);
int setrlimit(int what, const struct rlimit *limit);
int getpriority(int which, id_t who);
int setpriority(int which, id_t who, int priority);
#ifdef __cplusplus
}
#endif
#endif
