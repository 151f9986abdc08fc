// SPDX-License-Identifier: Apache-2.0
#include <netinet/in.h>
