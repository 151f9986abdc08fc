// SPDX-License-Identifier: Apache-2.0
// The file of a snapshot: a line that names it and the version of its layout, the lengths and a
// checksum, and then, packed by zlib, the bytes of an archive (hw_model/kernel/archive.h). Title and
// lengths are looked at before anything else is read.
//
// Errors: kernel::InputError of one line, naming the file.
#pragma once

#include <string>

namespace rc::sim::run {

void write_snapshot_file(const std::string& file, const std::string& bytes);
std::string read_snapshot_file(const std::string& file);

}  // namespace rc::sim::run
