/* SPDX-License-Identifier: Apache-2.0 */
/* There are no signals, so no mask is saved. */
#include_next <setjmp.h>

#ifndef RC_FIRMWARE_SETJMP_H
#define RC_FIRMWARE_SETJMP_H
typedef jmp_buf sigjmp_buf;
#undef sigsetjmp
#undef siglongjmp
#undef _setjmp
#undef _longjmp
#define sigsetjmp(env, savemask) ((void)(savemask), setjmp(env))
#define siglongjmp(env, value) longjmp(env, value)
#define _setjmp(env) setjmp(env)
#define _longjmp(env, value) longjmp(env, value)
#endif
