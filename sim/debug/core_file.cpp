// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/core_file.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::debug {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Offsets of members, and sizes.
constexpr std::size_t kStatusSignal = 12, kStatusPid = 24, kStatusRegisters = 72,
                      kStatusBytes = 144;
constexpr std::size_t kInfoPid = 12, kInfoName = 28, kInfoNameBytes = 16, kInfoArguments = 44,
                      kInfoArgumentsBytes = 80, kInfoBytes = 124;
constexpr std::size_t kX87Stack = 28, kX87Bytes = 108;
// Of GDB's numbers.
constexpr unsigned kEax = 0;

void put(Bytes& to, std::size_t at, std::uint32_t word) {
  std::memcpy(to.data() + at, &word, sizeof word);
}
std::uint32_t word_of(const GdbRegisters& registers, unsigned number) {
  std::uint32_t word = 0;
  std::memcpy(&word, registers.data() + gdb_register(number).first, sizeof word);
  return word;
}

void add_note(Bytes& notes, std::uint32_t type, const Bytes& content) {
  constexpr std::array<char, 8> kName{'C', 'O', 'R', 'E'};  // with its end, padded to words
  const Elf32_Nhdr header{5, static_cast<Elf32_Word>(content.size()), type};
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&header);
  notes.insert(notes.end(), bytes, bytes + sizeof header);
  notes.insert(notes.end(), kName.begin(), kName.end());
  notes.insert(notes.end(), content.begin(), content.end());
}

// elf_prstatus: ebx ecx edx esi edi ebp eax ds es fs gs orig_eax eip cs eflags esp ss.
Bytes status(const CoreThread& thread, int signal) {
  static constexpr unsigned kOrder[] = {3, 1, 2, 6, 7, 5, 0, 12, 13, 14, 15, kEax, 8, 10, 9, 4, 11};
  Bytes note(kStatusBytes);
  put(note, 0, static_cast<std::uint32_t>(signal));
  put(note, kStatusSignal, static_cast<std::uint32_t>(signal));
  put(note, kStatusPid, static_cast<std::uint32_t>(thread.number));
  for (std::size_t i = 0; i < std::size(kOrder); ++i)
    put(note, kStatusRegisters + 4 * i, word_of(thread.registers, kOrder[i]));
  put(note, kStatusBytes - 4, 1);  // the x87's registers are there
  return note;
}

// user_fpregs_struct, as FNSAVE stores it: control, status, tags, and the last instruction's place
// and operand; then the stack from its top.
Bytes x87(const CoreThread& thread) {
  Bytes note(kX87Bytes);
  // Of GDB's: control, status, tags, selector and place of the code, then of the operand, opcode.
  const auto control = [&](unsigned i) { return word_of(thread.registers, kGdbFirstControl + i); };
  for (unsigned i = 0; i < 3; ++i) put(note, 4 * i, 0xffff0000u | control(i));
  put(note, 12, control(4));
  put(note, 16, control(3) | control(7) << 16);
  put(note, 20, control(6));
  put(note, 24, control(5));
  for (unsigned i = 0; i < 8; ++i) {
    const GdbRegisterPlace place = gdb_register(kGdbFirstStack + i);
    std::memcpy(note.data() + kX87Stack + place.bytes * i, thread.registers.data() + place.first,
                place.bytes);
  }
  return note;
}

Bytes process(const CoreContents& contents) {
  Bytes note(kInfoBytes);
  put(note, kInfoPid, static_cast<std::uint32_t>(contents.threads.front().number));
  const auto text = [&](std::size_t at, std::size_t bytes) {  // ends with a zero
    std::memcpy(note.data() + at, contents.program.data(),
                std::min(contents.program.size(), bytes - 1));
  };
  text(kInfoName, kInfoNameBytes);
  text(kInfoArguments, kInfoArgumentsBytes);
  return note;
}

Bytes notes_of(const CoreContents& contents) {
  Bytes notes;
  for (const CoreThread& thread : contents.threads) {
    // Of several threads BFD takes the last one's signal.
    add_note(notes, NT_PRSTATUS, status(thread, contents.signal));
    // BFD takes a name that is cut for that of another program.
    if (&thread == &contents.threads.front() && contents.program.size() < kInfoNameBytes)
      add_note(notes, NT_PRPSINFO, process(contents));
    add_note(notes, NT_FPREGSET, x87(thread));
  }
  return notes;
}

// Pages in a row, all written or all zeros.
struct Run {
  std::uint64_t address = 0, bytes = 0;
  bool written = false;
};

// A gap of zeros this short is written, too: the number of segments has 16 bits.
constexpr std::uint64_t kShortGap = std::uint64_t{64} * kCorePage;
constexpr std::uint64_t kEndOfSpace = std::uint64_t{1} << 32;
constexpr std::uint64_t kLongestRun = kEndOfSpace / 4;

std::vector<Run> runs_of(const CoreContents& contents) {
  std::vector<Run> runs;
  std::array<std::uint8_t, kCorePage> page{};
  const auto follows = [](const Run& run, std::uint64_t address) {
    return run.address + run.bytes == address && run.bytes < kLongestRun;
  };
  for (std::uint64_t at = 0; at < kEndOfSpace; at += kCorePage) {
    const auto address = static_cast<std::uint32_t>(at);
    if (!contents.read(address, page.data())) continue;
    const bool written = contents.in_program(address) ||
                         std::ranges::any_of(page, [](std::uint8_t byte) { return byte != 0; });
    if (!runs.empty() && follows(runs.back(), at) && runs.back().written == written) {
      runs.back().bytes += kCorePage;
      continue;
    }
    const std::size_t count = runs.size();
    const bool over_gap = written && count > 1 && follows(runs.back(), at) &&
                          runs.back().bytes <= kShortGap && runs[count - 2].written &&
                          follows(runs[count - 2], runs.back().address);
    if (over_gap) {
      runs[count - 2].bytes += runs.back().bytes + kCorePage;
      runs.pop_back();
    } else {
      runs.push_back({at, kCorePage, written});
    }
  }
  return runs;
}

Elf32_Ehdr header_of(std::size_t segments) {
  Elf32_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS32;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_CORE;
  header.e_machine = EM_386;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf32_Phdr);
  header.e_phnum = static_cast<Elf32_Half>(segments);
  return header;
}

template <class T>
void write(std::ostream& out, const T* data, std::size_t count) {
  out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(sizeof(T) * count));
}

}  // namespace

void write_core_file(const std::string& path, const CoreContents& contents) {
  const Bytes notes = notes_of(contents);
  const std::vector<Run> runs = runs_of(contents);
  std::vector<Elf32_Phdr> segments(1 + runs.size());
  const std::size_t headers = sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr) * segments.size();
  segments[0].p_type = PT_NOTE;
  segments[0].p_offset = static_cast<Elf32_Off>(headers);
  segments[0].p_filesz = static_cast<Elf32_Word>(notes.size());
  const std::size_t ahead = headers + notes.size();
  std::uint64_t offset = (ahead + kCorePage - 1) / kCorePage * kCorePage;
  const std::size_t padding = offset - ahead;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Elf32_Phdr& segment = segments[1 + i];
    segment.p_type = PT_LOAD;
    segment.p_offset = static_cast<Elf32_Off>(offset);
    segment.p_vaddr = static_cast<Elf32_Addr>(runs[i].address);
    segment.p_memsz = static_cast<Elf32_Word>(runs[i].bytes);
    segment.p_filesz = runs[i].written ? segment.p_memsz : 0;
    segment.p_flags = PF_R | PF_W | PF_X;
    segment.p_align = kCorePage;
    offset += segment.p_filesz;
  }
  if (offset >= kEndOfSpace)
    throw kernel::InputError(fmt::format("{}: expected less than 4 GB of memory that is not zero",
                                         kernel::shown(path, kernel::kMaxPathShown)));
  base::OutputFile file(path);
  std::ostream& out = file.stream();
  const Elf32_Ehdr header = header_of(segments.size());
  write(out, &header, 1);
  write(out, segments.data(), segments.size());
  write(out, notes.data(), notes.size());
  const std::array<std::uint8_t, kCorePage> zeros{};
  write(out, zeros.data(), padding);
  std::array<std::uint8_t, kCorePage> page{};
  for (const Run& run : runs) {
    for (std::uint64_t at = 0; run.written && at < run.bytes; at += kCorePage) {
      contents.read(static_cast<std::uint32_t>(run.address + at), page.data());
      write(out, page.data(), page.size());
    }
  }
  file.commit();
}

}  // namespace rc::sim::debug
