// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/firmware_compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/stack_size.h"

namespace rc::sim::compile {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

constexpr std::string_view kHelp =
    R"(usage: rockcreek cc|c++ [GCC's options] FILE... [-o PROGRAM]
Compiles and links C and C++ for the simulated machine, with RCCE, iRCCE, newlib and libm.
  --nx             for the iPSC/860, with NX (nx.h) instead of RCCE: see docs/ipsc.md
  --cstar          the same, with the C* library (cstar.h, cstar.hpp); a FILE.cs is C*,
                   and is enough by itself: see docs/cstar.md
  --nx --host      for the host of an iPSC/860: a program that loads the nodes (also -host)
  --native         for this host instead, with RCCE and iRCCE: see rockcreek native
  -DGORY, -DSINGLEBITFLAGS, -DBIGFLAGS, -DSHMADD, -DSHMADD_CACHEABLE,
  -DRCCE_COPY_WORDS
                   choose the libraries, too: RCCE's gory interface, flags of a
                   bit or of a line each, 512 MB of shared memory, cached shared
                   memory, copies by words
  -DANY_GEOMETRY   a program for machines of any geometry, up to 1,024 cores: see
                   docs/geometry.md
  --stack SIZE     bytes of stack for each UE, as 65536, 512K or 64M (default: 8M)
  -lRCCE_bigflags_nongory_nopwrmgmt, libiRCCE.a, ...
                   the archives of RCCE's own makefiles: choose the libraries, and
                   need not exist
  --print-cflags   what is added to a compilation
  --print-libs     what is added to a link, after the objects
  --print-flags    both
Everything else goes to the compiler: -c -o -D -I -L -l -O -g -std -W -M ...

Examples:
  rockcreek cc -O2 hello.c -o hello.elf
  rockcreek c++ -O2 sum.cpp -o sum.elf
  rockcreek cc --nx -O2 nodes.c -o nodes.elf
)";

// Options whose value is the next argument.
constexpr std::array<std::string_view, 31> kWithValue{
    "-o",         "-x",        "-I",       "-D",           "-U",
    "-L",         "-l",        "-include", "-imacros",     "-isystem",
    "-idirafter", "-iquote",   "-iprefix", "-iwithprefix", "-MF",
    "-MT",        "-MQ",       "-Xlinker", "-Xassembler",  "-Xpreprocessor",
    "-T",         "-u",        "-z",       "-e",           "-A",
    "-aux-info",  "-dumpbase", "-dumpdir", "--param",      "-B",
    "-isysroot"};

// With these the compiler stops before it links.
constexpr std::array<std::string_view, 7> kNoLink{"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only",
                                                  "-r"};

const std::map<std::string_view, std::string_view> kRefused{
    {"-shared", "the machine has no shared libraries"},
    {"-pie", "programs run where they are linked"},
    {"-static-pie", "programs run where they are linked"},
    {"-fopenmp", "a core runs one thread: start more units of execution"},
    {"-m64", "the cores are 32-bit"},
    {"-mx32", "the cores are 32-bit"},
};

constexpr std::array<std::string_view, 5> kMarch{"-march=pentium", "-march=i586", "-march=i486",
                                                 "-march=i386", "-march=lakemont"};

// Sanitizers that need a library of the compiler's; those of undefined behaviour trap.
bool needs_a_runtime(std::string_view option) {
  constexpr std::array<std::string_view, 4> kThese{"address", "leak", "thread", "coverage"};
  return option.starts_with("-fsanitize=") &&
         std::ranges::any_of(
             kThese, [&](std::string_view name) { return option.find(name) != option.npos; });
}

bool beyond_the_core(const std::string& option) {
  if (option.starts_with("-march=")) return std::ranges::find(kMarch, option) == kMarch.end();
  return option.starts_with("-msse") || option.starts_with("-mavx") || option == "-mmmx" ||
         option == "-mfpmath=sse";
}

// The names of the archives that RCCE's and iRCCE's makefiles produced.
struct OriginalArchive {
  bool is_one = false;
  std::set<std::string> macros;  // that they were built with
};
OriginalArchive original_archive(const std::string& name) {
  static const std::regex kName(
      "(?:lib)?i?RCCE(?:_(?:big|(small))flags)?(?:_(?:non|())gory)?(?:_(?:no)?pwrmgmt)?(?:\\.a)?");
  OriginalArchive archive;
  std::smatch parts;
  if (!std::regex_match(name, parts, kName)) return archive;
  archive.is_one = true;
  if (parts[1].matched) archive.macros.insert("SINGLEBITFLAGS");
  if (parts[2].matched) archive.macros.insert("GORY");
  return archive;
}

// Of compilers that makefiles for the SCC and the iPSC/860 called; without a meaning here.
bool of_another_compiler(std::string_view option) {
  return option.starts_with("-gcc-version=") || option.starts_with("-mcpu=pentium") ||
         option == "-Mvect" || option.starts_with("-Mvect=");
}

// Part of every program already, or of glibc only.
// The functions of threads are nowhere: many makefiles ask for them, and few programs.
constexpr std::array<std::string_view, 8> kAlwaysLinked{"m",      "c",  "gcc", "stdc++",
                                                        "supc++", "rt", "dl",  "pthread"};

// In the configuration, before a kind of RCCE and before the macro of an archive in front of it.
constexpr std::string_view kKind = "kind:", kFront = "front:";

[[noreturn]] void refuse(const std::string& what) { throw kernel::InputError("cc: " + what); }

bool asks_the_compiler(std::string_view option) {
  return option.starts_with("-dump") || option.starts_with("-print-") || option == "--version" ||
         option == "-v" || option == "-###" || option.starts_with("--help=") ||
         option.starts_with("--target-help");
}

struct Parsed {
  Strings passed;
  Strings preprocessing;  // of these, options that the preprocessor may want
  Strings library_dirs;
  std::set<std::string> macros;
  // Files; libraries, which may have the program in them; ...
  bool inputs = false, archives = false, links = true, query = false;
  bool print_cflags = false, print_libs = false, help = false;
  bool cstar = false;  // a source is one
  std::optional<std::uint32_t> stack_bytes;
};

// Options that are ours; true if `option` was one.
bool take_own(Parsed& parsed, std::string_view option) {
  if (option == "--help" || option == "-h") return parsed.help = true;
  const bool all = option == "--print-flags";
  if (all || option == "--print-cflags") parsed.print_cflags = true;
  if (all || option == "--print-libs") parsed.print_libs = true;
  return all || option == "--print-cflags" || option == "--print-libs";
}

void take_input(Parsed& parsed, const std::string& name) {
  if (const OriginalArchive original = original_archive(fs::path(name).filename());
      original.is_one) {
    parsed.macros.insert(original.macros.begin(), original.macros.end());
    return;
  }
  const bool special = name == "-" || name.starts_with("@");  // standard input, more arguments
  if (!special && fs::is_directory(name))
    refuse(kernel::shown(name, kernel::kMaxPathShown) + ": is a directory");
  if (!special && !fs::exists(name))
    refuse(kernel::shown(name, kernel::kMaxPathShown) + ": no such file");
  parsed.inputs = true;
  parsed.cstar = parsed.cstar || is_cstar_source(name);
  parsed.passed.push_back(name);
}

// What the machine has nothing for.
void check_for_machine(const std::string& option) {
  if (const auto why = kRefused.find(option); why != kRefused.end())
    refuse(fmt::format("{}: {}", kernel::shown(option), why->second));
  if (beyond_the_core(option))
    refuse(kernel::shown(option) + ": the cores are Pentiums (i586), without MMX or SSE");
  if (needs_a_runtime(option))
    refuse(kernel::shown(option) +
           ": not on the simulated machine, which has -fsanitize=undefined and run --check");
}

void take_option(Parsed& parsed, const std::string& option, bool native) {
  if (of_another_compiler(option) || (option == "-pthread" && !native)) return;
  if (!native) check_for_machine(option);
  if (std::ranges::find(kNoLink, option) != kNoLink.end()) parsed.links = false;
  if (asks_the_compiler(option)) parsed.query = true;
  if (option.starts_with("-D")) parsed.macros.insert(option.substr(2, option.find('=') - 2));
  if (option.starts_with("-U")) parsed.macros.erase(option.substr(2));
  if (const OriginalArchive original = original_archive(option.substr(2));
      option.starts_with("-l") && original.is_one) {
    parsed.macros.insert(original.macros.begin(), original.macros.end());
    return;
  }
  if (option.starts_with("-l")) parsed.archives = true;
  if (option.starts_with("-L")) parsed.library_dirs.push_back(option.substr(2));
  const bool stage = std::ranges::find(kNoLink, option) != kNoLink.end();
  if (!stage && !option.starts_with("-l") && !option.starts_with("-L"))
    parsed.preprocessing.push_back(option);
  parsed.passed.push_back(option);
}

void take_option_with_value(Parsed& parsed, const std::string& option, const std::string& value,
                            bool native) {
  // Joined, so that all that follows sees one spelling.
  if (option == "-l" || option == "-L" || option == "-D" || option == "-U")
    return take_option(parsed, option + value, native);
  if (option != "-o" && option != "-x")
    parsed.preprocessing.insert(parsed.preprocessing.end(), {option, value});
  parsed.passed.push_back(option);
  parsed.passed.push_back(value);
}

// A native program's stack is the host's.
void take_stack(Parsed& parsed, const std::string& value, bool native) {
  const std::uint32_t bytes = base::parse_stack_size(value, "cc: --stack");
  if (!native) parsed.stack_bytes = bytes;
}

Parsed parse(const Strings& arguments, bool native) {
  Parsed parsed;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (take_own(parsed, argument)) continue;
    if (argument.starts_with("--stack=")) {
      take_stack(parsed, argument.substr(8), native);
    } else if (argument == "--stack") {
      if (i + 1 == arguments.size()) refuse("--stack: its value is missing");
      take_stack(parsed, arguments[++i], native);
    } else if (std::ranges::find(kWithValue, argument) != kWithValue.end()) {
      if (i + 1 == arguments.size()) refuse(kernel::shown(argument) + ": its value is missing");
      take_option_with_value(parsed, argument, arguments[++i], native);
    } else if (argument.starts_with("-") && argument != "-") {
      take_option(parsed, argument, native);
    } else {
      take_input(parsed, argument);
    }
  }
  return parsed;
}

// The cross compiler would also look where the libraries of another system are.
std::string find_library(const std::string& name, Strings dirs, const std::string& own_dir) {
  dirs.push_back(own_dir);
  for (const std::string& dir : dirs) {
    const fs::path path =
        fs::path(dir) / (name.starts_with(":") ? name.substr(1) : "lib" + name + ".a");
    if (fs::is_regular_file(path)) return path.string();
  }
  refuse(fmt::format("-l{}: no lib{}.a in {}", kernel::shown(name), kernel::shown(name),
                     fmt::join(dirs, ", ")));
}

struct LinkInputs {
  Strings all;        // every argument in its place, libraries found
  Strings libraries;  // of these
};

LinkInputs with_libraries_found(const Parsed& parsed, const CompilerConfig& config) {
  LinkInputs found;
  for (const std::string& argument : parsed.passed) {
    if (!argument.starts_with("-l")) {
      found.all.push_back(argument);
      continue;
    }
    const std::string name = argument.substr(2);
    const bool always = std::ranges::find(kAlwaysLinked, name) != kAlwaysLinked.end();
    if (always && !config.native) continue;
    found.libraries.push_back(
        config.native ? argument : find_library(name, parsed.library_dirs, config.library_dir));
    found.all.push_back(found.libraries.back());
  }
  return found;
}

// The kind of RCCE that the program's macros ask for.
const Strings& kind_of(const CompilerConfig& config, const std::set<std::string>& macros) {
  std::set<std::string> known, chosen;
  for (const auto& [kind, archives] : config.kinds) {
    std::istringstream words(kind);
    for (std::string macro; std::getline(words, macro, '+');) known.insert(macro);
  }
  std::ranges::set_intersection(macros, known, std::inserter(chosen, chosen.end()));
  const auto kind = config.kinds.find(fmt::format("{}", fmt::join(chosen, "+")));
  if (kind == config.kinds.end())
    refuse(fmt::format("there is no RCCE that is both {}", fmt::join(chosen, " and ")));
  return kind->second;
}

Strings concatenated(std::initializer_list<Strings> parts) {
  Strings all;
  for (const Strings& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// `program`: libraries that have main(), which ours call, where no object has it.
Strings libraries(const CompilerConfig& config, const Parsed& parsed, const Strings& program = {}) {
  Strings in_front, stack;
  if (parsed.stack_bytes)
    stack.push_back(fmt::format("-Wl,--defsym=__stack_wanted={}", *parsed.stack_bytes));
  const std::set<std::string>& macros = parsed.macros;
  // As a whole: what is in front of RCCE replaces parts that only RCCE itself may refer to.
  for (const auto& [macro, archive] : config.in_front)
    if (macros.contains(macro))
      in_front =
          concatenated({in_front, {"-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"}});
  return concatenated({config.link,
                       stack,
                       {"-Wl,--start-group"},
                       program,
                       in_front,
                       kind_of(config, macros),
                       config.always,
                       {"-Wl,--end-group", "-lgcc"}});
}

// A source in C* goes through the preprocessor first, behind the header that its C++ needs.
const Strings kReadCstar{"-E", "-x", "c++", "-include", "firmware/cstar/translated.hpp"};

}  // namespace

bool is_cstar_source(std::string_view name) { return name.ends_with(".cs"); }

CompilerConfig load_compiler_config(const std::string& path) {
  constexpr std::string_view kHere = "<firmware>";
  const std::string here = fs::path(path).parent_path().string();
  std::map<std::string, Strings> values;
  std::istringstream lines(base::read_file(path));
  for (std::string key, value; lines >> key >> std::ws && std::getline(lines, value);) {
    if (const auto at = value.find(kHere); at != std::string::npos)
      value.replace(at, kHere.size(), here);
    values[key].push_back(value);
  }
  const auto all = [&](const std::string& key) {
    if (values[key].empty())
      throw kernel::InputError(fmt::format("{}: nothing for {}: build again", path, key));
    return values[key];
  };
  CompilerConfig config{all("target").front() == "native",
                        all("cc").front(),
                        all("cxx").front(),
                        all("compile"),
                        all("link"),
                        all("library_dir").front(),
                        {},
                        {},
                        all("always")};
  for (const auto& [key, archives] : values) {
    if (key.starts_with(kKind)) config.kinds[key.substr(kKind.size())] = archives;
    if (key.starts_with(kFront)) config.in_front[key.substr(kFront.size())] = archives.front();
  }
  return config;
}

CompilerCall compiler_call(Language language, const Strings& arguments,
                           const CompilerConfig& config) {
  const Parsed parsed = parse(arguments, config.native);
  if (parsed.help) return {{}, std::string(kHelp)};
  if (parsed.print_cflags || parsed.print_libs) {
    const Strings flags = concatenated({parsed.print_cflags ? config.compile : Strings{},
                                        parsed.print_libs ? libraries(config, parsed) : Strings{}});
    return {{}, fmt::format("{}\n", fmt::join(flags, " "))};
  }
  const bool links = parsed.links && (parsed.inputs || parsed.archives);
  if (!parsed.inputs && !parsed.query && !links) refuse("no input files (see rockcreek cc --help)");

  // Debug information changes no instruction, and every report names lines by it; a program's -g0 wins.
  const Strings compiler{language == Language::cxx ? config.cxx : config.cc, "-g"};
  Strings preprocess;
  if (parsed.cstar)
    preprocess = concatenated({{config.cxx}, config.compile, parsed.preprocessing, kReadCstar});
  if (!links) return {concatenated({compiler, config.compile, parsed.passed}), {}, preprocess};
  const LinkInputs found = with_libraries_found(parsed, config);
  // A program's -x holds for what follows it: the libraries are no sources.
  return {concatenated({compiler,
                        config.compile,
                        found.all,
                        {"-x", "none"},
                        libraries(config, parsed, parsed.inputs ? Strings{} : found.libraries)}),
          {},
          preprocess};
}

}  // namespace rc::sim::compile
