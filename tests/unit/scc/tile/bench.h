// SPDX-License-Identifier: Apache-2.0
// A tile alone, with a test bench in the place of mesh and memory, and a program that polls.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

#include "hw_model/scc/layout.h"
#include "hw_model/scc/tile/tile.h"

namespace rc::scc::test {

using kernel::Picos;

inline constexpr Picos kGlobal{625};
inline constexpr Picos kAnswer{100'000};
inline constexpr Picos kMeshChange{250'000};
// Such that a tile that is ahead by what messages take inside it is not ahead of a change of the
// mesh.
inline constexpr Picos kEarly{(kMeshChange.value - 2 * kAnswer.value) / 24};
inline constexpr std::uint32_t kEntry = 0x1000;
inline constexpr std::uint32_t kSetUpBytes = 29;  // of a program, before its body

// Answers every message that leaves the tile from one flat memory, 100 ns later; those that may be
// answered at once, too, if it is asked to.
class Bench final : private MessagePort {
 public:
  explicit Bench(TileOptions options, std::uint32_t x = 0, std::uint32_t y = 0)
      : tile_(config(options, x, y, mesh_clock_)) {
    for (unsigned z = 0; z < 2; ++z) {
      const auto lut = default_lut(SCC_CORE_ID(x, y, z), 41);
      for (unsigned slot = 0; slot < lut.size(); ++slot)
        tile_.registers().set_lut(z, slot, lut[slot]);
    }
    // Identity page tables for the first 4 MB; MPBs of tile 0 at their address, MPBT (bit 7).
    const std::uint32_t directory = 0x2000, low = 0x3000, mpb = 0x4000;
    word(directory + 0, low | 3);
    word(directory + 4 * (SCC_MPB_BASE >> 22), mpb | 3);
    for (std::uint32_t page = 0; page < 1024; ++page) word(low + 4 * page, page << 12 | 0x63);
    for (std::uint32_t page = 0; page < 4; ++page) {
      word(mpb + 4 * page, (SCC_MPB_BASE + (page << 12)) | 0xE3);
    }
  }

  // Page `page` of the first 4 MB to physical address `paddr`, uncached.
  void map(std::uint32_t page, std::uint32_t paddr) { word(0x3000 + 4 * page, paddr | 0x73); }

  // Paging and MPBT on, then `body`.
  void program(unsigned z, std::vector<std::uint8_t> body) {
    std::vector<std::uint8_t> code = {0xB8, 0x00, 0x20, 0x00, 0x00,  // mov eax, 0x2000
                                      0x0F, 0x22, 0xD8,              // mov cr3, eax
                                      0xB8, 0x00, 0x08, 0x00, 0x00,  // mov eax, CR4.MPE
                                      0x0F, 0x22, 0xE0,              // mov cr4, eax
                                      0x0F, 0x20, 0xC0,              // mov eax, cr0
                                      0x0D, 0x00, 0x00, 0x00, 0x80,  // or eax, PG
                                      0x0F, 0x22, 0xC0,              // mov cr0, eax
                                      0xEB, 0x00};                   // jmp $+2
    EXPECT_EQ(code.size(), kSetUpBytes);
    code.insert(code.end(), body.begin(), body.end());
    const std::uint32_t at = kEntry + 0x400 * z;
    for (std::size_t i = 0; i < code.size(); ++i) memory_[at + i] = code[i];
    tile_.start_core(z, at, Picos{0});
  }

  // Runs to `end` in steps of at most `step`, handing over what is due in between.
  void run(Picos end, Picos step) {
    while (now_ < end) {
      Picos until = std::min(end, now_ + step);
      if (!inbox_.empty()) until = std::min(until, inbox_.begin()->first);
      tile_.advance(tile_.undisturbed_until(until - Picos{1}));
      for (const Outbound& out : tile_.outbound()) answer(out);
      tile_.sent();
      change_mesh();
      until = std::min(until, tile_.next_event());
      now_ = inbox_.empty() ? until : std::min(until, inbox_.begin()->first);
      while (!inbox_.empty() && inbox_.begin()->first <= now_) {
        const Picos at = inbox_.begin()->first;
        tile_.deliver(inbox_.begin()->second, at);
        inbox_.erase(inbox_.begin());
        tile_.advance(tile_.undisturbed_until(at));
        for (const Outbound& out : tile_.outbound()) answer(out);
        tile_.sent();
        change_mesh();
      }
    }
  }

  void write_mpb_from_outside(Picos at, std::uint32_t offset, std::uint8_t value) {
    Message message = write_from_outside(SCC_SUBDEST_MPB, offset);
    message.bytes = 1;
    message.data[0] = value;
    inbox_.emplace(at, message);
  }

  // The fields of the clocks; its low byte, with the resets, stays as it is now.
  void write_gcbcfg_from_outside(Picos at, std::uint32_t value) {
    write_register_from_outside(at, SCC_CRB_GCBCFG,
                                (value & ~0xFFu) | (tile_.registers().gcbcfg() & 0xFFu));
  }
  void write_register_from_outside(Picos at, std::uint32_t offset, std::uint32_t value,
                                   noc::EndPoint from = {3, 0, noc::kLocal}) {
    Message message = write_from_outside(SCC_SUBDEST_CRB, offset);
    message.source = from;
    message.bytes = 4;
    std::memcpy(message.data.data(), &value, 4);
    inbox_.emplace(at, message);
  }

  // From now on, of the requests that the tile asks for at once, it refuses one in four, answers one
  // in eight later, and the others.
  void answer_at_once() { tile_.attach(*this, 1); }
  unsigned answered_at_once() const { return answered_; }

  Tile& tile() { return tile_; }
  const std::vector<Message>& ports() const { return ports_; }  // IN and OUT that left the tile
  const kernel::ChangingClock& mesh_clock() const { return mesh_clock_; }
  Picos now() const { return now_; }

 private:
  static TileConfig config(TileOptions options, std::uint32_t x, std::uint32_t y,
                           const kernel::ChangingClock& mesh_clock) {
    TileConfig config;
    config.x = static_cast<std::uint8_t>(x);
    config.y = static_cast<std::uint8_t>(y);
    config.global_period = kGlobal;
    config.tile_divider = 3;
    config.mesh_clock = &mesh_clock;
    config.idle_mesh = IdleMesh(4);
    config.options = options;
    config.options.lookahead = kAnswer;
    return config;
  }

  static Message write_from_outside(unsigned subdestination, std::uint32_t offset) {
    Message message;
    message.command = Command::write;
    message.source = {3, 0, noc::kLocal};
    message.destination = {0, 0, noc::kLocal};
    message.subdestination = static_cast<std::uint8_t>(subdestination);
    message.address = offset;
    return message;
  }

  void word(std::uint32_t address, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i)
      memory_[address + i] = static_cast<std::uint8_t>(value >> 8 * i);
  }

  void answer(const Outbound& out) {
    const Message& request = tile_.message(out);
    if (is_port(request.command)) ports_.push_back(request);
    if (is_response(request.command)) return;  // the outside write's acknowledgement
    const Picos at = out.ready + kAnswer;
    EXPECT_GE(at, now_);
    inbox_.emplace(at, response_to_request(request));
  }

  Message response_to_request(const Message& request) {
    const std::uint32_t at = offset(request);
    if (is_write(request.command)) {
      for (unsigned i = 0; i < request.bytes; ++i) memory_[at + i] = request.data[i];
      return response_to(request, Command::acknowledge);
    }
    Message response = response_to(request, Command::data_line);
    for (unsigned i = 0; i < request.bytes; ++i) response.data[i] = memory_[at + i];
    return response;
  }

  bool receive(const Message&, Picos) override { return false; }
  RoundTrip ask(const Message& request, Picos ready, unsigned, Message& response,
                Picos& arrival) override {
    EXPECT_TRUE(tile_.outbound().empty() && tile_.mesh_changes().empty())
        << "the mesh carries a request before what the tile sent earlier";
    const Picos before = inbox_.empty() ? Picos::never() : inbox_.begin()->first;
    arrival = ready + kAnswer;
    if (arrival >= before || ++asked_ % 4 == 0) return RoundTrip::refused;
    response = response_to_request(request);
    if (asked_ % 8 == 1) {
      inbox_.emplace(arrival, response);
      return RoundTrip::under_way;
    }
    ++answered_;
    return RoundTrip::answered;
  }

  static std::uint32_t offset(const Message& message) {
    return static_cast<std::uint32_t>(message.address & (SCC_SLOT_SIZE - 1));
  }

  // As the chip does it, with a delay that is longer than kAnswer twice.
  void change_mesh() {
    for (const ClockChange& written : tile_.mesh_changes()) {
      mesh_clock_.change(written.at + kMeshChange, 0, Picos{kGlobal.value * written.divider});
      tile_.mesh_clock_changes(now_, kAnswer);
    }
    tile_.mesh_changes().clear();
  }

  kernel::ChangingClock mesh_clock_{Picos{kGlobal.value * 2}};
  Tile tile_;
  Picos now_{0};
  std::map<std::uint32_t, std::uint8_t> memory_;
  std::multimap<Picos, Message> inbox_;
  std::vector<Message> ports_;
  unsigned asked_ = 0, answered_ = 0;  // at once
};

// Waits until the first byte of the core's own MPB is 1, with `extra` in the loop, then halts.
inline std::vector<std::uint8_t> poll(unsigned z, const std::vector<std::uint8_t>& extra = {}) {
  std::vector<std::uint8_t> code = {0xBB, 0x00, static_cast<std::uint8_t>(0x20 * z),
                                    0x00, 0xC0,   // mov ebx, own MPB
                                    0x0F, 0x0A};  // cl1invmb
  for (const std::uint8_t byte : extra) code.push_back(byte);
  const auto back = static_cast<std::uint8_t>(0xF9 - extra.size());
  for (const int byte : {0x80, 0x3B, 0x01,  // cmp byte [ebx], 1
                         0x75, int{back},   // jne back
                         0xF4})             // hlt
    code.push_back(static_cast<std::uint8_t>(byte));
  return code;
}

struct Outcome {
  kernel::Cycle cycles[2];
  std::uint64_t instructions[2];
  std::uint64_t mpb_reads, mpb_waits;
  bool operator==(const Outcome&) const = default;
};

using Words = std::map<std::uint64_t, std::uint32_t>;  // to GCBCFG from outside, by instant

inline Outcome poll_run(TileOptions options, Picos step, bool both, std::uint64_t first,
                        std::uint64_t second, bool* parked = nullptr, const Words& words = {},
                        const std::vector<std::uint8_t>& extra = {}) {
  Bench bench(options);
  bench.program(0, poll(0, extra));
  if (both) bench.program(1, poll(1));
  bench.write_mpb_from_outside(Picos{first}, 0, 1);
  bench.write_mpb_from_outside(Picos{second}, 0x2000, 1);
  for (const auto& [at, word] : words) bench.write_gcbcfg_from_outside(Picos{at}, word);
  bench.run(Picos{first - 1000}, step);
  if (parked != nullptr) *parked = bench.tile().parked(0) && (!both || bench.tile().parked(1));
  const Picos end{std::max(first, second) + 3'000'000};
  bench.run(end, step);
  bench.tile().flush(end);
  Outcome outcome{};
  for (unsigned z = 0; z < 2; ++z) {
    outcome.cycles[z] = bench.tile().core(z).now();
    outcome.instructions[z] = bench.tile().core(z).counters().instructions;
  }
  outcome.mpb_reads = bench.tile().counters().mpb_reads;
  outcome.mpb_waits = bench.tile().counters().mpb_wait_cycles;
  return outcome;
}

}  // namespace rc::scc::test
