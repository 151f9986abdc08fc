#include "sim/toolchain/cstar_compiler.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/cstar/translator.h"

namespace rc::sim {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

constexpr int kCannotRun = 127;

// A folder of its own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((fs::temp_directory_path() / "rockcreek_cstar_XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr)
      throw kernel::InputError(fmt::format("{}: {}", path_, std::strerror(errno)));
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return (fs::path(path_) / name).string(); }

 private:
  std::string path_;
};

// The exit code; standard output goes to `out`, if that is a file's name.
int run(Strings command, const std::string& out = "") {
  std::vector<char*> argv;
  for (std::string& argument : command) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw kernel::InputError(fmt::format("{}: {}", argv[0], std::strerror(errno)));
  if (child == 0) {
    if (out.empty() || std::freopen(out.c_str(), "w", stdout) != nullptr)
      ::execv(argv[0], argv.data());
    fmt::print(stderr, "rockcreek: error: {}: {}\n", argv[0], std::strerror(errno));
    ::_exit(kCannotRun);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kCannotRun;
}

// What the preprocessor has written already.
void erase_dependencies(Strings& command) {
  for (auto it = command.begin(); it != command.end();) {
    const bool with_value = *it == "-MF" || *it == "-MT" || *it == "-MQ";
    const bool one = *it == "-MD" || *it == "-MMD" || *it == "-MP";
    it = with_value ? command.erase(it, std::min(it + 2, command.end()))
         : one      ? command.erase(it)
                    : it + 1;
  }
}

}  // namespace

int compile_cstar(const CompilerCall& call) {
  for (const std::string& argument : call.command)
    if (argument == "-M" || argument == "-MM")
      throw kernel::InputError(
          fmt::format("cc: {} with a source in C*: expected -MD or -MMD", argument));
  const bool print = std::ranges::find(call.command, "-E") != call.command.end();
  const TemporaryFolder folder;
  Strings command;
  int sources = 0;
  for (std::size_t i = 0; i < call.command.size(); ++i) {
    const std::string& argument = call.command[i];
    if (!is_cstar_source(argument) || call.command[i - 1] == "-o") {
      command.push_back(argument);
      continue;
    }
    Strings preprocess = call.preprocess;
    preprocess.push_back(argument);
    // Objects and assembly are named after their source.
    const std::string sub = folder.file(std::to_string(sources++));
    make_directory(sub);
    const std::string name = (fs::path(sub) / fs::path(argument).stem()).string();
    if (const int code = run(preprocess, name + ".i"); code != 0) return code;
    const std::string cxx = translate_cstar(read_file(name + ".i"), lines_of_files());
    if (print) fmt::print("{}", cxx);
    write_file(name + ".ii", cxx);
    command.insert(command.end(), {"-x", "c++-cpp-output", name + ".ii", "-x", "none"});
  }
  if (print) return 0;
  erase_dependencies(command);
  return run(command);
}

}  // namespace rc::sim
