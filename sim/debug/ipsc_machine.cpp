// SPDX-License-Identifier: Apache-2.0
// An iPSC/860 under a debugger: its nodes are the ranks.
#include <fmt/format.h>

#include <algorithm>

#include "hw_model/ipsc/systemc/ipsc_system.h"
#include "sim/debug/machine.h"

namespace rc::sim::debug {
namespace {

using kernel::Picos;

class IpscMachine : public DebugMachine {
 public:
  explicit IpscMachine(ipsc::IpscSystem& system) : system_(system) {
    for (unsigned node = 0; node < count(); ++node)
      system_.node(node).on_break([this, node] { broken(node); });
  }

  unsigned count() const override { return system_.nodes(); }
  std::string name(unsigned rank) const override { return fmt::format("node {}", rank); }
  cpu::Core& core(unsigned rank) override { return system_.node(rank).core(); }
  Picos time_of(unsigned rank, kernel::Cycle cycle) override {
    return system_.node(rank).time_of(cycle);
  }
  // That of the last exit, if all programs have ended: the machine goes on to the end of its slice.
  Picos time() const override {
    Picos last{0};
    for (unsigned node = 0; node < count(); ++node) {
      if (!system_.exit_status(node)) return system_.time();
      last = std::max(last, system_.exit_time(node));
    }
    return last;
  }
  std::optional<int> exit_status(unsigned rank) const override { return system_.exit_status(rank); }
  std::string state_of(unsigned rank) const override { return system_.state_of(rank); }
  std::vector<std::uint8_t> read_place(const WatchedPlace&) override { return {}; }
  Picos deadlock_at() override { return system_.deadlock_at(); }
  void check_deadlock() override { system_.check_deadlock(); }

  std::string monitor_help() const override {
    return "messages                    what every node has sent and received\n";
  }
  std::optional<std::string> monitor(const std::vector<std::string>& words, unsigned) override {
    if (words[0] != "messages") return std::nullopt;
    std::string text;
    for (unsigned node = 0; node < count(); ++node) {
      text += fmt::format("node {}:", node);
      ipsc::NodeCounters::each([&](const char* name, auto member) {
        text += fmt::format(" {} {}", name, system_.node(node).counters().*member);
      });
      text += '\n';
    }
    return text;
  }

 private:
  bool peek(unsigned rank, std::uint32_t address, void* data, std::uint32_t bytes) override {
    return system_.node(rank).peek(address, data, bytes);
  }
  bool poke(unsigned rank, std::uint32_t address, const void* data, std::uint32_t bytes) override {
    return system_.node(rank).poke(address, data, bytes);
  }
  // Memory is private, and is watched at the core.
  std::optional<WatchedPlace> find_place(unsigned, std::uint32_t) override { return std::nullopt; }
  bool others_reach(unsigned, std::uint32_t) override { return false; }

  bool run_to(Picos end) override {
    system_.advance(end);
    for (unsigned node = 0; node < count(); ++node)
      if (!system_.exit_status(node)) return true;
    return false;
  }
  void go_on(unsigned rank) override { system_.node(rank).go_on(); }
  void watch_places(const std::vector<WatchedPlace>&) override {}
  void set_every_round(bool) override {}  // a node waits by HLT

  ipsc::IpscSystem& system_;
};

}  // namespace

std::unique_ptr<DebugMachine> debug_machine(ipsc::IpscSystem& system) {
  return std::make_unique<IpscMachine>(system);
}

}  // namespace rc::sim::debug
