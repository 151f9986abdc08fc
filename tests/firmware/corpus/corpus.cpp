// SPDX-License-Identifier: Apache-2.0
// Small programs that use one header or call each: compiled and run by the host's GCC, and
// unchanged for the machine, where a unit of execution runs each of them. Both print the same.
// Those of which `cc --native` makes a program of the host run natively, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::run_command;

constexpr std::size_t kMaxUes = 48;

// Of C17, without <threads.h>. Of <stdbool.h> and the like there is nothing to call.
constexpr const char* kHeadersOfC =
    "assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h "
    "math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h "
    "stdio.h stdlib.h stdnoreturn.h string.h tgmath.h time.h uchar.h wchar.h wctype.h";

// Of C++17, without those that need threads or file systems (docs/porting.md), and <execution>.
constexpr const char* kHeadersOfCxx =
    "algorithm any array atomic bitset charconv chrono codecvt complex deque exception "
    "forward_list fstream functional initializer_list iomanip ios iosfwd iostream istream "
    "iterator limits list locale map memory memory_resource mutex new numeric optional "
    "ostream queue random ratio regex scoped_allocator set shared_mutex sstream stack "
    "stdexcept streambuf string string_view system_error tuple type_traits typeindex typeinfo "
    "unordered_map unordered_set utility valarray variant vector cassert cctype cerrno cfenv "
    "cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio "
    "cstdlib cstring ctime cuchar cwchar cwctype";

// Of POSIX what programs for the chip called.
constexpr const char* kCallsOfPosix =
    "getrusage getcwd chdir mkdir rmdir access system alarm uname sysconf getuid dup2 "
    "sched_yield ftruncate fsync opendir readdir closedir rewinddir getline getpagesize "
    "select poll sigsetjmp siglongjmp mmap munmap bswap_32 be64toh warnx tcgetattr "
    "gettimeofday getpid gethostname unlink rename isatty getopt";

class Corpus : public ::testing::Test {
 protected:
  fs::path dir_ = fs::temp_directory_path() / ("rockcreek corpus " + std::to_string(::getpid()));
  std::vector<std::string> names_;
  std::string sources_;
  std::string extension_;

  // What all programs of a folder say.
  static std::string text_of(const std::string& folder) {
    std::ostringstream text;
    for (const auto& entry :
         fs::directory_iterator(ROCKCREEK_SOURCE_DIR "/tests/firmware/corpus/" + folder))
      text << std::ifstream(entry.path()).rdbuf();
    return text.str();
  }
  static void expect_all(const std::string& text, const char* words, const std::string& before,
                         const std::string& after) {
    std::istringstream all(words);
    for (std::string word; all >> word;)
      EXPECT_NE(text.find(before + word + after), std::string::npos) << word;
  }

  void SetUp() override { fs::create_directories(dir_); }
  void TearDown() override { fs::remove_all(dir_); }

  CommandResult in_dir(const std::string& command) const {
    return run_command("cd '" + dir_.string() + "' && { " + command + "; }");
  }
  void must(const std::string& command) const {
    const CommandResult result = in_dir(command);
    ASSERT_EQ(result.exit_code, 0) << command << '\n' << result.out << result.error;
  }

  void choose(const std::string& folder, const std::string& extension) {
    sources_ = ROCKCREEK_SOURCE_DIR "/tests/firmware/corpus/" + folder;
    extension_ = extension;
    for (const auto& entry : fs::directory_iterator(sources_))
      names_.push_back(entry.path().stem().string());
    std::ranges::sort(names_);
    ASSERT_GE(names_.size(), 10u);
  }

  // main() of the whole: program argv[1] of the list; of UEs each runs the next.
  void write_driver(const std::string& declarations, const std::string& prefix,
                    const std::string& suffix) const {
    std::ofstream out(dir_ / ("driver" + extension_));
    out << declarations << "#ifdef RCCE\n#include <RCCE.h>\n#endif\n#include <stdlib.h>\n"
        << "int main(int argc, char **argv) {\n  static int (*const programs[])() = {";
    for (const std::string& name : names_) out << prefix << name << suffix << ", ";
    out << "};\n  int which = argc > 1 ? atoi(argv[1]) : 0;\n#ifdef RCCE\n"
           "  RCCE_init(&argc, &argv);\n  which += RCCE_ue();\n#endif\n  return "
           "programs[which]();\n}\n";
  }

  // Each program by itself.
  void compile_c(const std::string& compiler, const std::string& program) const {
    const std::string objects = program + ".objects";
    must("mkdir -p " + objects);
    std::string all;
    for (const std::string& name : names_) {
      must(compiler + " -Dmain=main_" + name + " -c '" + sources_ + "/" + name + ".c' -o " +
           objects + "/" + name + ".o");
      all += " " + objects + "/" + name + ".o";
    }
    must(compiler + " driver.c" + all + " -lm -o " + program);
  }

  // Standard output by program, without the tags of the UEs.
  std::vector<std::string> run_by_ue(const std::string& options, const std::string& program) const {
    std::vector<std::string> out(names_.size());
    for (std::size_t first = 0; first < names_.size(); first += kMaxUes) {
      const std::size_t ues = std::min(kMaxUes, names_.size() - first);
      const std::string number = std::to_string(first), files = program + ".files" + number;
      const CommandResult run =
          in_dir("mkdir " + files + " && " ROCKCREEK_SIM " run " + options + " ./" + program +
                 " --ues " + std::to_string(ues) + " --files " + files + " -- " + number);
      EXPECT_EQ(run.exit_code, 0) << run.error;
      std::istringstream lines(run.out);
      for (std::string line; std::getline(lines, line);) {
        const std::size_t ue = std::stoul(line.substr(1));
        out.at(first + ue) += line.substr(line.find(' ') + 1) + "\n";
      }
    }
    return out;
  }

  // `compile` makes a program of the given name with the given compiler.
  template <class Compile>
  void compare(const std::string& host, const std::string& ours, Compile compile) {
    const std::string options = " -DRCCE";
    compile(host, "host");
    compile(std::string(ROCKCREEK_SIM) + " " + ours + options, "machine");
    compile(std::string(ROCKCREEK_SIM) + " " + ours + " --native" + options, "native");
    const auto machine = run_by_ue("", "machine"), native = run_by_ue("--native", "native");
    must("mkdir host.files");
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const CommandResult expected = in_dir("cd host.files && ../host " + std::to_string(i));
      EXPECT_EQ(expected.exit_code, 0) << names_[i] << expected.error;
      EXPECT_NE(expected.out, "") << names_[i];
      EXPECT_EQ(machine[i], expected.out) << names_[i];
      EXPECT_EQ(native[i], expected.out) << names_[i] << ", native";
    }
  }

  void compare_c(const std::string& folder) {
    choose(folder, ".c");
    std::string declarations;
    for (const std::string& name : names_) declarations += "int main_" + name + "();\n";
    write_driver(declarations, "main_", "");
    compare("gcc -w -O1", "cc -w -O1",
            [this](const auto& compiler, const auto& program) { compile_c(compiler, program); });
  }

  // All in one translation unit, each in a namespace: its headers are compiled once.
  void compare_cxx(const std::string& folder) {
    choose(folder, ".cpp");
    std::string headers, programs;
    for (const std::string& name : names_) {
      const std::string path = sources_ + "/" + name + ".cpp";
      std::ifstream source(path);
      for (std::string line; std::getline(source, line);)
        if (line.starts_with("#include")) headers += line + "\n";
      programs += "namespace of_" + name + " {\n#include \"" + path + "\"\n}\n";
    }
    write_driver(headers + programs, "of_", "::main");
    compare("g++ -std=c++17", "c++ -std=c++17", [this](const auto& compiler, const auto& program) {
      must(compiler + " driver.cpp -o " + program);
    });
  }
};

TEST_F(Corpus, HeadersOfC) { compare_c("c"); }

TEST_F(Corpus, CallsOfPosix) { compare_c("posix"); }

TEST_F(Corpus, HeadersOfCxx) { compare_cxx("cxx"); }

TEST_F(Corpus, HasEveryHeaderAndCallThatIsSupported) {
  expect_all(text_of("c"), kHeadersOfC, "#include <", ">");
  expect_all(text_of("cxx"), kHeadersOfCxx, "#include <", ">");
  expect_all(text_of("posix"), kCallsOfPosix, "", "(");
}

}  // namespace
