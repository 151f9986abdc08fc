// SPDX-License-Identifier: Apache-2.0
#pragma once
int thrice(int value);
