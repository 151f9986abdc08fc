// SPDX-License-Identifier: Apache-2.0
#include "sim/base/processes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "hw_model/kernel/error.h"

namespace rc::sim::base {
namespace {

const auto kSilent = [](std::size_t) {};

TEST(SimProcesses, ResultsComeInOrderOfTheTasks) {
  std::vector<Task> tasks;
  for (int i = 0; i < 7; ++i)
    tasks.push_back({"", [i] {
                       ::usleep(static_cast<useconds_t>((7 - i) * 5000));
                       return std::string(static_cast<std::size_t>(i) * 100'000,
                                          static_cast<char>('a' + i));
                     }});
  std::size_t last = 0;
  const auto results = run_in_processes(tasks, 3, [&](std::size_t done) { last = done; });
  ASSERT_EQ(results.size(), 7u);
  EXPECT_EQ(last, 7u);
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(results[static_cast<std::size_t>(i)],
              std::string(static_cast<std::size_t>(i) * 100'000, static_cast<char>('a' + i)));
}

TEST(SimProcesses, ErrorsKeepTheirKindAndText) {
  try {
    run_in_processes({{"", []() -> std::string { throw kernel::InputError("bad file"); }}}, 1,
                     kSilent);
    FAIL();
  } catch (const kernel::InputError& error) {
    EXPECT_STREQ(error.what(), "bad file");
  }
  EXPECT_THROW(
      run_in_processes({{"", []() -> std::string { throw kernel::MachineError("deadlock"); }}}, 1,
                       kSilent),
      kernel::MachineError);
}

TEST(SimProcesses, WhoDiesIsNamed) {
  try {
    run_in_processes({{"first", [] { return std::string("fine"); }},
                      {"second", []() -> std::string { ::raise(SIGKILL), std::abort(); }}},
                     2, kSilent);
    FAIL();
  } catch (const kernel::MachineError& error) {
    EXPECT_STREQ(error.what(), "second: the simulation process died: Killed");
  }
}

// Each task of a stream follows from how the one before ended.
TEST(SimProcesses, TasksAreChosenWhileOthersRun) {
  std::string word = "a";
  std::vector<std::size_t> numbers;
  stream_in_processes({[&]() -> std::optional<Task> {
                         if (word.size() == 4) return std::nullopt;
                         return Task{"", [word] { return word + word.back(); }};
                       },
                       [&](std::size_t number, const Ended& how) {
                         numbers.push_back(number);
                         word = how.text;
                       },
                       [] {}},
                      1);
  EXPECT_EQ(word, "aaaa");
  EXPECT_EQ(numbers, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(SimProcesses, NothingToDo) { EXPECT_TRUE(run_in_processes({}, 2, kSilent).empty()); }

}  // namespace
}  // namespace rc::sim::base
