// SPDX-License-Identifier: Apache-2.0
// GDB's packets, answered for a machine of two cores that the test plays.
#include "sim/debug/gdb_session.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "hw_model/kernel/error.h"
#include "sim/debug/gdb_packets.h"

namespace rc::sim::debug {
namespace {

class PlayedTarget : public DebugTarget {
 public:
  explicit PlayedTarget(DebugPrograms programs = {{"app.elf"}, {0, 0}})
      : programs_(std::move(programs)) {}
  unsigned count() override { return 2; }
  std::string name(unsigned rank) override { return "UE " + std::to_string(rank); }
  const DebugPrograms& programs() override { return programs_; }
  GdbRegisters registers(unsigned rank) override { return registers_[rank]; }
  void set_registers(unsigned rank, const GdbRegisters& registers) override {
    registers_[rank] = registers;
  }
  std::optional<std::vector<std::uint8_t>> read(unsigned rank, std::uint32_t address,
                                                std::uint32_t bytes) override {
    if (address == kBroken) throw kernel::InputError("the process that simulates has died");
    std::vector<std::uint8_t> data;
    for (std::uint32_t i = 0; i < bytes; ++i) {
      if (address + i >= kMemory) return std::nullopt;
      data.push_back(memory_[rank][address + i]);
    }
    return data;
  }
  bool write(unsigned rank, std::uint32_t address, const std::vector<std::uint8_t>& data) override {
    if (address >= kMemory || data.size() > kMemory - address) return false;
    for (std::size_t i = 0; i < data.size(); ++i)
      memory_[rank][address + static_cast<std::uint32_t>(i)] = data[i];
    return true;
  }
  void set_breakpoint(unsigned program, std::uint32_t address, bool hardware, bool on) override {
    next.hardware = hardware;
    if (program == 1) address += kMemory;
    on ? void(breakpoints.insert(address)) : void(breakpoints.erase(address));
  }
  void set_watch(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes,
                 bool on) override {
    said = std::to_string(rank) + " " + std::to_string(static_cast<int>(kind)) + " " +
           std::to_string(address) + " " + std::to_string(bytes) + (on ? " on" : " off");
  }
  StopEvent go_on(const std::function<bool()>& interrupted) override {
    said = "on";
    interrupted();
    return next;
  }
  StopEvent go_back(const std::function<bool()>&) override { return said = "back", next; }
  void restart() override { said = "restart"; }
  StopEvent step(const StepRequest& wanted, const std::function<bool()>&) override {
    return said = "step " + words(wanted), next;
  }
  StopEvent step_back(const StepRequest& wanted, const std::function<bool()>&) override {
    return said = "step back " + words(wanted), next;
  }
  static std::string words(const StepRequest& wanted) {
    std::string text = std::to_string(wanted.rank);
    if (wanted.alone) text += " alone";
    if (wanted.bytes != 0)
      text += " in " + std::to_string(wanted.first) + "+" + std::to_string(wanted.bytes);
    return text;
  }
  std::string monitor(const std::vector<std::string>& words, unsigned rank,
                      const std::function<bool()>&) override {
    if (words.empty() || words[0] != "time") throw kernel::InputError("no such command");
    return "now, " + std::to_string(rank);
  }

  static constexpr std::uint32_t kMemory = 0x1000, kBroken = 0x2000;
  StopEvent next;
  std::string said;
  std::set<std::uint32_t> breakpoints;  // of the second program: behind kMemory

 private:
  DebugPrograms programs_;
  std::map<unsigned, GdbRegisters> registers_;
  std::map<unsigned, std::map<std::uint32_t, std::uint8_t>> memory_;
};

class GdbSessionTest : public ::testing::Test {
 protected:
  std::string ask(const std::string& packet) { return session.answer(packet).value_or("nothing"); }

  PlayedTarget target;
  std::string lines;
  GdbSession session{target, false, [] { return false; },
                     [this](std::string_view text) { lines += text; }};
};

TEST_F(GdbSessionTest, ThreadsAreCores) {
  EXPECT_EQ(ask("qfThreadInfo"), "m1,2");
  EXPECT_EQ(ask("qsThreadInfo"), "l");
  EXPECT_EQ(ask("qC"), "QC1");
  EXPECT_EQ(ask("T2"), "OK");
  EXPECT_EQ(ask("T3"), "E01");
  EXPECT_EQ(ask("qThreadExtraInfo,2"), to_hex("UE 1"));
  EXPECT_NE(ask("qXfer:threads:read::0,1000").find("<thread id=\"2\" name=\"UE 1\"/>"),
            std::string::npos);
}

TEST_F(GdbSessionTest, LongAnswersComeInParts) {
  std::string whole;
  for (std::string part = "m"; part[0] == 'm';) {
    part = ask("qXfer:features:read:target.xml:" + [&] {
      std::ostringstream at;
      at << std::hex << whole.size();
      return at.str();
    }() + ",40");
    whole += part.substr(1);
    ASSERT_LE(part.size(), 65u);
  }
  EXPECT_EQ(whole, gdb_target_description());
  EXPECT_EQ(ask("qXfer:features:read:target.xml:ffffff,40"), "E01");
}

TEST_F(GdbSessionTest, RegistersAndMemoryAreTheChosenThreads) {
  EXPECT_EQ(ask("P8=44332211"), "OK");
  EXPECT_EQ(ask("p8"), "44332211");
  EXPECT_EQ(ask("Hg2"), "OK");
  EXPECT_EQ(ask("p8"), "00000000");
  EXPECT_EQ(ask("g").size(), 2 * kGdbRegisterBytes);
  EXPECT_EQ(ask("M10,2:abcd"), "OK");
  EXPECT_EQ(ask(std::string("X12,1:\x7f")), "OK");
  EXPECT_EQ(ask("m10,4"), "abcd7f00");
  EXPECT_EQ(ask("Hg1"), "OK");
  EXPECT_EQ(ask("m10,2"), "0000");
  EXPECT_EQ(ask("mfff,2"), "E01");
  EXPECT_EQ(ask("M10,3:abcd"), "E01");
}

// A line for the user in front of an answer would be taken for it.
TEST_F(GdbSessionTest, AnErrorIsTheOnlyAnswer) {
  EXPECT_EQ(ask("m2000,4"), "E01");
  EXPECT_EQ(lines, "");
}

TEST_F(GdbSessionTest, BreakpointsAndWatches) {
  EXPECT_EQ(ask("Z0,100,1"), "OK");
  EXPECT_EQ(ask("Z1,200,1"), "OK");
  EXPECT_EQ(target.breakpoints, (std::set<std::uint32_t>{0x100, 0x200}));
  EXPECT_EQ(ask("z0,100,1"), "OK");
  EXPECT_EQ(target.breakpoints, (std::set<std::uint32_t>{0x200}));
  EXPECT_EQ(ask("Z3,40,4"), "OK");
  EXPECT_EQ(target.said, "0 1 64 4 on");
  EXPECT_EQ(ask("Z9,40,4"), "");
  EXPECT_EQ(ask("Z2,40,0"), "E01");
}

TEST_F(GdbSessionTest, StopsTellWhyAndWho) {
  target.next.why = StopEvent::Why::breakpoint;
  target.next.rank = 1;
  EXPECT_EQ(ask("vCont;c"), "T05thread:2;swbreak:;");
  EXPECT_EQ(ask("?"), "T05thread:2;swbreak:;");
  target.next.why = StopEvent::Why::watch;
  target.next.address = 0x40;
  EXPECT_EQ(ask("bc"), "T05thread:2;watch:40;");
  target.next.why = StopEvent::Why::stepped;
  EXPECT_EQ(ask("vCont;s:1;c"), "T05thread:2;");
  EXPECT_EQ(target.said, "step 0");
  // Without a word on the others it is a step of one alone.
  ask("vCont;s:1");
  EXPECT_EQ(target.said, "step 0 alone");
  ask("vCont;r40,60:2;c");
  EXPECT_EQ(target.said, "step 1 in 64+32");
  ask("Hc1");
  ask("bs");
  EXPECT_EQ(target.said, "step back 0 alone");
  ask("Hc-1");
  ask("bs");
  EXPECT_EQ(target.said, "step back 1");
  for (const char* const wrong : {"vCont;r:1", "vCont;r40:1", "vCont;r60,40:1", "vCont;r40,60x:1"})
    EXPECT_EQ(ask(wrong), "E01") << wrong;
  target.next.why = StopEvent::Why::beginning;
  EXPECT_EQ(ask("bs"), "T05thread:2;replaylog:begin;");
  target.next.why = StopEvent::Why::failed;
  target.next.text = "deadlock";
  EXPECT_EQ(ask("c"), "T06thread:2;");
  EXPECT_EQ(lines, "deadlock\n");
  EXPECT_EQ(session.end(), GdbSession::End::none);
  target.next.why = StopEvent::Why::over;
  target.next.statuses = {3};
  EXPECT_EQ(ask("c"), "W03");
  EXPECT_EQ(session.end(), GdbSession::End::over);
}

// Two cores, a program each.
class GdbSessionOfPrograms : public ::testing::Test {
 protected:
  std::string ask(const std::string& packet) { return session.answer(packet).value_or("nothing"); }
  void introduce() {
    EXPECT_NE(ask("qSupported:multiprocess+;swbreak+").find(";multiprocess+"), std::string::npos);
  }

  PlayedTarget target{{{"/a.elf", "/b.elf"}, {0, 1}}};
  GdbSession session{target, false, [] { return false; }, [](std::string_view) {}};
};

TEST_F(GdbSessionOfPrograms, AreProcesses) {
  introduce();
  EXPECT_EQ(ask("qfThreadInfo"), "mp1.1,p2.2");
  EXPECT_EQ(ask("qC"), "QCp1.1");
  EXPECT_EQ(ask("qXfer:exec-file:read:2:0,100"), "l/b.elf");
  EXPECT_EQ(ask("qXfer:exec-file:read::0,100"), "l/a.elf");
  EXPECT_EQ(ask("qXfer:exec-file:read:3:0,100"), "E01");
  EXPECT_EQ(ask("Tp2.2"), "OK");
  for (const char* wrong : {"Tp1.2", "Tp3.1", "Tp2.3", "Tp.1", "Tp2.x", "Tpx"})
    EXPECT_EQ(ask(wrong), "E01") << wrong;
  EXPECT_EQ(ask("Hgp2.0"), "OK");
  EXPECT_EQ(ask("Z0,100,1"), "OK");
  EXPECT_EQ(ask("Hgp1.-1"), "OK");
  EXPECT_EQ(ask("Z0,100,1"), "OK");
  EXPECT_EQ(target.breakpoints, (std::set<std::uint32_t>{0x100, 0x1100}));
  EXPECT_EQ(ask("Hgp2.2"), "OK");
  EXPECT_EQ(ask("z0,100,1"), "OK");
  EXPECT_EQ(target.breakpoints, (std::set<std::uint32_t>{0x100}));
  target.next.why = StopEvent::Why::stepped;
  target.next.rank = 1;
  EXPECT_EQ(ask("vCont;s:p2.2;c:p1.-1"), "T05thread:p2.2;");
  EXPECT_EQ(target.said, "step 1");
}

TEST_F(GdbSessionOfPrograms, EndOneAfterTheOther) {
  introduce();
  target.next.why = StopEvent::Why::over;
  target.next.statuses = {0, 7};
  EXPECT_EQ(ask("vCont;c"), "W00;process:1");
  EXPECT_EQ(session.end(), GdbSession::End::none);
  EXPECT_EQ(ask("qfThreadInfo"), "mp2.2");
  EXPECT_EQ(ask("vCont;c"), "W07;process:2");
  EXPECT_EQ(session.end(), GdbSession::End::over);
}

TEST_F(GdbSessionOfPrograms, AreLeftOneAfterTheOther) {
  introduce();
  EXPECT_EQ(ask("D;2"), "OK");
  EXPECT_EQ(ask("D;2"), "E01");
  EXPECT_EQ(session.end(), GdbSession::End::none);
  EXPECT_EQ(ask("vKill;1"), "OK");
  EXPECT_EQ(session.end(), GdbSession::End::killed);
}

TEST_F(GdbSessionOfPrograms, AreOneProcessToADebuggerWithoutTheExtension) {
  EXPECT_EQ(ask("qSupported:swbreak+").find("multiprocess"), std::string::npos);
  EXPECT_EQ(ask("qfThreadInfo"), "m1,2");
  EXPECT_EQ(ask("Hgp2.2"), "E01");
  EXPECT_EQ(ask("qXfer:exec-file:read::0,100"), "");
  target.next.why = StopEvent::Why::over;
  target.next.statuses = {0, 7};
  EXPECT_EQ(ask("c"), "W07");
  EXPECT_EQ(session.end(), GdbSession::End::over);
}

TEST_F(GdbSessionTest, MonitorAndTheEnd) {
  EXPECT_EQ(ask("qRcmd," + to_hex("time")), to_hex("now, 0"));
  EXPECT_EQ(ask("qRcmd," + to_hex("fly")), to_hex("error: no such command\n"));
  EXPECT_EQ(ask("qRcmd,7"), "E01");
  EXPECT_EQ(ask("qAttached"), "1");
  EXPECT_EQ(ask("D"), "OK");
  EXPECT_EQ(session.end(), GdbSession::End::detached);
}

TEST_F(GdbSessionTest, ADebuggerThatMayRestartStaysBehindTheEnd) {
  EXPECT_EQ(ask("!"), "OK");
  EXPECT_EQ(session.end_if_lost(), GdbSession::End::none);
  EXPECT_EQ(ask("vKill;a410"), "OK");
  EXPECT_EQ(session.end(), GdbSession::End::none);
  EXPECT_EQ(session.end_if_lost(), GdbSession::End::killed);
  EXPECT_EQ(ask("vRun;" + to_hex("app.elf")), "T05thread:1;");
  EXPECT_EQ(target.said, "restart");
  EXPECT_EQ(session.end_if_lost(), GdbSession::End::none);
  target.next.why = StopEvent::Why::over;
  target.next.statuses = {7};
  EXPECT_EQ(ask("c"), "W07");
  EXPECT_EQ(session.end(), GdbSession::End::none);
  EXPECT_EQ(session.end_if_lost(), GdbSession::End::over);
  EXPECT_EQ(ask("vRun;"), "T05thread:1;");
  target.next.why = StopEvent::Why::stepped;
  EXPECT_EQ(ask("s"), "T05thread:1;");
  EXPECT_EQ(ask("vRun;" + to_hex("app.elf") + ";" + to_hex("other argument")), "E01");
}

TEST_F(GdbSessionOfPrograms, AreNotRestarted) {
  introduce();
  EXPECT_EQ(ask("!"), "OK");
  EXPECT_EQ(ask("vRun;" + to_hex("app.elf")), "E01");
}

TEST_F(GdbSessionTest, UnknownPacketsGetTheEmptyAnswer) {
  for (const char* packet : {"", "vMustReplyEmpty", "qSymbol::", "R00", "i", "\xff"})
    EXPECT_EQ(ask(packet), "") << packet;
}

// Random bytes, and packets that were right before a byte changed: an answer, and no crash.
TEST_F(GdbSessionTest, Nonsense) {
  const std::vector<std::string> right{"qXfer:features:read:target.xml:0,40",
                                       "vCont;s:1;c",
                                       "m10,4",
                                       "M10,2:abcd",
                                       "P8=44332211",
                                       "Z2,40,4",
                                       "qRcmd,74696d65",
                                       "Hg2",
                                       "qThreadExtraInfo,2",
                                       "X12,1:a",
                                       "T1",
                                       "Hgp1.1",
                                       "D;1",
                                       "vKill;1",
                                       "G00"};
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string packet = right[random() % right.size()];
    for (unsigned changes = random() % 4; changes > 0; --changes) {
      const auto at = random() % packet.size();
      const auto byte = static_cast<char>(random());
      switch (random() % 3) {
        case 0:
          packet[at] = byte;
          break;
        case 1:
          packet.insert(at, 1, byte);
          break;
        default:
          packet.resize(at + 1);
          break;
      }
    }
    GdbSession fresh{target, false, [] { return false; }, [](std::string_view) {}};
    fresh.answer(packet);
    GdbPackets packets;
    packets.feed(packet + "$" + packet + "#");
    while (packets.next()) {
    }
  }
}

}  // namespace
}  // namespace rc::sim::debug
