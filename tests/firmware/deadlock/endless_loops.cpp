// SPDX-License-Identifier: Apache-2.0
// Loops in which a core or node waits for what never comes, and those that only look like it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/firmware/deadlock/failing_runs.h"

namespace {

using nlohmann::json;
using rc::test::CommandResult;

class EndlessLoops : public rc::test::FailingRuns {};

// Each look at the flag leaves all registers as they were, but the loop ends after a time.
TEST_F(EndlessLoops, AWaitThatLooksAtTheTimeEndsWhenThatHasPassed) {
  const std::string text = R"(
    #include <stdio.h>
    #include <stdlib.h>
    #include "RCCE.h"
    static unsigned now() {
      unsigned low;
      __asm__ volatile("rdtsc" : "=a"(low) : : "edx");
      return low;
    }
    int main(int argc, char** argv) {
      RCCE_init(&argc, &argv);
      RCCE_FLAG flag;
      RCCE_flag_alloc(&flag);
      const unsigned begin = now(), most = 1000 * atoi(argv[1]);
      RCCE_FLAG_STATUS seen = RCCE_FLAG_UNSET;
      while (seen == RCCE_FLAG_UNSET && now() - begin < most) RCCE_flag_read(flag, &seen, RCCE_ue());
      printf("%u\n", now() - begin);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("limit.c", text, "-DGORY").string() + ".elf";
  // 3.75 ms, and 45, which is beyond machine.deadlock_ms.
  for (const unsigned thousands : {2000u, 24000u}) {
    const std::string words = " -- " + std::to_string(thousands);
    const CommandResult expected = run(image + " --ues 1 --no-fast-forward" + words);
    EXPECT_EQ(expected.exit_code, 0) << expected.error;
    const unsigned took = static_cast<unsigned>(std::atoi(expected.out.c_str()));
    EXPECT_GE(took, 1000 * thousands);
    EXPECT_LT(took, 1000 * thousands + 2000);
    for (const char* const option : {"", "--quantum 0", "--threads 2", "--check"}) {
      const CommandResult result = run(image + " --ues 1 " + option + words);
      EXPECT_EQ(result.exit_code, 0) << option << result.error;
      EXPECT_EQ(result.out, expected.out) << option;
    }
  }
}

// UE 0 waits for a word that never changes, as far as it sees: in its own L1, of its own, or of
// another UE with pauses of 19 us, as if it computed.
TEST_F(EndlessLoops, ALoopThatLooksNowhereElseIsOne) {
  const std::string text = R"(
    #include "RCCE.h"
    static volatile int own;
    int main(int argc, char** argv) {
      RCCE_init(&argc, &argv);
      volatile int* word = (volatile int*)RCCE_malloc(32);
      RCCE_FLAG flag;
      RCCE_flag_alloc(&flag);
      RCCE_FLAG_STATUS seen = RCCE_FLAG_UNSET;
      if (RCCE_ue() == 0 && argv[1][0] == 'p')
        while (seen == RCCE_FLAG_UNSET) {
          for (volatile int i = 0; i < 2000; ++i);
          RCCE_flag_read(flag, &seen, 1);
        }
      else if (RCCE_ue() == 0)
        while (argv[1][0] == 'o' ? own == 0 : *word == 0);
      if (RCCE_ue() == 1) {
        static int line[8] __attribute__((aligned(32))) = {7};
        for (own = 0; own < 20000; ++own);
        RCCE_put((t_vcharp)word, (t_vcharp)line, 32, 0);
      }
      RCCE_barrier(&RCCE_COMM_WORLD);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("stale.c", text, "-g -DGORY").string() + ".elf";
  for (const char* const words : {"own", "buffer", "pauses"}) {
    expect_same(image + " --ues 3",
                {"--quantum 0", "--no-fast-forward", "--threads 2", "--check", "--network-exact"},
                words);
    const json all = stats(image + " --ues 3", words);
    EXPECT_GT(all.at("simulated_ps"), 20'000'000'000);
    EXPECT_LT(all.at("simulated_ps"), 20'300'000'000);
    const CommandResult result = run(image + " --ues 3 -- " + words);
    expect_parts(result.error,
                 {"deadlock: no core can go on", "core 0 (UE 0): in main (", "stale.c:"});
    // It looks at that instant, and does not pause.
    if (words == std::string("pauses")) {
      expect_parts(result.error, {"polls the MPB of core 1 at offset 0x"});
      continue;
    }
    expect_parts(result.error, {"in a loop without an end, of ", "cycles a pass"});
    if (words == std::string("buffer"))
      expect_parts(result.error, {"reads the MPB of core 0 at offset 0x", "in its own L1",
                                  "finds 0x0 where 0x7 is (stale: CL1INVMB is missing)"});
  }
}

// Reads the same flag for as long as a measurement may take, and then goes on; or waits for it, and
// counts how often it looked.
TEST_F(EndlessLoops, ManyReadsOfAPlaceAreNoWait) {
  const std::string text = R"(
    #include <stdio.h>
    #include "RCCE.h"
    int main(int argc, char** argv) {
      RCCE_init(&argc, &argv);
      RCCE_FLAG flag;
      RCCE_flag_alloc(&flag);
      RCCE_FLAG_STATUS seen;
      int unset = 0;
      for (int i = 0; i < 60000 || argc > 1; ++i) {
        RCCE_flag_read(flag, &seen, RCCE_num_ues() - 1);
        unset += seen == RCCE_FLAG_UNSET;
      }
      if (RCCE_ue() == 0) printf("%d\n", unset);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("reads.c", text, "-g -DGORY").string() + ".elf";
  for (const char* const ues : {"1", "2"}) {
    const std::string few = image + " --set machine.deadlock_ms=1 --ues " + ues;
    const CommandResult result = run(few);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_EQ(result.out, std::string(ues[0] == '1' ? "" : "[00] ") + "60000\n");
    // 50 ms after the last other access.
    expect_same(few, {"--quantum 0", "--no-fast-forward", "--check"}, "for_ever");
    const json all = stats(few, "for_ever");
    EXPECT_GT(all.at("simulated_ps"), 50'000'000'000);
    EXPECT_LT(all.at("simulated_ps"), 51'000'000'000);
  }
}

// UE 0 looks at a line for each other UE.
TEST_F(EndlessLoops, AWaitForAnyOfManyIsOne) {
  const std::string text = R"(
    #include "iRCCE.h"
    int main(int argc, char** argv) {
      static char message[64];
      iRCCE_RECV_REQUEST request;
      RCCE_init(&argc, &argv);
      iRCCE_init();
      if (RCCE_ue() == 0) {
        iRCCE_irecv(message, sizeof message, iRCCE_ANY_SOURCE, &request);
        iRCCE_irecv_wait(&request);
      }
      RCCE_barrier(&RCCE_COMM_WORLD);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("any.c", text, "-g -DBIGFLAGS").string() + ".elf";
  for (const char* const ues : {"8", "12", "48"}) {
    const std::string command = image + " --ues " + ues;
    expect_same(command, {"--no-fast-forward --max-time 0.1"});
    const CommandResult result = run(command);
    expect_parts(result.error, {"deadlock: no core can go on", "iRCCE_irecv_wait of 64 bytes",
                                "waits until another UE sends"});
  }
}

// The timer of the core's APIC ends the wait after 112 ms, though its interrupt waits for most of a
// pass; or nothing does, and interrupts are enabled all the time.
TEST_F(EndlessLoops, AnInterruptThatComesEndsAWait) {
  const std::string text = R"(
    #include <stdio.h>
    #include "firmware/hal/apic.h"
    #include "firmware/hal/interrupt.h"
    static volatile int ticked;
    static void tick() { ticked = 1; }
    int main(int argc, char**) {
      hal::map_apic();
      hal::set_handler(0x40, tick);
      hal::apic(hal::kApicTimer) = 0x40 | (argc > 1 ? hal::kApicMasked : 0);
      hal::apic(hal::kApicDivider) = hal::kApicDivideByOne;
      hal::apic(hal::kApicInitialCount) = 60'000'000;
      while (!ticked) {
        asm volatile("sti; nop" ::: "memory");
        if (argc == 1) asm volatile("cli" ::: "memory");
        for (volatile int i = 0; i < 300; i = i + 1);
      }
      puts("ticked");
      return 0;
    })";
  const std::string image =
      compiled("tick.cpp", text, "-g -I " ROCKCREEK_SOURCES).string() + ".elf";
  for (const char* const option : {"", "--no-fast-forward", "--quantum 0"}) {
    const CommandResult result = run(image + " --ues 1 " + option);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_EQ(result.out, "ticked\n");
  }
  const std::string masked = image + " --ues 1";
  expect_same(masked, {"--quantum 0", "--no-fast-forward"}, "masked");
  EXPECT_LT(stats(masked, "masked").at("simulated_ps"), 20'300'000'000);
}

// One UE of a tile polls and the other one goes round, so that the tile stands still, while a third
// computes for longer than machine.deadlock_ms.
TEST_F(EndlessLoops, AFruitlessLookLeavesEverythingAsItWas) {
  const std::string text = R"(
    #include <stdio.h>
    #include <stdlib.h>
    #include "RCCE.h"
    static volatile int never, count;
    int main(int argc, char** argv) {
      RCCE_init(&argc, &argv);
      RCCE_FLAG flag;
      RCCE_flag_alloc(&flag);
      if (RCCE_ue() == 0) {
        RCCE_wait_until(flag, RCCE_FLAG_SET);
        printf("set\n");
      }
      if (RCCE_ue() == 1) while (!never);
      if (RCCE_ue() == 2) {
        while (count < atoi(argv[1])) ++count;
        RCCE_flag_write(&flag, RCCE_FLAG_SET, 0);
      }
      return 0;
    })";
  const std::string image = compiled("beside.c", text, "-g -DGORY").string() + ".elf --ues 3";
  const std::string words = "2000000";  // 30 ms
  expect_same(image, {"--no-fast-forward", "--quantum 0", "--threads 2"}, words);
  EXPECT_EQ(run(image + " -- " + words).out, "[00] set\n");
}

// Node 0 waits in a loop of its own while all others sleep: for a message of another type, or for a
// word that nobody writes. The last kind looks at the clock.
TEST_F(EndlessLoops, ANodeMayWaitInOne) {
  const std::string text = R"(
    #include <stdio.h>
    #include <string.h>
    #include "nx.h"
    static volatile int word;
    int main(int argc, char** argv) {
      long data = 0;
      if (mynode() == 0) {
        if (strcmp(argv[1], "msgdone") == 0) {
          const long id = irecv(5, &data, sizeof data);
          while (!msgdone(id));
        } else if (strcmp(argv[1], "iprobe") == 0) {
          while (!iprobe(5));
        } else if (strcmp(argv[1], "word") == 0) {
          while (word == 0);
        } else {
          const unsigned long begin = mclock();
          while (mclock() - begin < 50);
          puts("50 ms");
          csend(7, &data, sizeof data, 1, 0);
        }
      } else if (mynode() == 1) {
        csend(6, &data, sizeof data, 0, 0);
        crecv(7, &data, sizeof data);
      }
      return 0;
    })";
  const std::string command =
      compiled("waits.c", text, "-g --nx").string() + ".elf --machine ipsc860 --ues 4";
  const std::vector<std::string> switches = {"--quantum 0", "--check"};
  for (const std::string words : {"msgdone", "iprobe", "word"}) {
    expect_same(command, switches, words);
    EXPECT_GT(stats(command, words).at("simulated_ps"), 20'000'000'000);
    EXPECT_LT(stats(command, words).at("simulated_ps"), 21'000'000'000);
    const CommandResult result = run(command + " -- " + words);
    expect_parts(result.error, {"deadlock: no node can go on; nothing has changed since ",
                                "node 0: ", "waits.c:", ", in a loop without an end, of ",
                                " cycles a pass", "node 1: crecv of 4 bytes, type 7"});
    if (words != "word") expect_parts(result.error, {words, "type 5"});
  }
  const CommandResult ends = run(command + " -- clock");
  EXPECT_EQ(ends.exit_code, 0) << ends.error;
  EXPECT_EQ(ends.out, "[00] 50 ms\n");
}

}  // namespace
