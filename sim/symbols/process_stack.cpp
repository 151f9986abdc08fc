// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/process_stack.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include <memory>

namespace rc::sim::symbols {
namespace {

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

// Nothing but what a file has itself: others might be looked for in the network.
int no_other_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                  GElf_Word, char**) {
  return -1;
}

int add_frame(Dwfl_Frame* state, void* all) {
  auto& frames = *static_cast<std::vector<Frame>*>(all);
  Dwfl* const dwfl = dwfl_thread_dwfl(dwfl_frame_thread(state));
  Dwarf_Addr pc = 0;
  bool innermost = false;
  if (!dwfl_frame_pc(state, &pc, &innermost)) return DWARF_CB_ABORT;
  const Dwarf_Addr at = innermost ? pc : pc - 1;
  Frame frame;
  Dwfl_Module* const module = dwfl_addrmodule(dwfl, at);
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* const name = module == nullptr ? nullptr
                                             : dwfl_module_addrinfo(module, at, &offset, &symbol,
                                                                    nullptr, nullptr, nullptr);
  if (name != nullptr) frame.function = name;
  frame.offset = static_cast<std::uint32_t>(offset);
  int line = 0;
  Dwfl_Line* const row = module == nullptr ? nullptr : dwfl_module_getsrc(module, at);
  const char* const file =
      row == nullptr ? nullptr : dwfl_lineinfo(row, nullptr, &line, nullptr, nullptr, nullptr);
  if (file != nullptr) frame.file = file;
  frame.line = static_cast<unsigned>(line);
  frame.library = frame.file.empty() && frame.function != "main";
  frames.push_back(frame);
  return frame.function == "main" ? DWARF_CB_ABORT : DWARF_CB_OK;
}

}  // namespace

std::vector<Frame> process_stack(pid_t process) {
  static constexpr Dwfl_Callbacks kCallbacks{dwfl_linux_proc_find_elf, no_other_file, nullptr,
                                             nullptr};
  const std::unique_ptr<Dwfl, EndDwfl> dwfl(dwfl_begin(&kCallbacks));
  std::vector<Frame> frames;
  if (dwfl == nullptr) return frames;
  dwfl_report_begin(dwfl.get());
  if (dwfl_linux_proc_report(dwfl.get(), process) != 0 ||
      dwfl_report_end(dwfl.get(), nullptr, nullptr) != 0 ||
      dwfl_linux_proc_attach(dwfl.get(), process, false) != 0)
    return frames;
  dwfl_getthread_frames(dwfl.get(), process, add_frame, &frames);
  return frames;
}

}  // namespace rc::sim::symbols
