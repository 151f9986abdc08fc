// SPDX-License-Identifier: Apache-2.0
// Programs that define functions of the libraries' names, as anything at all: they link, and the
// libraries call their own.
#include <set>

#include "tests/firmware/compiler/in_a_folder.h"

namespace {

using rc::test::CommandResult;
using Names = std::set<std::string>;

// Uses of the C library from one end to the other.
constexpr const char* kManyCalls = R"(
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
extern int foreign;
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void last(void) { printf("last %d\n", foreign); }
int main(void) {
  int numbers[] = {3, 1, 2}, number = 0;
  char text[80], *more = malloc(100000);
  time_t now = time(NULL);
  FILE *file = fopen("numbers", "w+");
  atexit(last);
  setvbuf(file, NULL, _IOFBF, 100);
  qsort(numbers, 3, sizeof(int), by_value);
  fprintf(file, "%d %d %g %Lg %s\n", numbers[0], numbers[2], 2.5, 1e300L, getenv("NONE") ? "a" : "b");
  rewind(file);
  fgets(text, sizeof text, file);
  printf("%s", text);
  fclose(file);
  remove("numbers");
  printf("%d ", fopen("numbers", "r") == NULL);
  perror("numbers");
  scanf("%d", &number);
  strftime(text, sizeof text, "%Y", localtime(&now));
  printf("%d %s %g %d\n", number, text, strtod("0x1p-1", NULL), more != NULL);
  free(realloc(more, 200000));
  return 0;
}
)";
constexpr const char* kUsed =
    "atexit fclose fgets fopen fprintf getenv localtime perror printf qsort remove rewind scanf "
    "setvbuf strftime strtod time ";
// Entries, what headers of C use, what libraries share with a program, and what compilers call.
constexpr const char* kNotFree =
    "main _start _impure_ptr malloc calloc realloc free cfree memalign aligned_alloc "
    "posix_memalign valloc pvalloc malloc_usable_size optarg opterr optind optopt suboptarg "
    "memcpy memmove memset memcmp ";

class OwnNames : public rc::test::InAFolder {
 protected:
  static Names words(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
  }
  // Those which the archives of the build define for programs.
  Names defined(const std::string& archives) const {
    const CommandResult listed =
        in_dir("cd '" FIRMWARE_DIR "' && nm " + archives +
               " 2> /dev/null | sed -nE 's/^[0-9a-f]+ [WV] (_?[a-zA-Z][A-Za-z0-9_]*)$/\\1/p'");
    return words(listed.out);
  }
  // Functions of RCCE, iRCCE and NX that the headers declare.
  Names declared(const std::string& options, const std::string& headers) const {
    std::string text;
    for (const std::string& header : words(headers)) text += "#include <" + header + ">\n";
    file("all.c", text);
    must(in_dir("i686-linux-gnu-gcc $(" ROCKCREEK_SIM " cc " + options +
                " --print-cflags) -w -aux-info declared -fsyntax-only all.c"));
    return words(in_dir("sed -nE 's,^/\\* [^ ]*/(rcce|ircce|nx)/[^ ]* \\*/ extern [^(]*[ *](\\w+) "
                        "\\(.*,\\2,p' declared")
                     .out);
  }
  // A file with each of the names as a function that counts its calls, whatever else the compiler
  // knows of that name.
  void define(const std::string& name, Names names, const std::string& but) const {
    for (const std::string& each : words(but)) names.erase(each);
    std::string text = "int foreign;\n";
    for (const std::string& each : names)
      text += "int own_" + each + "(double x) __asm__(\"" + each + "\");\nint own_" + each +
              "(double x) { return ++foreign; }\n";
    file(name, text);
  }
};

TEST_F(OwnNames, TheCLibraryCallsItsOwn) {
  const Names names = defined("newlib/lib/libc.a newlib/lib/libm.a lib/libboot.a lib/libhal.a");
  ASSERT_GE(names.size(), 1100U);
  define("own.c", names, std::string(kNotFree) + kUsed);
  file("calls.c", kManyCalls);
  for (const std::string compiler : {"cc", "c++"}) {
    must(rockcreek("cc -w -fno-builtin -c own.c"));
    must(rockcreek("cc -w -fno-builtin -c calls.c"));
    must(rockcreek(compiler + " own.o calls.o"));
    const CommandResult run = in_dir("echo 42 | " ROCKCREEK_SIM " run a.out --ues 1 --files .");
    EXPECT_EQ(run.exit_code, 0) << run.error;
    EXPECT_EQ(run.out, "1 3 2.5 1e+300 b\n1 42 1970 0.5 1\nlast 0\n");
    EXPECT_EQ(run.error, "numbers: No such file or directory\n");
  }
}

// Headers of C++ call functions of C from the program's own code, so not those.
TEST_F(OwnNames, TheCxxLibraryCallsItsOwn) {
  define(
      "own.c",
      words("access close clock_gettime fcntl fdopen fileno fstat getentropy getpid gettimeofday "
            "ioctl isatty kill lseek nanosleep open poll read readv rmdir sbrk sleep stat strdup "
            "times unlink usleep write writev"),
      "");
  file("calls.cpp",
       "#include <fstream>\n#include <iostream>\n#include <map>\n#include <regex>\n#include "
       "<sstream>\n"
       "extern \"C\" int foreign;\n"
       "int main() {\n  std::map<std::string, double> all{{\"a\", 1.5}};\n"
       "  std::ofstream(\"text\") << all[\"a\"] << std::endl;\n"
       "  double value = 0;\n  int number = 0;\n  std::ifstream(\"text\") >> value;\n"
       "  std::cin >> number;\n"
       "  try {\n    std::stoi(\"x\");\n  } catch (const std::exception& e) {\n"
       "    std::cout << e.what() << ' ';\n  }\n"
       "  std::cout << value << ' ' << number << ' ' << std::regex_match(\"ab\", "
       "std::regex(\"a.\"))\n"
       "            << ' ' << foreign << std::endl;\n}\n");
  must(rockcreek("cc -w -fno-builtin -c own.c"));
  must(rockcreek("c++ -c -fno-builtin calls.cpp"));
  must(rockcreek("c++ calls.o own.o"));
  const CommandResult run = in_dir("echo 42 | " ROCKCREEK_SIM " run a.out --ues 1 --files .");
  EXPECT_EQ(run.out, "stoi 1.5 42 1 0\n") << run.error;
}

constexpr const char* kGoryHeaders =
    "RCCE.h RCCE_lib.h RCCE_gory.h RCCE_debug.h RCCE_lib_pwr.h SCC_API.h";
constexpr const char* kBasicHeaders =
    "RCCE.h RCCE_lib.h RCCE_debug.h RCCE_lib_pwr.h SCC_API.h RCCE_comm.h iRCCE.h iRCCE_lib.h";

constexpr const char* kCollectives = R"(
#include "RCCE.h"
#include "iRCCE.h"
extern int foreign;
int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  double mine[3] = {RCCE_ue(), 1, RCCE_num_ues()}, sum[3];
  RCCE_allreduce((char *)mine, (char *)sum, 3, RCCE_DOUBLE, RCCE_SUM, RCCE_COMM_WORLD);
  RCCE_bcast((char *)sum, sizeof sum, 2, RCCE_COMM_WORLD);
  if (RCCE_ue() == 0) printf("%g %g %g, %d\n", sum[0], sum[1], sum[2], foreign);
  return RCCE_finalize() + foreign;
}
)";

TEST_F(OwnNames, RcceCallsItsOwn) {
  const Names names = declared("", kBasicHeaders);
  ASSERT_GE(names.size(), 150U);
  define("own.c", names,
         "RCCE_init iRCCE_init RCCE_ue RCCE_num_ues RCCE_allreduce RCCE_bcast RCCE_finalize");
  file("calls.c", kCollectives);
  for (const std::string native : {"", "--native "}) {
    must(rockcreek("cc " + native + "-w own.c calls.c"));
    const CommandResult run = rockcreek("run " + native + "./a.out --ues 4");
    EXPECT_EQ(run.exit_code, 0) << run.error;
    EXPECT_TRUE(rc::test::has(run.out, "6 4 16, 0\n")) << run.out;
  }
}

// The second program's UE 0 waits for ever.
TEST_F(OwnNames, ReportsTakeNoFunctionOfTheProgramForTheLibrarys) {
  const std::string own = "#include \"RCCE.h\"\nint RCCE_set_up(int x) { return x + 1; }\n";
  file("sizes.c", own +
                      "int RCCE_send(char *data, size_t size, int dest) { return 0; }\n"
                      "int main(int argc, char **argv) {\n"
                      "  char data[8] = {0};\n  RCCE_set_up(1);\n  RCCE_init(&argc, &argv);\n"
                      "  if (RCCE_ue() == 0) RCCE_send(data, 8, 1);\n"
                      "  if (RCCE_ue() == 0) RCCE_bcast(data, 4, 0, RCCE_COMM_WORLD);\n"
                      "  if (RCCE_ue() == 1) RCCE_bcast(data, 4, 0, RCCE_COMM_WORLD);\n"
                      "  if (RCCE_ue() == 0) RCCE_send(data, 8, 1);\n"
                      "  return RCCE_finalize();\n}\n");
  file("waits.c", own +
                      "int main(int argc, char **argv) {\n  char data[4];\n"
                      "  RCCE_set_up(1);\n  RCCE_init(&argc, &argv);\n"
                      "  return RCCE_ue() == 0 ? RCCE_recv(data, 4, 1) : 0;\n}\n");
  must(rockcreek("cc -g sizes.c -o sizes.elf"));
  const CommandResult sizes = rockcreek("run sizes.elf --ues 2 --check");
  EXPECT_EQ(sizes.exit_code, 0) << sizes.error;
  must(rockcreek("cc waits.c -o waits.elf"));
  const CommandResult waits = rockcreek("run waits.elf --ues 2");
  EXPECT_EQ(waits.exit_code, 3);
  EXPECT_FALSE(rc::test::has(waits.error, "before RCCE_init")) << waits.error;
}

// Old headers' "extern" is often missing.
TEST_F(OwnNames, LibrariesShareTheirVariables) {
  file("options.c",
       "#include \"RCCE.h\"\n#include <string.h>\n"
       "int getopt(int argc, char *const *argv, const char *options);\n"
       "char *optarg;\nint optind;\nRCCE_COMM RCCE_COMM_WORLD;\n"
       "int main(int argc, char **argv) {\n  RCCE_init(&argc, &argv);\n"
       "  if (getopt(argc, argv, \"n:\") != 'n' || strcmp(optarg, \"7\") != 0) return 1;\n"
       "  if (optind != 3 || strcmp(argv[optind], \"end\") != 0) return 2;\n"
       "  if (RCCE_COMM_WORLD.size != 3) return 3;\n"
       "  return RCCE_barrier(&RCCE_COMM_WORLD);\n}\n");
  for (const char* options : {"", "-fcommon ", "--native "}) {
    must(rockcreek(std::string("cc ") + options + "options.c"));
    const bool native = options[0] == '-' && options[1] == '-';
    must(rockcreek(std::string("run ") + (native ? "--native " : "") +
                   "./a.out --ues 3 -- -n 7 end"));
  }
}

TEST_F(OwnNames, NxCallsItsOwn) {
  Names names = declared("--nx", "nx.h cube.h");
  ASSERT_GE(names.size(), 150U);
  names.insert("write");
  define("own.c", names, "mynode gdsum");
  file("calls.c",
       "#include <stdio.h>\n#include \"nx.h\"\nextern int foreign;\nint main(void) {\n"
       "  double sum = mynode(), work;\n  gdsum(&sum, 1, &work);\n"
       "  if (mynode() == 3) printf(\"%g, %d\\n\", sum, foreign);\n  return foreign;\n}\n");
  must(rockcreek("cc --nx -w own.c calls.c"));
  EXPECT_EQ(rockcreek("run a.out --machine ipsc860 --ues 4").out, "[03] 6, 0\n");
}

// Beside all objects of the libraries, so that every function is defined twice.
TEST_F(OwnNames, EveryFunctionOfTheHeadersMayBeDefined) {
  struct Case {
    std::string options, headers, libraries;
    std::size_t at_least;
  };
  for (const Case& each :
       {Case{"", kBasicHeaders, "-lrcce -lircce", 150},
        Case{"-DBIGFLAGS", kBasicHeaders, "-lrcce_bigflags -lircce_bigflags", 150},
        Case{"-DGORY", kGoryHeaders, "-lrcce_gory", 80},
        Case{"-DANY_GEOMETRY", kBasicHeaders, "-lrcce_any -lircce_any", 150},
        Case{"--nx", "nx.h cube.h", "-lnx", 80}}) {
    const Names names = declared(each.options, each.headers);
    EXPECT_GE(names.size(), each.at_least) << each.headers;
    define("own.c", names, "");
    file("main.c", "int main(void) { return 0; }\n");
    must(rockcreek("cc -w " + each.options + " own.c main.c -Wl,--whole-archive " + each.libraries +
                   " -Wl,--no-whole-archive"));
  }
}

}  // namespace
