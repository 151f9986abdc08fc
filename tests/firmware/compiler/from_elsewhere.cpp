// SPDX-License-Identifier: Apache-2.0
// What programs from elsewhere rely on: a command line that may be changed, memory and stack,
// output that is there when the run ends, whatever ends it.
#include "tests/firmware/compiler/in_a_folder.h"

namespace {

using rc::test::CommandResult;

class FromElsewhere : public rc::test::InAFolder {
 protected:
  std::string text_of(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(dir_ / name).rdbuf();
    return text.str();
  }
  static void expect_in(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
};

TEST_F(FromElsewhere, TheCommandLineMayBeChanged) {
  file("a.c",
       "#include <stdio.h>\nint main(int argc, char **argv) {\n"
       "  argv[1][0] = 'Q';\n  argv[2] = argv[1];\n  puts(argv[2]);\n  return argc - 3;\n}\n");
  for (const std::string native : {"", "--native "}) {
    must(rockcreek("cc " + native + "a.c"));
    EXPECT_EQ(rockcreek("run " + native + "./a.out --ues 1 -- abc x").out, "Qbc\n");
  }
}

TEST_F(FromElsewhere, FunctionsThatTheOriginalsHeadersDeclared) {
  file("rcce.c",
       "#include \"RCCE.h\"\nint main(void) { printf(\"%g\\n\", atof(\"2.5\")); return 0; }\n");
  file("none.c", "int printf();\nint main() { printf(\"%g\\n\", atof(\"2.5\")); return 0; }\n");
  for (const char* options : {"-Werror rcce.c", "none.c", "-std=gnu89 none.c"}) {
    must(rockcreek(std::string("cc ") + options));
    EXPECT_EQ(rockcreek("run a.out --ues 1").out, "2.5\n") << options;
  }
  must(rockcreek("cc --native -Werror rcce.c"));
  EXPECT_EQ(rockcreek("run --native ./a.out --ues 1").out, "2.5\n");
  file("undeclared.c", "int main(void) { return time(0) == 0; }\n");
  expect_in(rockcreek("cc undeclared.c").error, "<time.h>");
}

TEST_F(FromElsewhere, LibrariesOfOtherSystemsAndVariablesOfThreads) {
  file("x.c", "#include <math.h>\nint main(int n, char **v) { return cos(n) > 2; }\n");
  must(rockcreek("cc x.c -lm -lrt -ldl -lc"));
  file("own.c", "static __thread int x = 3;\nint main(void) { return x - 3; }\n");
  expect_in(rockcreek("cc own.c").error, "a core runs one thread");
}

// C's clean-ups, and what link-time optimisation makes of those of C++, have a personality of their own.
TEST_F(FromElsewhere, CleanUpsAndTheEndsOfAnImage) {
  file("clean.c",
       "#include <regex.h>\n#include <stdio.h>\nextern char etext, edata, end;\n"
       "static void done(int *x) { printf(\"%d\\n\", *x); }\n"
       "int main(void) {\n  __attribute__((cleanup(done))) int x = 7;\n"
       "  return !(&etext < &edata && &edata <= &end);\n}\n");
  file("whole.cpp",
       "#include <cstdio>\n#include <functional>\nint main() {\n"
       "  std::function<int(int)> same = [](int n) { return n; };\n"
       "  std::printf(\"%d\\n\", same(7));\n}\n");
  for (const char* how : {"cc -O1 -fexceptions clean.c", "c++ -O2 -flto whole.cpp"}) {
    must(rockcreek(how));
    const CommandResult ran = rockcreek("run a.out --ues 1");
    EXPECT_EQ(ran.exit_code, 0) << how;
    EXPECT_EQ(ran.out, "7\n") << how;
  }
}

// Calls of the C library's own system calls, and those of RCCE that programs for other machines bring.
TEST_F(FromElsewhere, FunctionsOfTheProgramGoBeforeTheLibraries) {
  std::string source = "#include <stdio.h>\nint RCCE_init(int *, char ***);\n";
  std::string sum = "0";
  for (const char* name :
       {"sleep", "usleep", "read", "open", "close", "getpid", "gethostname", "link", "kill", "stat",
        "unlink", "times", "RCCE_shflush", "RCCE_DCMflush", "RCCE_error_string"}) {
    source += std::string("int ") + name + "(int x) { return x + 1; }\n";
    sum += std::string(" + ") + name + "(1)";
  }
  file("own.c",
       source +
           "int main(int argc, char **argv) {\n  RCCE_init(&argc, &argv);\n  printf(\"%d\\n\", " +
           sum + ");\n  return 0;\n}\n");
  must(rockcreek("cc own.c"));
  EXPECT_EQ(rockcreek("run a.out --ues 1").out, "30\n");
}

TEST_F(FromElsewhere, ChecksOfTheCompiler) {
  file("smash.c",
       "#include <string.h>\n__attribute__((noinline)) void copy(const char *text) {\n"
       "  char small[8];\n  strcpy(small, text);\n  asm volatile(\"\" : : \"r\"(small) : "
       "\"memory\");\n}\n"
       "int main(int argc, char **argv) { copy(argv[1]); return 0; }\n");
  must(rockcreek("cc -O1 -fstack-protector-strong smash.c"));
  EXPECT_EQ(rockcreek("run a.out --ues 1 -- short").exit_code, 0);
  expect_in(rockcreek("run a.out --ues 1 -- too-long-for-it").error, "stack smashing detected");
  file("add.c", "int main(int argc, char **argv) { return argc + 2147483646 == 1; }\n");
  must(rockcreek("cc -O1 -fsanitize=undefined add.c"));
  EXPECT_EQ(rockcreek("run a.out --ues 1").exit_code, 0);
  expect_in(rockcreek("run a.out --ues 1 -- x").error, "invalid opcode");
  expect_in(rockcreek("cc -fsanitize=address add.c").error, "-fsanitize=undefined");
}

TEST_F(FromElsewhere, StaticDataBeyondTheFirst64Megabytes) {
  file("big.c",
       "#include <stdio.h>\n#include <stdlib.h>\n"
       "volatile char with_values[103 << 20] = {1}, without[64 << 20];\n"
       "int main(void) {\n  char *block = malloc(200 << 20);\n  if (!block) return 1;\n"
       "  block[199 << 20] = without[50 << 20] = with_values[100 << 20] = 7;\n"
       "  printf(\"%d %d %d\\n\", block[199 << 20], without[50 << 20], with_values[0]);\n"
       "  return 0;\n}\n");
  must(rockcreek("cc big.c -o big.elf"));
  EXPECT_EQ(rockcreek("run big.elf --ues 1").out, "7 7 1\n");
  const CommandResult small = rockcreek("run big.elf --ues 1 --set machine.private_slots=5");
  EXPECT_EQ(small.exit_code, 2);
  expect_in(small.error, "needs machine.private_slots = 12");
  file("huge.c", "char block[1100 << 20];\nint main(void) { return block[5]; }\n");
  expect_in(rockcreek("cc huge.c").error, "need more than 1 GB");
}

TEST_F(FromElsewhere, TheHeapTakesAllOfTheMemory) {
  file("heap.c",
       "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  int blocks = 0;\n"
       "  for (char *p; (p = malloc(8 << 20)) != 0; ++blocks) p[0] = p[(8 << 20) - 1] = 1;\n"
       "  printf(\"%d\\n\", blocks * 8 / 100);\n  return 0;\n}\n");
  must(rockcreek("cc heap.c -o heap.elf"));
  EXPECT_EQ(rockcreek("run heap.elf --ues 1").out, "6\n");
  EXPECT_EQ(rockcreek("run heap.elf --ues 1 --set machine.private_slots=85").out, "10\n");
  EXPECT_EQ(rockcreek("run heap.elf --ues 1 --set machine.private_slots=4").out, "0\n");
}

TEST_F(FromElsewhere, AStackThatIsTooSmallSaysSo) {
  file("deep.c",
       "static int descend(int n) {\n  volatile char frame[200];\n  frame[0] = n;\n"
       "  return n == 0 ? 0 : descend(n - 1) + frame[0];\n}\n"
       "int main(int argc, char **argv) { return descend(argc * 50000) == 1; }\n");
  file("wide.c",
       "static int wide(int n) {\n  volatile char frame[20 << 20];\n  frame[n] = 1;\n"
       "  return frame[n];\n}\nint main(void) { return wide(5) - 1; }\n");
  for (const auto& [program, function, enough] :
       {std::tuple{"deep", "descend", "--stack 64M"}, {"wide", "wide", "--stack=32768K"}}) {
    must(rockcreek(std::string("cc ") + program + ".c"));
    const CommandResult run = rockcreek("run a.out --cores 5");
    EXPECT_EQ(run.exit_code, 3);
    expect_in(run.error, std::string("UE 0 (core 5): stack overflow in ") + function);
    expect_in(run.error, "the stack has 8 MB");
    expect_in(run.error, std::string("gives it more; in ") + function + " (");
    expect_in(run.error, std::string(program) + ".c:");
    const bool recurs = std::string(function) == "descend";
    EXPECT_EQ(run.error.find("calls of descend fill it; does") != std::string::npos, recurs)
        << run.error;
    must(rockcreek(std::string("cc ") + program + ".c " + enough));
    must(rockcreek("run a.out --ues 1"));
  }
  must(rockcreek("cc --stack 32K deep.c"));
  expect_in(rockcreek("run a.out --ues 1").error, "the stack has 32 KB");
}

TEST_F(FromElsewhere, TheStackIsAlsoChosenWhenTheProgramRuns) {
  file("deep.c",
       "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/resource.h>\n"
       "static int descend(int n) {\n  volatile char frame[200];\n  frame[0] = n;\n"
       "  return n == 0 ? 0 : descend(n - 1) + frame[0];\n}\n"
       "int main(int argc, char **argv) {\n  struct rlimit limit;\n  int blocks = 0;\n"
       "  getrlimit(RLIMIT_STACK, &limit);\n  descend(atoi(argv[1]));\n"
       "#ifndef ROCKCREEK_NATIVE\n  while (malloc(8 << 20) != NULL) ++blocks;\n#endif\n"
       "  printf(\"%d MB, %d\\n\", (int)(limit.rlim_cur >> 20), blocks * 8 / 100);\n"
       "  return 0;\n}\n");
  must(rockcreek("cc deep.c"));
  EXPECT_EQ(rockcreek("run a.out --ues 1 -- 1000").out, "8 MB, 6\n");
  EXPECT_EQ(rockcreek("run a.out --ues 1 --stack 64M -- 200000").out, "64 MB, 5\n");
  EXPECT_EQ(rockcreek("run a.out --ues 1 --stack 333M -- 900000").out, "333 MB, 3\n");
  const CommandResult small = rockcreek("run a.out --cores 3 --stack 20480 -- 1000");
  EXPECT_EQ(small.exit_code, 3);
  expect_in(small.error, "UE 0 (core 3): stack overflow in descend");
  expect_in(small.error, "the stack has 20 KB; run or cc --stack SIZE gives it more");
  expect_in(rockcreek("run a.out --ues 1 --stack=64M -- 500000").error, "the stack has 64 MB");

  const CommandResult large = rockcreek("run a.out --ues 1 --stack 600M -- 1");
  EXPECT_EQ(large.exit_code, 2);
  expect_in(large.error, "a core has 592 MB of private memory");
  expect_in(rockcreek("run a.out --ues 1 --stack 5K -- 1").error, "expected 16K to 1000M");
  expect_in(rockcreek("run a.out --ues 1 --stack 1M --machine ipsc860 -- 1").error, "cc --stack");

  must(rockcreek("cc --native -O0 deep.c -o deep"));
  must(rockcreek("run --native deep --ues 2 --stack 64M -- 200000"));
  EXPECT_EQ(rockcreek("run --native deep --ues 2 --stack 1M -- 200000").exit_code, 3);
}

TEST_F(FromElsewhere, WhatWasFlushedIsThereWhenTheRunIsInterrupted) {
  file("waits.c",
       "#include <stdio.h>\nint main(void) {\n  puts(\"a line\");\n  printf(\"a part\");\n"
       "  fflush(stdout);\n  for (volatile unsigned passes = 0;; ++passes) {\n  }\n}\n");
  must(rockcreek("cc waits.c -o waits.elf"));
  for (const auto& [signal, status] : {std::pair{"INT", 130}, {"TERM", 143}}) {
    const CommandResult run =
        in_dir("(" ROCKCREEK_SIM
               " run waits.elf --ues 1 --stats stats.json --trace trace > out & job=$!; "
               "until [ \"$(wc -c < out)\" -eq 13 ]; do sleep 0.05; done; kill -" +
               std::string(signal) + " $job; wait $job)");
    EXPECT_EQ(run.exit_code, status);
    expect_in(run.error, "interrupted (");
    EXPECT_EQ(text_of("out"), "a line\na part");
    expect_in(text_of("stats.json"), "\"complete\": false");
    expect_in(text_of("trace"), "# the run ended before the program did\n");
  }
}

TEST_F(FromElsewhere, ALimitLeavesOutputAndStatistics) {
  file("waits.c",
       "#include <stdio.h>\nint main(void) {\n  puts(\"here\");\n  for (;;) {\n  }\n}\n");
  must(rockcreek("cc waits.c -o waits.elf"));
  const CommandResult run = rockcreek("run waits.elf --ues 2 --max-time 0.001 --stats stats.json");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.out, "[00] here\n[01] here\n");
  expect_in(text_of("stats.json"), "\"complete\": false");
}

TEST_F(FromElsewhere, AbortAndUncaughtExceptionsSaySo) {
  file(
      "abort.c",
      "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf(\"before\"); abort(); }\n");
  must(rockcreek("cc abort.c"));
  const CommandResult run = rockcreek("run a.out --ues 1");
  EXPECT_EQ(run.out, "before");
  EXPECT_EQ(run.error, "abort() was called\nrockcreek: UE 0 (core 0) returned 134\n");
  file("throws.cpp", "int main() { throw 7; }\n");
  must(rockcreek("c++ throws.cpp"));
  const std::string error = rockcreek("run a.out --ues 1").error;
  expect_in(error, "terminate called after throwing");
  expect_in(error, "returned 134");
  file("fail.c",
       "#include <assert.h>\nint main(int argc, char **argv) { assert(argc == 0); return 0; }\n");
  must(rockcreek("cc fail.c"));
  expect_in(rockcreek("run a.out --ues 1").error, "returned 134");
}

TEST_F(FromElsewhere, CallsWithoutASystemFail) {
  file("calls.c",
       "#include <errno.h>\n#include <stdio.h>\n#include <sys/stat.h>\n"
       "#include <unistd.h>\nint main(void) {\n"
       "  const int results[] = {fork(), pipe((int[2]){0}), chmod(\"f\", 0644), pause()};\n"
       "  for (int i = 0; i < 4; ++i)\n    if (results[i] != -1 || errno != ENOSYS) return i + 1;\n"
       "  return 0;\n}\n");
  must(rockcreek("cc calls.c"));
  must(rockcreek("run a.out --ues 1"));
}

// docs/c-library.md is what its generator prints.
TEST_F(FromElsewhere, ASignalEndsAProgramThatDoesNotHandleIt) {
  file("ends.c",
       "#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n"
       "int main(void) {\n  printf(\"before \");\n  kill(getpid(), SIGTERM);\n  return 0;\n}\n");
  must(rockcreek("cc ends.c"));
  const CommandResult run = rockcreek("run a.out --ues 1");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "before ");
  expect_in(run.error, "ended by signal 15 (Terminated)");
  expect_in(run.error, "returned 143");
}

TEST_F(FromElsewhere, AnAlarmSaysThatItDoesNotCome) {
  file("alarm.c",
       "#include <errno.h>\n#include <stdio.h>\n#include <unistd.h>\n"
       "int main(void) {\n  alarm(3);\n  return errno != ENOSYS;\n}\n");
  must(rockcreek("cc alarm.c"));
  const CommandResult run = rockcreek("run a.out --ues 1");
  EXPECT_EQ(run.exit_code, 0);
  expect_in(run.error, "alarm(3): the cores have no timer: no SIGALRM comes");
}

TEST_F(FromElsewhere, AnEnabledFloatingPointExceptionEndsTheRun) {
  file("divide.c",
       "#define _GNU_SOURCE\n#include <fenv.h>\n#include <stdio.h>\n"
       "double divided(double by) { return 1 / by; }\n"
       "int main(int argc, char **argv) {\n  printf(\"%g\\n\", divided(argc - 1.0));\n"
       "  feenableexcept(FE_DIVBYZERO);\n  return divided(argc - 1.0) > 0;\n}\n");
  must(rockcreek("cc divide.c"));
  const CommandResult run = rockcreek("run a.out --ues 1");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.out, "inf\n");
  expect_in(run.error, "floating-point error");
}

TEST_F(FromElsewhere, MakefilesMayNameTheLibraryOfThreads) {
  file("x.c", "#include <pthread.h>\nint main(void) { return 0; }\n");
  must(rockcreek("cc -pthread x.c -lpthread"));
  must(rockcreek("run a.out --ues 1"));
  file("y.c", "int main(void) { return pthread_create(0, 0, 0, 0); }\n");
  expect_in(rockcreek("cc y.c -lpthread").error, "undefined reference to `pthread_create'");
}

TEST_F(FromElsewhere, AProgramWithoutMainIsToldSo) {
  file("z.c", "int answer(void) { return 42; }\n");
  for (const char* compiler : {"cc ", "c++ -x c++ ", "cc --nx "}) {
    const CommandResult link = rockcreek(std::string(compiler) + "z.c");
    EXPECT_NE(link.exit_code, 0);
    expect_in(link.error, "the program has no function main\n");
    EXPECT_EQ(link.error.find("undefined reference"), std::string::npos) << link.error;
  }
}

TEST_F(FromElsewhere, DevicesOfTheChip) {
  must(rockcreek("cc -O2 -Wall " ROCKCREEK_SOURCE_DIR
                 "/tests/firmware/compiler/programs/devices.c"));
  const CommandResult run = rockcreek("run a.out --cores 29");
  EXPECT_EQ(run.out, "core 1 at (2, 2), 77\n") << run.error;
}

TEST_F(FromElsewhere, ThePageOfTheCLibraryIsCurrent) {
  const CommandResult page =
      in_dir(ROCKCREEK_SOURCE_DIR "/firmware/sdk/c_library_page.sh " FIRMWARE_DIR);
  ASSERT_EQ(page.exit_code, 0) << page.error;
  must(in_dir(ROCKCREEK_SOURCE_DIR "/firmware/sdk/c_library_page.sh " FIRMWARE_DIR
                                   " | diff - " ROCKCREEK_SOURCE_DIR "/docs/c-library.md"));
}

}  // namespace
