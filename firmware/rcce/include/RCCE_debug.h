/* SPDX-License-Identifier: Apache-2.0 */
/* The groups of errors that RCCE_debug_set switches on, under the name that programs include. */
#ifndef RCCE_DEBUG_H
#define RCCE_DEBUG_H
#include "RCCE_lib.h"
#endif
