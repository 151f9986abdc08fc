// SPDX-License-Identifier: Apache-2.0
// The pins of a module as Verilator understands them, all parameters resolved: what it writes with
// --xml-only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::lab {

/// The type of a pin or a signal.
struct PinType {
  struct Range {
    std::int64_t left = 0, right = 0;
    bool operator==(const Range&) const = default;
    std::uint64_t size() const {
      return static_cast<std::uint64_t>(left > right ? left - right : right - left) + 1;
    }
  };
  std::string base;                     ///< as `logic`, or the name of a struct
  std::uint64_t base_bits = 1;          ///< of one `base`
  std::vector<Range> packed, unpacked;  ///< left to right
  bool scalar_base = true;              ///< not a struct or a union

  std::uint64_t bits() const;  ///< of one element of the unpacked array
  /// As a declaration: `logic [3:0][1:0]`, or with the name in it `rc_net_pkg::flit_t q [0:3][0:1]`.
  std::string declaration(std::string_view name) const;
};

struct ElaboratedPin {
  std::string name, direction;  ///< `input`, `output` or `inout`
  PinType type;
  std::string file;
  unsigned line = 0;
};

struct ElaboratedModule {
  std::string file;
  unsigned line = 0;
  std::vector<ElaboratedPin> pins;  ///< in their order
};

/// The module of instance `instance` in the top module of the file at `path`. kernel::InputError if it
/// has none.
ElaboratedModule read_elaborated(const std::string& path, const std::string& instance);

}  // namespace rc::sim::lab
