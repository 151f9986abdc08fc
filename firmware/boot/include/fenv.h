/* SPDX-License-Identifier: Apache-2.0 */
/* newlib lacks the calls that make a floating-point exception end the program. */
#include_next <fenv.h>

#ifndef RC_FIRMWARE_FENV_H
#define RC_FIRMWARE_FENV_H
#ifdef __cplusplus
extern "C" {
#endif
/* What was enabled before; the unit of execution ends where an enabled exception occurs. */
int feenableexcept(int exceptions);
int fedisableexcept(int exceptions);
int fegetexcept(void);
#ifdef __cplusplus
}
#endif
#endif
