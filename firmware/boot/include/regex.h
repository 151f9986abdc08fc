/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/* newlib's header does not include what it needs. */
#include <sys/types.h>
#include_next <regex.h>
