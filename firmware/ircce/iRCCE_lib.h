/* SPDX-License-Identifier: Apache-2.0 */
/* iRCCE's internals, as far as programs use them: those of RCCE, under the name that programs of
 * iRCCE include. The original's queues are not here: requests are reached by their own addresses.
 */
#ifndef IRCCE_LIB_H
#define IRCCE_LIB_H

#include "RCCE_lib.h"
#include "iRCCE.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a flag of this UE has a value, without waiting: *result is 1 or 0. */
int iRCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int *result);

#ifdef __cplusplus
}
#endif
#endif
