// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/elf_image.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>

#include "firmware/marks/RC_marks.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/scc/params.h"
#include "sim/base/files.h"

namespace rc::sim::machine {
namespace {

static_assert(std::endian::native == std::endian::little, "ELF structures are read in place");

class Reader {
 public:
  Reader(std::span<const std::uint8_t> data, const std::string& file) : data_(data), file_(file) {}

  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw kernel::InputError(fmt::format("{}: {}", kernel::shown(file_, kernel::kMaxPathShown),
                                         fmt::format(format, std::forward<Args>(args)...)));
  }

  bool holds(std::uint64_t offset, std::uint64_t bytes) const {
    return offset <= data_.size() && bytes <= data_.size() - offset;
  }

  std::span<const std::uint8_t> bytes(std::uint64_t offset, std::uint64_t size,
                                      std::string_view what) const {
    if (!holds(offset, size))
      fail("truncated: {} needs bytes {} to {}, the file has {}", what, offset, offset + size,
           data_.size());
    return data_.subspan(offset, size);
  }

  template <class T>
  T object(std::uint64_t offset, std::string_view what) const {
    T value;
    std::memcpy(&value, bytes(offset, sizeof value, what).data(), sizeof value);
    return value;
  }

 private:
  std::span<const std::uint8_t> data_;
  const std::string& file_;
};

std::string machine_name(unsigned machine) {
  switch (machine) {
    case EM_386:
      return "i386";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "ARM";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    default:
      return fmt::format("machine {}", machine);
  }
}

std::string type_name(unsigned type) {
  switch (type) {
    case ET_REL:
      return "an object file";
    case ET_DYN:
      return "a shared object or position-independent executable";
    case ET_CORE:
      return "a core dump";
    default:
      return fmt::format("of ELF type {}", type);
  }
}

Elf32_Ehdr read_header(const Reader& reader) {
  const auto ident = reader.bytes(0, EI_NIDENT, "the ELF identification");
  if (std::memcmp(ident.data(), ELFMAG, SELFMAG) != 0)
    reader.fail("not an ELF file, expected an i386 executable");
  if (ident[EI_CLASS] != ELFCLASS32) {
    const auto machine = reader.object<std::uint16_t>(offsetof(Elf64_Ehdr, e_machine), "header");
    reader.fail("a {} file for {}, expected a 32-bit i386 executable",
                ident[EI_CLASS] == ELFCLASS64 ? "64-bit" : "strange-class", machine_name(machine));
  }
  if (ident[EI_DATA] != ELFDATA2LSB) reader.fail("big-endian, expected a little-endian i386 file");
  const auto header = reader.object<Elf32_Ehdr>(0, "the ELF header");
  if (header.e_machine != EM_386)
    reader.fail("code for {}, expected i386", machine_name(header.e_machine));
  if (header.e_type != ET_EXEC)
    reader.fail("{}, expected a statically linked executable", type_name(header.e_type));
  if (header.e_phnum == 0) reader.fail("no program headers, expected something to load");
  if (header.e_phentsize != sizeof(Elf32_Phdr))
    reader.fail("program headers of {} bytes, expected {}", header.e_phentsize, sizeof(Elf32_Phdr));
  return header;
}

// Slots that a machine needs for the last segment; broken files are found out later.
std::uint64_t slots_needed(const Reader& reader, const Elf32_Ehdr& header) {
  std::uint64_t end = 0;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto program = reader.object<Elf32_Phdr>(
        std::uint64_t{header.e_phoff} + i * sizeof(Elf32_Phdr), "the program headers");
    if (program.p_type == PT_LOAD)
      end = std::max(end, std::uint64_t{program.p_paddr} + program.p_memsz);
  }
  return (end + SCC_SLOT_SIZE - 1) / SCC_SLOT_SIZE;
}

std::vector<ElfSegment> read_segments(const Reader& reader, const Elf32_Ehdr& header,
                                      std::uint64_t memory_bytes) {
  std::vector<ElfSegment> segments;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto program = reader.object<Elf32_Phdr>(
        std::uint64_t{header.e_phoff} + i * sizeof(Elf32_Phdr), "the program headers");
    if (program.p_type == PT_INTERP || program.p_type == PT_DYNAMIC)
      reader.fail("dynamically linked, expected a statically linked executable");
    if (program.p_type != PT_LOAD || program.p_memsz == 0) continue;
    if (program.p_filesz > program.p_memsz)
      reader.fail("segment {} has {} bytes in the file but {} in memory", i, program.p_filesz,
                  program.p_memsz);
    const std::uint64_t end = std::uint64_t{program.p_paddr} + program.p_memsz;
    if (end > memory_bytes) {
      const std::uint64_t slots = slots_needed(reader, header);
      reader.fail("segment {} ends at {:#x}, beyond private memory, which ends at {:#x}{}", i, end,
                  memory_bytes,
                  slots > scc::kMaxPrivateSlots
                      ? ""
                      : fmt::format("; on an SCC it needs machine.private_slots = {}", slots));
    }
    if (program.p_paddr < SCC_BOOT_BLOCK + SCC_BOOT_BLOCK_SIZE && end > SCC_BOOT_BLOCK)
      reader.fail("segment {} at {:#x} lies over the boot block at {:#x}", i, program.p_paddr,
                  SCC_BOOT_BLOCK);
    const auto bytes =
        reader.bytes(program.p_offset, program.p_filesz, fmt::format("segment {}", i));
    segments.push_back({program.p_paddr, program.p_memsz, (program.p_flags & PF_X) != 0,
                        std::vector<std::uint8_t>(bytes.begin(), bytes.end())});
  }
  if (segments.empty()) reader.fail("no loadable segment, expected something to load");
  std::ranges::sort(segments, {}, &ElfSegment::address);
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const ElfSegment& below = segments[i - 1];
    if (segments[i].address - below.address < below.memory_bytes)
      reader.fail("segments at {:#x} and {:#x} overlap", below.address, segments[i].address);
  }
  return segments;
}

Elf32_Shdr section_header(const Reader& reader, const Elf32_Ehdr& header, unsigned index) {
  return reader.object<Elf32_Shdr>(std::uint64_t{header.e_shoff} + index * sizeof(Elf32_Shdr),
                                   "the section headers");
}

bool has_sections(const Elf32_Ehdr& header) {
  return header.e_shoff != 0 && header.e_shentsize == sizeof(Elf32_Shdr);
}

std::optional<Elf32_Shdr> find_section(const Reader& reader, const Elf32_Ehdr& header,
                                       unsigned type) {
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto section = section_header(reader, header, i);
    if (section.sh_type == type) return section;
  }
  return std::nullopt;
}

// A section by its name; none where the file does not say names.
std::optional<Elf32_Shdr> find_section(const Reader& reader, const Elf32_Ehdr& header,
                                       std::string_view name) {
  if (!has_sections(header) || header.e_shstrndx >= header.e_shnum) return std::nullopt;
  const auto names = section_header(reader, header, header.e_shstrndx);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto section = section_header(reader, header, i);
    const std::uint64_t at = std::uint64_t{names.sh_offset} + section.sh_name;
    if (!reader.holds(at, name.size() + 1)) continue;
    const auto text = reader.bytes(at, name.size() + 1, "a section's name");
    if (std::memcmp(text.data(), name.data(), name.size()) == 0 && text.back() == 0) return section;
  }
  return std::nullopt;
}

// "L10" is a place within a function of newlib's in assembler.
bool is_local_label(std::string_view name) {
  return name.size() > 1 && name[0] == 'L' &&
         std::ranges::all_of(name.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

// Of code, or of data.
SymbolTable read_symbols(const Reader& reader, const Elf32_Ehdr& header,
                         const std::vector<ElfSegment>& segments, bool code) {
  if (!has_sections(header)) return {};
  const auto table = find_section(reader, header, SHT_SYMTAB);
  if (!table) return {};
  if (table->sh_link >= header.e_shnum) reader.fail("the symbol table names no string table");
  const auto string_section = section_header(reader, header, table->sh_link);
  const auto strings =
      reader.bytes(string_section.sh_offset, string_section.sh_size, "the string table");
  const auto entries = reader.bytes(table->sh_offset, table->sh_size, "the symbol table");
  if (!strings.empty() && strings.back() != 0) reader.fail("the string table has no end");

  std::vector<SymbolTable::Extent> extents;
  for (const ElfSegment& each : segments)
    if (each.executable || !code)
      extents.push_back({each.address, each.address + each.memory_bytes});
  const auto in_memory = [&](std::uint32_t address) {
    return std::ranges::any_of(extents, [&](const SymbolTable::Extent& each) {
      return each.begin <= address && address < each.end;
    });
  };
  std::vector<ElfSymbol> symbols;
  for (std::size_t i = 0; i + sizeof(Elf32_Sym) <= entries.size(); i += sizeof(Elf32_Sym)) {
    Elf32_Sym symbol;
    std::memcpy(&symbol, &entries[i], sizeof symbol);
    const unsigned type = ELF32_ST_TYPE(symbol.st_info);
    if (code ? type != STT_FUNC && type != STT_NOTYPE : type != STT_OBJECT) continue;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS) continue;
    if (symbol.st_name == 0 || symbol.st_name >= strings.size()) continue;
    if (!in_memory(symbol.st_value)) continue;
    const char* const name = reinterpret_cast<const char*>(&strings[symbol.st_name]);
    if (type == STT_NOTYPE && is_local_label(name)) continue;
    symbols.push_back({symbol.st_value, symbol.st_size, demangled(name)});
  }
  return {std::move(symbols), extents};
}

// Of code; anything else in the section is wrong.
std::vector<ProgramMark> read_marks(const Reader& reader, const Elf32_Ehdr& header,
                                    const std::vector<ElfSegment>& segments) {
  static_assert(RC_MARK_POINT == static_cast<int>(ProgramMark::Kind::point) &&
                RC_MARK_BEGIN == static_cast<int>(ProgramMark::Kind::begin) &&
                RC_MARK_END == static_cast<int>(ProgramMark::Kind::end));
  constexpr std::size_t kBeforeName = 5;
  std::vector<ProgramMark> marks;
  const auto section = find_section(reader, header, RC_MARKS_SECTION);
  if (!section) return marks;
  auto left = reader.bytes(section->sh_offset, section->sh_size, "section " RC_MARKS_SECTION);
  while (!left.empty()) {
    const auto refuse = [&](const char* what) {
      reader.fail("section " RC_MARKS_SECTION ": mark {} {}", marks.size() + 1, what);
    };
    const auto end = std::ranges::find(left.subspan(std::min(kBeforeName, left.size())), 0);
    if (end == left.end()) refuse("has no end, expected address, kind and a name with a zero");
    ProgramMark mark;
    std::memcpy(&mark.address, left.data(), sizeof mark.address);
    if (left[4] > RC_MARK_END) refuse("is of an unknown kind, expected 0 to 2");
    mark.kind = static_cast<ProgramMark::Kind>(left[4]);
    mark.name.assign(left.begin() + kBeforeName, end);
    const bool in_code = std::ranges::any_of(segments, [&](const ElfSegment& each) {
      return each.executable && mark.address - each.address < each.bytes.size();
    });
    if (!in_code) refuse("lies in no code");
    marks.push_back(std::move(mark));
    left = left.subspan(static_cast<std::size_t>(end - left.begin()) + 1);
  }
  std::ranges::stable_sort(marks, {}, &ProgramMark::address);
  return marks;
}

}  // namespace

std::string ElfImage::locate(std::uint32_t address) const {
  return symbols.locate(address) + (program.empty() ? "" : " of " + program);
}

bool ElfImage::has_code_of(std::string_view prefix) const {
  return std::ranges::any_of(
      symbols, [prefix](const ElfSymbol& symbol) { return symbol.name.starts_with(prefix); });
}

ElfImage parse_elf(std::span<const std::uint8_t> data, const std::string& file,
                   std::uint64_t memory_bytes) {
  const Reader reader(data, file);
  const Elf32_Ehdr header = read_header(reader);
  ElfImage image;
  image.segments = read_segments(reader, header, memory_bytes);
  image.entry = header.e_entry;
  const bool entry_is_code = std::ranges::any_of(image.segments, [&](const ElfSegment& s) {
    return s.executable && image.entry - s.address < s.bytes.size();
  });
  if (!entry_is_code) reader.fail("the entry {:#x} lies in no executable segment", image.entry);
  image.symbols = read_symbols(reader, header, image.segments, true);
  image.variables = read_symbols(reader, header, image.segments, false);
  image.marks = read_marks(reader, header, image.segments);
  if (const auto stack = find_section(reader, header, ".stack")) {
    image.stack = stack->sh_addr;
    image.stack_bytes = stack->sh_size;
  }
  if (const auto tables = find_section(reader, header, ".page_tables"))
    image.page_tables = tables->sh_addr;
  return image;
}

ElfImage load_elf(const std::string& file, std::uint64_t memory_bytes) {
  const std::string data = base::read_file(file, base::kMaxProgram);
  return parse_elf({reinterpret_cast<const std::uint8_t*>(data.data()), data.size()}, file,
                   memory_bytes);
}

host::Image to_image(const ElfImage& elf, const std::string& name) {
  host::Image image{name, elf.entry, {}, elf.memory_end};
  for (const ElfSegment& segment : elf.segments)
    image.segments.push_back({segment.address, segment.memory_bytes, segment.bytes});
  return image;
}

}  // namespace rc::sim::machine
