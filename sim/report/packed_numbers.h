// SPDX-License-Identifier: Apache-2.0
// Many whole numbers as a short text, for the script of a page: seven bits a byte, the lowest first,
// the eighth bit set where more follow; the bytes in base64 (RFC 4648, section 4).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace rc::sim::report {

class PackedNumbers {
 public:
  /// Appends numbers below 2^53, which is what a script can count to.
  void add(std::uint64_t number);
  void add(std::initializer_list<std::uint64_t> numbers) {
    for (const std::uint64_t each : numbers) add(each);
  }
  std::string base64() const;

 private:
  std::string bytes_;
};

}  // namespace rc::sim::report
