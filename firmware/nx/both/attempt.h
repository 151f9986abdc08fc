// SPDX-License-Identifier: Apache-2.0
// nx::attempt and the calls of NX, for what is compiled for nodes and for host.
#pragma once

#ifdef NX_HOST
#include "firmware/nx/host/host.h"
#else
#include "firmware/nx/calls.h"
#endif
#include "nx.h"
