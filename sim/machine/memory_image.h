// SPDX-License-Identifier: Apache-2.0
// What a host puts into an SCC's memory and lookup tables before it releases cores: flat images at
// addresses, in the formats of Intel's sccKit, read by parsers that trust nothing in the file.
//
//   FILE@ADDRESS   the bytes of the file at a core's physical address
//   FILE.map       a line `address file` for each flat file, addresses in hexadecimal, files beside it
//   FILE.obj       text: `/origin W` (a word address in hexadecimal, a quarter of the byte's), words of
//                  32 bits, `/eof`; for each core, or for the controller at router (X,Y) if the name
//                  begins with mch_X_Y
//   lookup tables  a line `route destination address value` in hexadecimal for each slot: route is
//                  y << 4 | x, destination 2 the configuration registers, address a slot's register
//
// Sources: sccKit and the SCC's Linux build (bin2obj, sccMerge, sccBoot) for the formats.
// Errors: kernel::InputError of one line: file, line where there is one, what was expected.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/scc/tile/geometry.h"

namespace rc::sim::machine {

struct MemoryPiece {
  std::string file;
  std::optional<std::pair<unsigned, unsigned>> controller;  // at router x, y; else of the core
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes;
};

struct LutLine {
  std::uint32_t core = 0;
  unsigned slot = 0;
  std::uint32_t entry = 0;
};

// `name` is one of the first three forms.
std::vector<MemoryPiece> read_memory_image(const std::string& name);
std::vector<LutLine> read_lut_file(const std::string& file, const scc::Geometry& geometry);

}  // namespace rc::sim::machine
