/* SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"

int thrice(int value) { return FACTOR * value; }
