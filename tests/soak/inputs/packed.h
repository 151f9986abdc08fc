// SPDX-License-Identifier: Apache-2.0
// Files whose contents are packed and have a checksum: unpacked to be spoiled, and packed again
// with the right checksum, since one that tells a change protects the reader from all others.
#pragma once

#include <string>

namespace rc::soak {

// By gzip. std::logic_error for what is not packed so.
std::string gunzip(const std::string& packed);
std::string gzip(const std::string& text);
std::string bzip2(const std::string& text);

// A snapshot (sim/run/snapshot.h): its contents, and a file of other contents.
std::string snapshot_contents(const std::string& file_text);
std::string snapshot_with(const std::string& file_text, const std::string& contents);

}  // namespace rc::soak
