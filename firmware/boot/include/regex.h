/* SPDX-License-Identifier: Apache-2.0 */
/* newlib's header wants to have been preceded by this one. */
#include_next <regex.h>
#include <sys/types.h>
