/* SPDX-License-Identifier: Apache-2.0 */
/* The name under which programs of the iPSC/860 include esize_t and the arithmetic on it. */
#ifndef ESTAT_H
#define ESTAT_H
#include "nx.h"
#endif
