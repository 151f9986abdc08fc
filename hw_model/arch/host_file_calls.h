/* SPDX-License-Identifier: Apache-2.0 */
/* Host calls about names of files, directories and descriptors, beside those of scc_map.h; the same
 * on both machines. Paths are addresses of strings, results and errors as there. C-clean. */
#ifndef RC_ARCH_HOST_FILE_CALLS_H
#define RC_ARCH_HOST_FILE_CALLS_H

#define RC_HOSTCALL_MAKE_DIRECTORY 11u   /* arg0 = path, arg1 = mode */
#define RC_HOSTCALL_REMOVE_DIRECTORY 12u /* arg0 = path */
#define RC_HOSTCALL_RENAME 13u           /* arg0 = old path, arg1 = new path */
#define RC_HOSTCALL_RESIZE 14u           /* arg0 = fd, arg1 = bytes */
/* arg0 = path, arg1 = address, arg2 = bytes of room. The entries in the order of their names: a
 * letter, the name, zero. result = bytes of it all; nothing is written if they do not fit. */
#define RC_HOSTCALL_LIST 15u
#define RC_HOSTCALL_LIST_FILE 'f'
#define RC_HOSTCALL_LIST_DIRECTORY 'd'
#define RC_HOSTCALL_LIST_OTHER 'o'
/* Of this unit of execution; paths that do not begin with / start there. */
#define RC_HOSTCALL_CHANGE_DIRECTORY 16u /* arg0 = path */
/* arg0 = address, arg1 = bytes of room; result = bytes */
#define RC_HOSTCALL_CURRENT_DIRECTORY 17u
/* arg0 = fd, arg1 = the fd that also means it from now on; result = that. -1: a free one. */
#define RC_HOSTCALL_DUPLICATE 18u

#endif
