#include "sim/run/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "sim/base/numbers.h"

namespace rc::sim {
namespace {

constexpr std::uint32_t kGuard = 4096;

std::uint32_t address(const std::string& text) {
  return static_cast<std::uint32_t>(parse_whole(text, 0xFFFFFFFF, Radix::decimal_or_0x).value());
}

std::string size_text(std::uint32_t bytes) {
  constexpr std::uint32_t kMega = 1 << 20, kKilo = 1 << 10;
  if (bytes % kMega == 0) return fmt::format("{} MB", bytes / kMega);
  return fmt::format("{} KB", bytes / kKilo);
}

std::string symbolised(const std::string& message, const ElfImage& elf) {
  static const std::regex kPlace(R"(EIP (0x[0-9a-f]{8})(?! \())");
  std::string text;
  auto copied = message.begin();
  for (std::sregex_iterator it(message.begin(), message.end(), kPlace), end; it != end; ++it) {
    text.append(copied, (*it)[0].second);
    text += fmt::format(" ({})", elf.locate(address((*it)[1].str())));
    copied = (*it)[0].second;
  }
  return text.append(copied, message.end());
}

// Empty unless `message` is a page fault, delivered or not, below the stack.
std::string stack_overflow(const std::string& message, const ElfImage& elf,
                           const std::vector<int>& cores) {
  static const std::regex kTriple(
      R"(core (\d+): triple fault; first exception 14, CR2 (0x[0-9a-f]{8}) at EIP (0x[0-9a-f]{8}).*)");
  static const std::regex kDelivered(
      R"(core (\d+): page fault \(.*\) at EIP (0x[0-9a-f]{8}).*, address (0x[0-9a-f]{8}))");
  std::smatch parts;
  const bool triple = std::regex_match(message, parts, kTriple);
  if (elf.stack_bytes == 0 || (!triple && !std::regex_match(message, parts, kDelivered))) return "";
  const std::uint32_t at = address(parts[triple ? 2 : 3]), eip = address(parts[triple ? 3 : 2]);
  if (elf.stack - at > kGuard || at >= elf.stack) return "";
  const std::string core = parts[1];
  const auto rank = std::ranges::find(cores, std::stoi(core)) - cores.begin();
  return fmt::format(
      "UE {} (core {}): stack overflow in {} at EIP {:#010x}: the stack has {}; run or cc "
      "--stack SIZE gives it more",
      rank, core, elf.locate(eip), eip, size_text(elf.stack_bytes));
}

}  // namespace

std::string explained(const std::string& message,
                      const std::function<const ElfImage&(int core)>& elf_of,
                      const std::vector<int>& cores) {
  static const std::regex kCore("(?:core|node) ([0-9]+)");
  std::smatch parts;
  const bool named = std::regex_search(message, parts, kCore);
  const ElfImage& elf = elf_of(named ? std::stoi(parts[1]) : 0);
  const std::string overflow = stack_overflow(message, elf, cores);
  return overflow.empty() ? symbolised(message, elf) : overflow;
}

}  // namespace rc::sim
