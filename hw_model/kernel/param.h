#pragma once
// Parameters: each block declares its own as the fields of a plain struct with a member template
//
//   struct CacheParams {
//     std::uint32_t ways = 4;
//     template <class Visitor> void visit(Visitor& v) {
//       v.field("ways", ways, "ways", "MetalSVM/RCCE notes: L2 is 4-way");
//     }
//   };
//
// so that default, unit and source are in one place. Nested structs use v.group("l1d", l1d).
// Calibrated figures use v.fitted("name", field, "unit", "source", "what it was fitted on").
// The visitors (TOML reader, --set, `info machine`, JSON dump) are in sim/.
// Field types: bool, std::uint32_t, std::uint64_t, double, std::string.
