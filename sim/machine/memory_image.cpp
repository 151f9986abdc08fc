// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/memory_image.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <string_view>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"

namespace rc::sim::machine {
namespace {

constexpr std::uint64_t kCoreBytes = std::uint64_t{1} << 32;
constexpr std::uint64_t kControllerBytes = std::uint64_t{1} << 34;
constexpr unsigned kRegisters = SCC_SUBDEST_CRB;

// A text file, line by line.
class Lines {
 public:
  explicit Lines(const std::string& file) : file_(file), in_(base::read_file(file)) {}

  // The words of the next line that has any; false at the end. # begins a comment.
  bool next(std::vector<std::string>& words) {
    words.clear();
    for (std::string line; words.empty() && std::getline(in_, line);) {
      ++number_;
      std::istringstream text(line.substr(0, line.find('#')));
      for (std::string word; text >> word;) words.push_back(word);
    }
    return !words.empty();
  }
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw kernel::InputError(fmt::format("{}:{}: {}", kernel::shown(file_, kernel::kMaxPathShown),
                                         number_,
                                         fmt::format(format, std::forward<Args>(args)...)));
  }
  // Hexadecimal, up to `most`.
  std::uint64_t hex(const std::string& word, const char* what, std::uint64_t most) const {
    const auto value = base::parse_whole(word, most, base::Radix::hexadecimal);
    if (!value)
      fail("{} '{}': expected a hexadecimal number up to {:x}", what, kernel::shown(word), most);
    return *value;
  }

 private:
  const std::string& file_;
  std::istringstream in_;
  int number_ = 0;
};

MemoryPiece flat_file(const std::string& file, std::uint64_t address) {
  const std::string bytes = base::read_file(file, base::kMaxProgram);
  const auto refuse = [&](const std::string& why) {
    throw kernel::InputError(
        fmt::format("{}: {}", kernel::shown(file, kernel::kMaxPathShown), why));
  };
  if (bytes.empty()) refuse("empty, expected an image");
  if (bytes.size() > kCoreBytes - address)
    refuse(fmt::format("{} bytes at {:#x} end beyond the 4 GB of a core", bytes.size(), address));
  return {file, std::nullopt, address, std::vector<std::uint8_t>(bytes.begin(), bytes.end())};
}

std::vector<MemoryPiece> read_map(const std::string& file) {
  Lines lines(file);
  std::vector<MemoryPiece> pieces;
  for (std::vector<std::string> words; lines.next(words);) {
    if (words.size() != 2) lines.fail("expected an address and a file");
    const std::uint64_t address = lines.hex(words[0], "address", kCoreBytes - 1);
    const auto beside = std::filesystem::path(file).parent_path() / words[1];
    pieces.push_back(flat_file(beside.string(), address));
  }
  if (pieces.empty()) lines.fail("no line, expected an address and a file");
  return pieces;
}

// The controller that an object file of sccMerge is for: "mch_5_2.32.obj".
std::optional<std::pair<unsigned, unsigned>> controller_of(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!name.starts_with("mch_") || name.size() < 7 || !digit(name[4]) || name[5] != '_' ||
      !digit(name[6]))
    return std::nullopt;
  return std::pair{static_cast<unsigned>(name[4] - '0'), static_cast<unsigned>(name[6] - '0')};
}

std::vector<MemoryPiece> read_object(const std::string& file) {
  Lines lines(file);
  const auto controller = controller_of(file);
  const std::uint64_t end = controller ? kControllerBytes : kCoreBytes;
  std::vector<MemoryPiece> pieces;
  bool ended = false;
  for (std::vector<std::string> words; !ended && lines.next(words);) {
    if (words[0] == "/origin") {
      if (words.size() != 2) lines.fail("/origin: expected a word address");
      pieces.push_back({file, controller, 4 * lines.hex(words[1], "origin", end / 4 - 1), {}});
    } else if (words[0] == "/eof") {
      ended = true;
    } else {
      if (pieces.empty()) lines.fail("'{}': expected /origin first", kernel::shown(words[0]));
      MemoryPiece& piece = pieces.back();
      for (const std::string& word : words) {
        const auto value = static_cast<std::uint32_t>(lines.hex(word, "word", 0xFFFFFFFF));
        for (unsigned i = 0; i < 4; ++i)
          piece.bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
      }
      if (piece.address + piece.bytes.size() > end)
        lines.fail("the words from {:#x} on end beyond {:#x}", piece.address, end);
    }
  }
  if (!ended) lines.fail("the file ends without /eof: it is truncated");
  std::erase_if(pieces, [](const MemoryPiece& piece) { return piece.bytes.empty(); });
  if (pieces.empty()) lines.fail("no words, expected an image");
  return pieces;
}

// Of FILE@ADDRESS.
MemoryPiece read_flat(const std::string& name) {
  const std::size_t at = name.rfind('@');
  const auto refuse = [&] {
    throw kernel::InputError(fmt::format(
        "--image {}: expected FILE@ADDRESS with an address as 0x100000, FILE.map or FILE.obj",
        kernel::shown(name, kernel::kMaxPathShown)));
  };
  if (at == std::string::npos || at == 0 || at + 1 == name.size()) refuse();
  const auto address = base::parse_whole(std::string_view(name).substr(at + 1), kCoreBytes - 1,
                                         base::Radix::decimal_or_0x);
  if (!address) refuse();
  return flat_file(name.substr(0, at), *address);
}

}  // namespace

std::vector<MemoryPiece> read_memory_image(const std::string& name) {
  if (name.ends_with(".map")) return read_map(name);
  if (name.ends_with(".obj")) return read_object(name);
  return {read_flat(name)};
}

std::vector<LutLine> read_lut_file(const std::string& file, const scc::Geometry& geometry) {
  constexpr std::uint64_t kWord = ~std::uint64_t{0};
  const std::uint32_t valid = geometry.has_scc_map() ? SCC_LUT_VALID_MASK : RC_LUT_VALID_MASK;
  Lines lines(file);
  std::vector<LutLine> found;
  for (std::vector<std::string> words; lines.next(words);) {
    if (words.size() != 4) lines.fail("expected route, destination, address and value");
    const auto route = static_cast<std::uint32_t>(lines.hex(words[0], "route", 0xFF));
    const std::uint64_t destination = lines.hex(words[1], "destination", 7);
    const std::uint64_t address = lines.hex(words[2], "address", kWord);
    const std::uint64_t value = lines.hex(words[3], "value", kWord);
    const std::uint32_t x = route & 15, y = route >> 4;
    if (x >= geometry.cols || y >= geometry.rows)
      lines.fail("route {:02x}: there is no tile ({},{})", route, x, y);
    const std::uint64_t end = RC_CRB_LUT(geometry.cores_per_tile);
    if (destination != kRegisters || address < SCC_CRB_LUT0 || address >= end || address % 8 != 0)
      lines.fail(
          "destination {:x}, address {:x}: no slot of a lookup table; expected destination 2 and "
          "{:x} to {:x} in steps of 8",
          destination, address, SCC_CRB_LUT0, end - 8);
    if (value > valid) lines.fail("value {:x}: expected an entry up to {:x}", value, valid);
    const auto slots = static_cast<std::uint32_t>(address - SCC_CRB_LUT0) / 8;
    found.push_back({geometry.core_at(x, y, slots / SCC_LUT_ENTRIES), slots % SCC_LUT_ENTRIES,
                     static_cast<std::uint32_t>(value)});
  }
  if (found.empty()) lines.fail("no line, expected route, destination, address and value");
  return found;
}

}  // namespace rc::sim::machine
