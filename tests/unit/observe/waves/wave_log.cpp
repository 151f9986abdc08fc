// SPDX-License-Identifier: Apache-2.0
// Changes reported in any order come out in order of time; window and limit cut.
#include "sim/observe/waves/wave_log.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "hw_model/kernel/error.h"
#include "sim/observe/waves/save_file.h"
#include "tests/unit/observe/waves/fixture.h"

namespace rc::sim::observe {
namespace {

using Changes = std::vector<std::pair<std::uint64_t, std::string>>;

class WaveLogTest : public test::WaveTest {
 protected:
  struct Signals {
    WaveLog::Signal bit, count, wide;
  };
  static Signals declare(FstFile& file) {
    const FstFile::Scope top(file, "top");
    return {file.declare("bit", 1), file.declare("count", 8), file.declare("wide", 128)};
  }
  test::ReadWaves write(const base::Window& window, std::uint64_t most,
                        const std::function<void(WaveLog&, const Signals&)>& tell,
                        std::uint64_t end) {
    FstFile file(path_, -12);
    const Signals signals = declare(file);
    WaveLog log(file, window, most);
    tell(log, signals);
    log.finish(end);
    file.commit();
    full_ = log.full();
    return test::ReadWaves(path_);
  }
  bool full_ = false;
};

TEST_F(WaveLogTest, OrderIsThatOfTime) {
  const test::ReadWaves read = write(
      {}, 1000,
      [](WaveLog& log, const Signals& s) {
        log.set(0, s.bit, 0);
        log.pulse(30, 40, s.bit);
        log.pulse(10, 20, s.bit);
        log.pulse(20, 25, s.bit);  // begins where one ends: no glitch
        log.count(12, s.count, true);
        log.count(15, s.count, false);
        log.count(13, s.count, true);
        log.set(33, s.wide, {5, 1});
      },
      50);
  ASSERT_TRUE(read.read_ok);
  EXPECT_EQ(read.unit, "1ps");
  EXPECT_EQ(read.waves.at("top.bit").changes,
            (Changes{{0, "0"}, {10, "1"}, {25, "0"}, {30, "1"}, {40, "0"}}));
  EXPECT_EQ(read.waves.at("top.count").number_at(12), 1u);
  EXPECT_EQ(read.waves.at("top.count").number_at(14), 2u);
  EXPECT_EQ(read.waves.at("top.count").number_at(50), 1u);
  EXPECT_EQ(read.waves.at("top.wide").at(32).find_first_not_of('x'), std::string::npos);
  EXPECT_EQ(read.waves.at("top.wide").at(33),
            std::string(63, '0') + "1" + std::string(61, '0') + "101");
  EXPECT_EQ(read.waves.at("top.wide").bits, 128u);
  EXPECT_EQ(read.times.back(), 50u);
}

TEST_F(WaveLogTest, WindowHasTheValuesAtItsBegin) {
  const test::ReadWaves read = write(
      {100, 200}, 1000,
      [](WaveLog& log, const Signals& s) {
        for (std::uint64_t time = 0; time < 300; time += 30) {
          log.set(time, s.count, time);
          log.flush(time);
        }
        log.set(290, s.bit, 1);
      },
      300);
  const auto& count = read.waves.at("top.count");
  EXPECT_EQ(read.times.front(), 100u);
  EXPECT_EQ(read.times.back(), 200u);
  EXPECT_EQ(count.number_at(100), 90u);
  EXPECT_EQ(count.changes.size(), 4u);  // and at 120, 150, 180
  EXPECT_EQ(read.waves.at("top.bit").at(200).find_first_of("01"), std::string::npos);
}

// Also where nothing changes in the window, or only at its begin.
TEST_F(WaveLogTest, QuietWindow) {
  for (const std::uint64_t at : {40, 100}) {
    const test::ReadWaves read = write(
        {100, 200}, 1000, [at](WaveLog& log, const Signals& s) { log.set(at, s.count, 7); }, 300);
    EXPECT_EQ(read.times.front(), 100u);
    EXPECT_EQ(read.waves.at("top.count").number_at(100), 7u);
  }
}

// The values at time 0 are none of the nine changes.
TEST_F(WaveLogTest, LimitEndsTheFileBetweenTwoInstants) {
  const test::ReadWaves read = write(
      {}, 9,
      [](WaveLog& log, const Signals& s) {
        for (std::uint64_t time = 0; time < 100; ++time) {
          log.set(time, s.count, time + 1);
          log.set(time, s.bit, time & 1);
          log.flush(time);
        }
      },
      100);
  EXPECT_TRUE(full_);
  EXPECT_EQ(read.times.back(), 5u);
  EXPECT_EQ(read.waves.at("top.count").changes.back().first, 4u);
  EXPECT_EQ(read.waves.at("top.bit").changes.back().first, 4u);
}

TEST_F(WaveLogTest, APastChangeIsAnErrorOfTheCaller) {
  FstFile file(path_, -12);
  const Signals signals = declare(file);
  WaveLog log(file, {}, 10);
  log.flush(50);
  log.set(50, signals.bit, 1);
  EXPECT_THROW(log.set(49, signals.bit, 1), std::logic_error);
}

TEST_F(WaveLogTest, EqualRunsLeaveEqualFiles) {
  const auto bytes = [this] {
    write(
        {}, 10, [](WaveLog& log, const Signals& s) { log.set(3, s.bit, 1); }, 9);
    std::ifstream in(path_);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(bytes(), bytes());
}

TEST_F(WaveLogTest, SaveFileNestsItsGroups) {
  FstFile file(path_, -12);
  {
    const FstFile::Scope a(file, "a");
    file.declare("x", 1);
    const FstFile::Scope b(file, "b");
    file.declare("y", 8);
  }
  {
    const FstFile::Scope c(file, "c");
    file.declare("z", 1);
  }
  const std::string text = save_file_text(file, {7, 8007, path_ + ".commands", {"y"}});
  std::string nowhere;
  for (int i = 0; i < 26; ++i) nowhere += " -1";
  EXPECT_EQ(text.substr(text.find("[timestart]")),
            "[timestart] 7\n[sst_expanded] 1\n*-3.000000 7" + nowhere +
                "\n@800200\n-a\n@28\na.x\n@c00200\n-b\n@2022\n^1 " + path_ +
                ".commands\na.b.y[7:0]\n@1401200\n-b\n"
                "@1000200\n-a\n@c00200\n-c\n@28\nc.z\n@1401200\n-c\n");
  EXPECT_NE(text.find("[dumpfile] \"" + path_), std::string::npos);
}

TEST_F(WaveLogTest, FullDiskIsNoticed) {
  std::filesystem::create_symlink("/dev/full", path_);
  EXPECT_THROW(write(
                   {}, 10, [](WaveLog& log, const Signals& s) { log.set(3, s.bit, 1); }, 9),
               kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::observe
