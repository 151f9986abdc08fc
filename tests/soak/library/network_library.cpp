// SPDX-License-Identifier: Apache-2.0
// rockcreek-soak-network.so: a network in C++ behind the C interface that misbehaves as the
// environment says (misbehaviour.h).
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "hw_model/kernel/random.h"
#include "tests/soak/library/misbehaviour.h"

namespace {

using rc::test::SmallNetwork;

std::string g_how;
std::uint64_t g_number = 0, g_evaluations = 0;
rc_network_setup g_setup;
rc_network_api g_good;

// Some cycles after the start, so that a run is under way.
bool time_has_come() { return g_evaluations > 30 + g_number % 100; }

// One of the values that tables should not have.
std::uint32_t odd_number() {
  constexpr std::uint32_t kOdd[] = {0, 5000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
  return kOdd[g_number % std::size(kOdd)];
}

int say(char* error, std::size_t bytes, const char* text) {
  std::strncpy(error, text, bytes);
  return 1;
}

int say_something(char* error, std::size_t bytes) {
  switch (g_number % 4) {
    case 0:
      std::memset(error, 'A', bytes);  // no end
      return 1;
    case 1:
      return say(error, bytes, "two\nlines \x1b[31m and \xff\xfe");
    case 2:
      return 1;  // nothing
    default:
      return say(error, bytes, "\x1b]0;title\a\r");
  }
}

[[noreturn]] void throw_something() {
  if (g_number % 2 == 0) throw std::runtime_error("two\nlines \x1b[31m");
  throw 7;  // NOLINT(hicpp-exception-baseclass): anything can come from a library
}

void* create(const rc_network_setup* setup, char* error, std::size_t bytes) {
  g_setup = *setup;
  if (g_how == "create-fails") return say_something(error, bytes), nullptr;
  if (g_how == "create-says-garbage") return std::memset(error, 0xC3, bytes), nullptr;
  if (g_how == "create-throws") throw_something();
  if (g_how == "create-exits") std::exit(0);
  if (g_how == "text-without-end") std::memset(error, 'A', bytes);
  return g_good.create(setup, error, bytes);
}

int reset(void* network, char* error, std::size_t bytes) {
  if (g_how == "reset-fails") return say_something(error, bytes);
  return g_good.reset(network, error, bytes);
}

void garbage(const rc_network_pins& pins) {
  rc::kernel::Random random(g_number + g_evaluations);
  const std::uint32_t ports = g_setup.end_points * g_setup.classes;
  for (std::uint32_t i = 0; i < ports; ++i) {
    pins.out_valid[i] = 1;
    auto* const bytes = reinterpret_cast<std::uint8_t*>(&pins.out_flit[i]);
    for (std::size_t k = 0; k < sizeof(rc_flit); ++k)
      bytes[k] = static_cast<std::uint8_t>(random.word());
  }
}

// A packet that nobody sent, but might have.
void invent(const rc_network_pins& pins) {
  const std::uint32_t at = static_cast<std::uint32_t>(g_number) % g_setup.end_points;
  pins.out_valid[at * g_setup.classes] = 1;
  rc_flit& flit = pins.out_flit[at * g_setup.classes];
  flit.destination = static_cast<std::uint16_t>(at);
  flit.source = static_cast<std::uint16_t>((at + 1) % g_setup.end_points);
  flit.length = 1;
  flit.index = 0;
  flit.sequence = static_cast<std::uint32_t>(g_number >> 8);
  flit.head = flit.tail = 1;
}

int evaluate(void* network, const rc_network_pins* pins, char* error, std::size_t bytes) {
  ++g_evaluations;
  const int result = g_good.evaluate(network, pins, error, bytes);
  if (g_how == "true-is-255") {
    const std::uint32_t ports = g_setup.end_points * g_setup.classes;
    for (std::uint32_t i = 0; i < ports; ++i) {
      if (pins->in_ready[i] != 0) pins->in_ready[i] = 255;
      if (pins->out_valid[i] != 0) pins->out_valid[i] = 255;
    }
  }
  if (g_how == "text-without-end") std::memset(error, 'B', bytes);
  if (!time_has_come()) return result;
  if (g_how == "invents") invent(*pins);
  if (g_how == "garbage-flits") garbage(*pins);
  if (g_how == "evaluate-fails") return say_something(error, bytes);
  if (g_how == "evaluate-throws") throw_something();
  if (g_how == "evaluate-exits") std::exit(0);
  return result;
}

int edge(void* network, char* error, std::size_t bytes) {
  if (time_has_come() && g_how == "edge-fails") return say_something(error, bytes);
  if (time_has_come() && g_how == "edge-throws") throw_something();
  return g_good.edge(network, error, bytes);
}

void destroy(void* network) {
  if (g_how == "destroy-exits") std::exit(0);
  if (g_how == "destroy-throws") throw_something();
  g_good.destroy(network);
}

std::uint64_t statistic(void*, std::uint32_t number) { return number; }

void spoil_table(rc_network_api& api) {
  static const char* const kNames[] = {"a", nullptr};
  if (g_how == "free-running") api.free_running = 1;
  if (g_how == "drain-long") api.drain_cycles = 100'000;
  if (g_how == "version") api.abi = odd_number();
  if (g_how == "flit-bits") api.flit_bits = odd_number();
  if (g_how == "max-flits") api.max_flits = odd_number();
  if (g_how == "min-latency") api.min_latency = odd_number();
  if (g_how == "quiet-long") api.quiet_cycles = 0xFFFFFFFF;
  if (g_how == "order") api.order = 9;
  if (g_how == "interleave") api.interleave = 9;
  if (g_how == "few-end-points") api.max_end_points = 1;
  if (g_how == "no-create") api.create = nullptr;
  if (g_how == "no-reset") api.reset = nullptr;
  if (g_how == "no-evaluate") api.evaluate = nullptr;
  if (g_how == "no-edge") api.edge = nullptr;
  if (g_how == "no-destroy") api.destroy = nullptr;
  if (g_how == "no-statistics") api.statistics = 3;
  if (g_how == "no-statistic-name") {
    api.statistics = 2;
    api.statistic_names = kNames;
    api.statistic = statistic;
  }
  if (g_how == "odd-name") {
    api.name = "two\nlines \x1b[31m";
    api.flit_bits = 0;
  }
}

}  // namespace

extern "C" const rc_network_api* rc_network() {
  static rc_network_api api;
  const char* const told = std::getenv(rc::soak::kMisbehaviour);
  const std::string words = told == nullptr ? "none:0" : told;
  const std::size_t colon = std::min(words.find(':'), words.size());
  g_how = words.substr(0, colon);
  g_number = colon < words.size() ? std::strtoull(words.c_str() + colon + 1, nullptr, 10) : 0;
  const auto* const found =
      std::find_if(std::begin(rc::soak::kMisbehaviours), std::end(rc::soak::kMisbehaviours),
                   [](const rc::soak::Misbehaviour& each) { return each.name == g_how; });
  if (g_how == "no-table" || found == std::end(rc::soak::kMisbehaviours)) return nullptr;
  if (g_how == "table-exits") std::exit(0);
  if (g_how == "table-throws") throw_something();
  api = g_good = SmallNetwork::api(found->fault);
  api.create = create;
  api.reset = reset;
  api.evaluate = evaluate;
  api.edge = edge;
  api.destroy = destroy;
  spoil_table(api);
  return &api;
}
