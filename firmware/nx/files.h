// SPDX-License-Identifier: Apache-2.0
// Transfers of files in whatever mode they are; they return the number of bytes.
#pragma once

namespace nx {

int read(const char* caller, int file, void* buffer, unsigned bytes);
int write(const char* caller, int file, const void* buffer, unsigned bytes);

}  // namespace nx
