// SPDX-License-Identifier: Apache-2.0
// Small ELF32 executables made in memory, so that tests can spoil one field at a time.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace rc::test {

struct ElfBuilder {
  struct Segment {
    std::uint32_t address = 0;
    std::vector<std::uint8_t> bytes;
    std::uint32_t memory_bytes = 0;
    std::uint32_t flags = PF_R | PF_X;
  };

  Elf32_Ehdr header{};
  std::vector<Segment> segments;
  std::vector<std::pair<std::uint32_t, std::string>> functions;             // address, name
  std::vector<std::pair<std::string, std::vector<std::uint8_t>>> sections;  // instead of functions

  ElfBuilder() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_386;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof(Elf32_Ehdr);
    header.e_phentsize = sizeof(Elf32_Phdr);
    header.e_shentsize = sizeof(Elf32_Shdr);
  }

  // One segment of code at 0x100000 with two functions: what most tests start from.
  static ElfBuilder small() {
    ElfBuilder elf;
    elf.segments.push_back({0x100000, std::vector<std::uint8_t>(64, 0xF4), 64});
    elf.header.e_entry = 0x100000;
    elf.functions = {{0x100000, "_start"}, {0x100010, "_Z4spinv"}};
    return elf;
  }

  std::vector<std::uint8_t> build() const {
    std::vector<std::uint8_t> file(sizeof(Elf32_Ehdr) + segments.size() * sizeof(Elf32_Phdr));
    Elf32_Ehdr head = header;
    head.e_phoff = sizeof(Elf32_Ehdr);
    head.e_phnum = static_cast<Elf32_Half>(segments.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
      Elf32_Phdr program{};
      program.p_type = PT_LOAD;
      program.p_offset = static_cast<Elf32_Off>(file.size());
      program.p_vaddr = program.p_paddr = segments[i].address;
      program.p_filesz = static_cast<Elf32_Word>(segments[i].bytes.size());
      program.p_memsz = segments[i].memory_bytes;
      program.p_flags = segments[i].flags;
      put(file, sizeof(Elf32_Ehdr) + i * sizeof program, program);
      file.insert(file.end(), segments[i].bytes.begin(), segments[i].bytes.end());
    }
    if (!sections.empty())
      add_sections(file, head);
    else if (!functions.empty())
      add_symbols(file, head);
    put(file, 0, head);
    return file;
  }

 private:
  template <class T>
  static void put(std::vector<std::uint8_t>& file, std::size_t offset, const T& value) {
    std::memcpy(&file[offset], &value, sizeof value);
  }
  template <class T>
  static void append(std::vector<std::uint8_t>& file, const T& value) {
    file.resize(file.size() + sizeof value);
    put(file, file.size() - sizeof value, value);
  }

  // By name, behind their table of names.
  void add_sections(std::vector<std::uint8_t>& file, Elf32_Ehdr& head) const {
    std::vector<Elf32_Shdr> headers(1);
    std::string names(1, '\0');
    for (const auto& [name, bytes] : sections) {
      Elf32_Shdr& section = headers.emplace_back();
      section.sh_name = static_cast<Elf32_Word>(names.size());
      section.sh_type = SHT_PROGBITS;
      section.sh_offset = static_cast<Elf32_Off>(file.size());
      section.sh_size = static_cast<Elf32_Word>(bytes.size());
      names += name + '\0';
      file.insert(file.end(), bytes.begin(), bytes.end());
    }
    Elf32_Shdr& strings = headers.emplace_back();
    strings.sh_type = SHT_STRTAB;
    strings.sh_offset = static_cast<Elf32_Off>(file.size());
    strings.sh_size = static_cast<Elf32_Word>(names.size());
    file.insert(file.end(), names.begin(), names.end());
    head.e_shoff = static_cast<Elf32_Off>(file.size());
    head.e_shnum = static_cast<Elf32_Half>(headers.size());
    head.e_shstrndx = static_cast<Elf32_Half>(headers.size() - 1);
    for (const Elf32_Shdr& each : headers) append(file, each);
  }

  void add_symbols(std::vector<std::uint8_t>& file, Elf32_Ehdr& head) const {
    std::string names(1, '\0');
    Elf32_Shdr table{}, strings{};
    table.sh_type = SHT_SYMTAB;
    table.sh_link = 2;
    table.sh_entsize = sizeof(Elf32_Sym);
    table.sh_offset = static_cast<Elf32_Off>(file.size());
    append(file, Elf32_Sym{});
    for (const auto& [address, name] : functions) {
      Elf32_Sym symbol{};
      symbol.st_name = static_cast<Elf32_Word>(names.size());
      symbol.st_value = address;
      symbol.st_size = 16;
      symbol.st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC);
      symbol.st_shndx = 1;
      append(file, symbol);
      names += name + '\0';
    }
    table.sh_size = static_cast<Elf32_Word>(file.size() - table.sh_offset);
    strings.sh_type = SHT_STRTAB;
    strings.sh_offset = static_cast<Elf32_Off>(file.size());
    strings.sh_size = static_cast<Elf32_Word>(names.size());
    file.insert(file.end(), names.begin(), names.end());
    head.e_shoff = static_cast<Elf32_Off>(file.size());
    head.e_shnum = 3;
    append(file, Elf32_Shdr{});
    append(file, table);
    append(file, strings);
  }
};

}  // namespace rc::test
