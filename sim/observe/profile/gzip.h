// SPDX-License-Identifier: Apache-2.0
// Text on its way to a file, packed by zlib where the file's name asks for it.
#pragma once

#include <memory>
#include <ostream>
#include <string_view>

namespace rc::sim::observe {

class PackedText {
 public:
  PackedText(std::ostream& out, bool gzip);
  ~PackedText();
  PackedText(const PackedText&) = delete;
  PackedText& operator=(const PackedText&) = delete;

  void write(std::string_view text);
  void finish();  // once, after the last write()

 private:
  struct Stream;
  void deflate_all(int flush);

  std::ostream& out_;
  std::unique_ptr<Stream> stream_;  // null: as it is
};

}  // namespace rc::sim::observe
