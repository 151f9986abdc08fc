/* SPDX-License-Identifier: Apache-2.0 */
/* Memory from the heap: anonymous, or a private copy of a file. Protection is not enforced. */
#ifndef RC_FIRMWARE_SYS_MMAN_H
#define RC_FIRMWARE_SYS_MMAN_H
#include <stddef.h>
#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_POPULATE 0x8000
#define MAP_FAILED ((void *)-1)
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
#define MCL_CURRENT 1
#define MCL_FUTURE 2
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4

#ifdef __cplusplus
extern "C" {
#endif
void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset);
int munmap(void *address, size_t bytes);
int mprotect(void *address, size_t bytes, int protection);
int msync(void *address, size_t bytes, int flags);
int mlock(const void *address, size_t bytes);
int munlock(const void *address, size_t bytes);
int mlockall(int flags);
int munlockall(void);
int madvise(void *address, size_t bytes, int advice);
int posix_madvise(void *address, size_t bytes, int advice);
int shm_open(const char *name, int flags, mode_t mode);
int shm_unlink(const char *name);
#ifdef __cplusplus
}
#endif
#endif
