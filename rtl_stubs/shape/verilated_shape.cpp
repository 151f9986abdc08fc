// SPDX-License-Identifier: Apache-2.0
// A Verilated rc_shape_top as a table of C functions (rc_shape.h). Compiled once for each shape, with
// constants made for it.
#include <verilated.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "Vrc_shape_top.h"
#include "rc_shape.h"
#include "rc_shape_constants.h"  // kInputs, kOutputs, kTableWords, tell_port()

namespace {

[[noreturn]] void give_up(const char* file, int line, const char* what) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

}  // namespace

// What Verilator's runtime calls when a design gives up: no library may end the simulator.
void vl_fatal(const char* file, int line, const char*, const char* what) {
  give_up(file, line, what);
}
void vl_stop(const char* file, int line, const char*) { give_up(file, line, "$stop"); }
void vl_finish(const char* file, int line, const char*) { give_up(file, line, "$finish"); }

namespace {

struct Router {
  VerilatedContext context;
  Vrc_shape_top top{&context};

  void edge() {
    top.clk_i = 1;
    top.eval();
    top.clk_i = 0;
    top.eval();
  }
};

void* make(const uint32_t* table) {
  auto* const router = new Router;
  Vrc_shape_top& top = router->top;
  for (unsigned word = 0; word < kTableWords; ++word) top.table_i[word] = table[word];
  top.clk_i = 0;
  top.rst_ni = 0;
  top.eval();
  router->edge();
  top.rst_ni = 1;
  return router;
}

void drop(void* router) {
  auto* const dropped = static_cast<Router*>(router);
  dropped->top.final();
  delete dropped;
}

void tick(void* router, const rc_shape_pins* in, rc_shape_pins* out) {
  Vrc_shape_top& top = static_cast<Router*>(router)->top;
  top.flit_valid_i[0] = static_cast<uint32_t>(in->valid);
  top.flit_valid_i[1] = static_cast<uint32_t>(in->valid >> 32);
  for (uint64_t left = in->valid; left != 0; left &= left - 1) {
    const int port = __builtin_ctzll(left);
    top.header_i[port] = in->header[port];
    top.payload_i[2 * port] = static_cast<uint32_t>(in->payload[port]);
    top.payload_i[2 * port + 1] = static_cast<uint32_t>(in->payload[port] >> 32);
  }
  for (unsigned port = 0; port < kOutputs; ++port) top.credit_i[port] = in->credit[port];

  static_cast<Router*>(router)->edge();

  out->valid = top.flit_valid_o[0] | static_cast<uint64_t>(top.flit_valid_o[1]) << 32;
  for (uint64_t left = out->valid; left != 0; left &= left - 1) {
    const int port = __builtin_ctzll(left);
    out->header[port] = top.header_o[port];
    out->payload[port] =
        top.payload_o[2 * port] | static_cast<uint64_t>(top.payload_o[2 * port + 1]) << 32;
  }
  for (unsigned port = 0; port < kInputs; ++port)
    out->credit[port] = static_cast<uint16_t>(top.credit_o[port]);
}

void tell(void* router, uint32_t port, rc_shape_registers* registers) {
  std::memset(registers, 0, sizeof *registers);
  tell_port(*static_cast<Router*>(router)->top.rootp, port, *registers);
}

constexpr rc_shape_api kApi{kInputs, kOutputs, kTableWords, make, drop, tick, tell};

}  // namespace

extern "C" __attribute__((visibility("default"))) const rc_shape_api* rc_shape(void) {
  return &kApi;
}
