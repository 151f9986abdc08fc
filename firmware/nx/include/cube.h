/* SPDX-License-Identifier: Apache-2.0 */
/* The name under which programs of the iPSC/860 include NX. */
#ifndef CUBE_H
#define CUBE_H
#include "nx.h"
#endif
