// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/process_stack.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <sys/uio.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "sim/symbols/dwarf_expression.h"

namespace rc::sim::symbols {
namespace {

// firmware/native/faults.cpp
constexpr std::string_view kHandler = "rockcreek_native_fault";

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};
struct Freed {
  void operator()(void* memory) const { std::free(memory); }
};

// Nothing but what a file has itself: others might be looked for in the network.
int no_other_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                  GElf_Word, char**) {
  return -1;
}

template <class Value>
std::optional<Value> read(pid_t process, std::uint64_t address) {
  Value value{};
  const iovec here{&value, sizeof value};
  const iovec there{reinterpret_cast<void*>(address), sizeof value};
  if (::process_vm_readv(process, &here, 1, &there, 1, 0) != ssize_t{sizeof value})
    return std::nullopt;
  return value;
}

// The name of the function around `at`; empty: none. With its beginning.
struct Function {
  std::string name;
  std::uint64_t begin = 0;
};
Function function_at(Dwfl_Module* module, std::uint64_t at) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* const name = module == nullptr ? nullptr
                                             : dwfl_module_addrinfo(module, at, &offset, &symbol,
                                                                    nullptr, nullptr, nullptr);
  return name == nullptr ? Function{}
                         : Function{function_name(machine::demangled(name)), at - offset};
}

std::uint64_t cfa_of(Dwfl_Module* module, std::uint64_t at, const DwarfContext& context) {
  Dwarf_Addr bias = 0;
  Dwarf_CFI* const table = dwfl_module_eh_cfi(module, &bias);
  Dwarf_Frame* found = nullptr;
  if (table == nullptr || dwarf_cfi_addrframe(table, at - bias, &found) != 0) return 0;
  const std::unique_ptr<Dwarf_Frame, Freed> frame(found);
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_cfa(frame.get(), &ops, &count) != 0) return 0;
  return evaluate({ops, count}, context).value_or(0);
}

std::optional<std::uint64_t> value_at(Dwarf_Die* parameter, std::uint64_t address,
                                      const DwarfContext& context) {
  Dwarf_Attribute attribute;
  Dwarf_Word constant = 0;
  if (dwarf_formudata(dwarf_attr(parameter, DW_AT_const_value, &attribute), &constant) == 0)
    return constant;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(parameter, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation_addr(&attribute, address, &ops, &count, 1) != 1 || count == 0)
    return std::nullopt;
  if (count == 1 && ops->atom >= DW_OP_reg0 && ops->atom <= DW_OP_reg31)
    return context.value_of_register(ops->atom - DW_OP_reg0);
  const auto found = evaluate({ops, count}, context);
  if (!found || ops[count - 1].atom == DW_OP_stack_value) return found;
  return context.word(*found);
}

void add_arguments(std::vector<Argument>& arguments, Dwarf_Die* function, std::uint64_t address,
                   const DwarfContext& context) {
  Dwarf_Die child;
  for (int more = dwarf_child(function, &child); more == 0;
       more = dwarf_siblingof(&child, &child)) {
    const char* const name =
        dwarf_tag(&child) == DW_TAG_formal_parameter ? dwarf_diename(&child) : nullptr;
    const auto value = name == nullptr ? std::nullopt : value_at(&child, address, context);
    if (value) arguments.push_back({name, static_cast<std::uint32_t>(*value)});
  }
}

// Of the function around `at`, in front of those of what the compiler has put into it.
std::vector<Argument> arguments_at(Dwfl_Module* module, std::uint64_t at,
                                   const DwarfContext& context) {
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_module_addrdie(module, at, &bias);
  Dwarf_Die* scopes = nullptr;
  int count = unit == nullptr ? 0 : dwarf_getscopes(unit, at - bias, &scopes);
  const std::unique_ptr<Dwarf_Die, Freed> owner(scopes);
  std::vector<Argument> arguments;
  while (count > 0) add_arguments(arguments, &scopes[--count], at - bias, context);
  return arguments;
}

class Stack {
 public:
  explicit Stack(pid_t process)
      : process_(process), program_(fmt::format("/proc/{}/exe", process)) {}

  std::vector<Frame> frames;

  int add(Dwfl_Frame* state) {
    Dwfl* const dwfl = dwfl_thread_dwfl(dwfl_frame_thread(state));
    Dwarf_Addr pc = 0;
    bool innermost = false;
    if (!dwfl_frame_pc(state, &pc, &innermost)) return DWARF_CB_ABORT;
    const Dwarf_Addr at = innermost ? pc : pc - 1;
    Dwfl_Module* const module = dwfl_addrmodule(dwfl, at);
    const Function function = function_at(module, at);
    Frame frame;
    frame.function = function.name;
    frame.offset = static_cast<std::uint32_t>(at - function.begin);
    Dwarf_Addr bias = 0;
    const bool known = module != nullptr && dwfl_module_addrdie(module, at, &bias) != nullptr;
    if (known) {
      DwarfContext context = context_of(state);
      context.cfa = cfa_of(module, at, context);
      frame.arguments = arguments_at(module, at, context);
      if (!innermost) frame.called = called_by(module, pc, bias);
    }
    const std::size_t first = frames.size();
    const Place place = known ? program_.place(static_cast<std::uint32_t>(at - bias)) : Place{};
    add_frame(frames, frame, place);
    if (place.unit.empty() && function.name != "main")
      for (std::size_t i = first; i < frames.size(); ++i) frames[i].library = true;
    // Behind it comes what has called it, of the host, then what the signal has interrupted.
    if (function.name == kHandler) handler_ = 2;
    if (handler_ > 0) {
      --handler_;
      frames.clear();
    }
    return function.name == "main" || frames.size() >= kMostFrames ? DWARF_CB_ABORT : DWARF_CB_OK;
  }

 private:
  DwarfContext context_of(Dwfl_Frame* state) const {
    DwarfContext context;
    context.value_of_register = [state](unsigned number) -> std::optional<std::uint64_t> {
      Dwarf_Word value = 0;
      if (dwfl_frame_reg(state, number, &value) != 0) return std::nullopt;
      return value;
    };
    context.word = [this](std::uint64_t address) { return read<std::uint64_t>(process_, address); };
    return context;
  }

  // The library's function that the call before `behind` leads to; empty: another one's, or by a pointer.
  std::string called_by(Dwfl_Module* module, std::uint64_t behind, std::uint64_t bias) const {
    constexpr std::uint8_t kCall = 0xE8;
    const auto code = read<std::array<std::uint8_t, 5>>(process_, behind - 5);
    if (!code || (*code)[0] != kCall) return "";
    std::int32_t offset = 0;
    std::memcpy(&offset, code->data() + 1, sizeof offset);
    const std::uint64_t target = behind + static_cast<std::uint64_t>(std::int64_t{offset});
    const Function function = function_at(module, target);
    const bool library = function.begin == target &&
                         is_library(program_.unit(static_cast<std::uint32_t>(target - bias)));
    return library ? function.name : "";
  }

  pid_t process_;
  DebugInfo program_;
  int handler_ = 0;  // frames that are its and its caller's
};

int add_to_stack(Dwfl_Frame* state, void* stack) { return static_cast<Stack*>(stack)->add(state); }

}  // namespace

std::vector<Frame> process_stack(pid_t process, pid_t thread) {
  static constexpr Dwfl_Callbacks kCallbacks{dwfl_linux_proc_find_elf, no_other_file, nullptr,
                                             nullptr};
  const std::unique_ptr<Dwfl, EndDwfl> dwfl(dwfl_begin(&kCallbacks));
  if (dwfl == nullptr) return {};
  dwfl_report_begin(dwfl.get());
  if (dwfl_linux_proc_report(dwfl.get(), process) != 0 ||
      dwfl_report_end(dwfl.get(), nullptr, nullptr) != 0 ||
      dwfl_linux_proc_attach(dwfl.get(), process, false) != 0)
    return {};
  Stack stack(process);
  dwfl_getthread_frames(dwfl.get(), thread, add_to_stack, &stack);
  return std::move(stack.frames);
}

}  // namespace rc::sim::symbols
