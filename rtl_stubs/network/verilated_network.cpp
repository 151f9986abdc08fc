// SPDX-License-Identifier: Apache-2.0
// A Verilated rc_net_top as a table of C functions (rc_network.h). Compiled once for each network
// and machine, with constants made for both.
#include <dlfcn.h>
#include <verilated.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "Vrc_net_top.h"
#include "rc_net_constants.h"
#include "rc_network.h"

// What the design prints (verilated_print.h). An assertion says what it is before it stops.
namespace {
bool assertion_failed = false;
}  // namespace

int rc_network_print(const char* format, ...) {
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (std::strstr(text, "Assertion failed") != nullptr) assertion_failed = true;
  std::fputs(text, stderr);
  return length;
}

// What Verilator's runtime calls when the design gives up: no library may end the simulator.
void vl_fatal(const char* file, int line, const char*, const char* what) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what);
}
void vl_stop(const char* file, int line, const char*) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) +
                           (assertion_failed ? ": an assertion of the network failed"
                                             : ": the network stopped the simulation"));
}
void vl_finish(const char* file, int line, const char*) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) +
                           ": the network ended the simulation");
}
void vl_warn(const char* file, int, const char*, const char* what) {
  if (std::strstr(what, "$readmem") == nullptr) {
    rc_network_print("%%Warning: %s: %s\n", file, what);
    return;
  }
  throw std::runtime_error(std::string(what) + ": " + file + "; expected it in data_files");
}

namespace {

struct Network {
  explicit Network(std::uint64_t seed) {
    context.randReset(2);
    context.randSeed(static_cast<int>(seed % 0x7FFFFFFF + 1));
    top = std::make_unique<Vrc_net_top>(&context);
  }
  VerilatedContext context;
  std::unique_ptr<Vrc_net_top> top;
};

// `bits` bits at `at`, in a vector of 32-bit words; at most 32.
template <class Words>
void put(Words& words, unsigned& at, unsigned bits, std::uint32_t value) {
  const unsigned word = at / 32, shift = at % 32;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t moved = (value & mask) << shift, hole = mask << shift;
  words[word] = static_cast<std::uint32_t>((words[word] & ~hole) | moved);
  if (shift + bits > 32)
    words[word + 1] = static_cast<std::uint32_t>((words[word + 1] & ~(hole >> 32)) | moved >> 32);
  at += bits;
}

template <class Words>
std::uint32_t get(const Words& words, unsigned& at, unsigned bits) {
  const unsigned word = at / 32, shift = at % 32;
  std::uint64_t value = words[word] >> shift;
  if (shift + bits > 32) value |= std::uint64_t{words[word + 1]} << (32 - shift);
  at += bits;
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
}

template <class Words>
void pack(const rc_flit& flit, Words& words) {
  unsigned at = 0;
  while (at < kDataBits) {
    const unsigned byte = at / 8;
    put(words, at, kDataBits - at < 8 ? kDataBits - at : 8, flit.data[byte]);
  }
  put(words, at, kIndexBits, flit.index);
  put(words, at, kSequenceBits, flit.sequence);
  put(words, at, kLengthBits, flit.length);
  put(words, at, kEndPointBits, flit.source);
  put(words, at, kEndPointBits, flit.destination);
  put(words, at, 1, flit.tail);
  put(words, at, 1, flit.head);
}

template <class Words>
void unpack(const Words& words, rc_flit& flit) {
  unsigned at = 0;
  while (at < kDataBits) {
    const unsigned byte = at / 8;
    flit.data[byte] =
        static_cast<std::uint8_t>(get(words, at, kDataBits - at < 8 ? kDataBits - at : 8));
  }
  flit.index = static_cast<std::uint16_t>(get(words, at, kIndexBits));
  flit.sequence = get(words, at, kSequenceBits);
  flit.length = static_cast<std::uint16_t>(get(words, at, kLengthBits));
  flit.source = static_cast<std::uint16_t>(get(words, at, kEndPointBits));
  flit.destination = static_cast<std::uint16_t>(get(words, at, kEndPointBits));
  flit.tail = static_cast<std::uint8_t>(get(words, at, 1));
  flit.head = static_cast<std::uint8_t>(get(words, at, 1));
}

template <class F>
int guarded(char* error, std::size_t bytes, F f) {
  try {
    f();
    return 0;
  } catch (const std::exception& failure) {
    std::snprintf(error, bytes, "%s", failure.what());
    return 1;
  }
}

void clock_edge(Vrc_net_top& top) {
  top.clk = 1;
  top.eval();
  top.clk = 0;
  top.eval();
}

int reset(void* network, char* error, std::size_t bytes) {
  return guarded(error, bytes, [&] {
    Vrc_net_top& top = *static_cast<Network*>(network)->top;
    for (unsigned p = 0; p < kPorts; ++p) {
      unsigned at = p, same = p;
      put(top.in_valid, at, 1, 0);
      put(top.out_ready, same, 1, 1);
    }
    top.rst = 1;
    for (unsigned i = 0; i < kResetCycles; ++i) clock_edge(top);
    top.rst = 0;
    top.eval();
  });
}

// The data files lie beside the library. $readmem looks for them in the working directory.
class InData {
 public:
  InData() : before_(std::filesystem::current_path()) {
    Dl_info library{};
    if (::dladdr(reinterpret_cast<void*>(&rc_network), &library) != 0)
      std::filesystem::current_path(std::filesystem::path(library.dli_fname).parent_path() /
                                    "data");
  }
  ~InData() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
  }

 private:
  std::filesystem::path before_;
};

void* create(const rc_network_setup* setup, char* error, std::size_t bytes) {
  Network* network = nullptr;
  const int failed = guarded(error, bytes, [&] {
    const InData in_data;
    network = new Network(setup->seed);
    network->top->clk = 0;
    network->top->eval();
  });
  if (failed == 0 && reset(network, error, bytes) == 0) return network;
  delete network;
  return nullptr;
}

int evaluate(void* network, const rc_network_pins* pins, char* error, std::size_t bytes) {
  return guarded(error, bytes, [&] {
    Vrc_net_top& top = *static_cast<Network*>(network)->top;
    for (unsigned p = 0; p < kPorts; ++p) {
      unsigned at = p, same = p;
      put(top.in_valid, at, 1, pins->in_valid[p]);
      put(top.out_ready, same, 1, pins->out_ready[p]);
      if (pins->in_valid[p] != 0) pack(pins->in_flit[p], top.in_flit[p]);
    }
    top.eval();
    for (unsigned p = 0; p < kPorts; ++p) {
      unsigned at = p, same = p;
      pins->in_ready[p] = static_cast<std::uint8_t>(get(top.in_ready, at, 1));
      pins->out_valid[p] = static_cast<std::uint8_t>(get(top.out_valid, same, 1));
      if (pins->out_valid[p] != 0) unpack(top.out_flit[p], pins->out_flit[p]);
    }
  });
}

int edge(void* network, char* error, std::size_t bytes) {
  return guarded(error, bytes, [&] {
    Vrc_net_top& top = *static_cast<Network*>(network)->top;
    top.clk = 1;
    top.eval();
    top.clk = 0;
  });
}

// Models of hierarchical modules hold on to a context that may be another network's: with Verilator
// 5.006 the destructor can wait for ever. A process has few networks; they stay until it ends.
void destroy(void*) {}

std::uint64_t statistic(void* network, std::uint32_t number) {
  return statistic_of(*static_cast<Network*>(network)->top, number);
}

constexpr rc_network_api kApi{
    RC_NETWORK_ABI, kName,           kDataBits,       kMaxFlits, kMinLatency, kDrainCycles,
    kQuietCycles,   kMaxEndPoints,   kReorderPackets, kOrder,    kInterleave, kSelf,
    kFreeRunning,   create,          reset,           evaluate,  edge,        destroy,
    kStatistics,    kStatisticNames, statistic};

}  // namespace

extern "C" __attribute__((visibility("default"))) const rc_network_api* rc_network() {
  return &kApi;
}
