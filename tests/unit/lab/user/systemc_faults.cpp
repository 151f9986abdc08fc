// SPDX-License-Identifier: Apache-2.0
// Networks in SystemC that misbehave (SYSTEMC_FAULT).
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "hw_model/noc/user/rc_systemc_network.h"

namespace {

enum class Fault { construction, throws, stops, circle, exits, crashes };
constexpr Fault kFault = Fault::SYSTEMC_FAULT;

class Faulty : public rc::SystemCNetwork {
 public:
  static rc::NetworkPromises promises() { return {.name = "faulty"}; }

  Faulty(const sc_core::sc_module_name& name, const rc_network_setup& setup)
      : SystemCNetwork(name, setup) {
    if (kFault == Fault::construction) throw std::invalid_argument("no network\nof this size");
    SC_HAS_PROCESS(Faulty);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(turn);
    sensitive << restless_;
    dont_initialize();
  }

 private:
  void edge() {
    std::puts("a word of the network");
    if (rst.read() || ++edges_ < 30) return;
    if (kFault == Fault::throws) throw std::runtime_error("edge 30");
    if (kFault == Fault::stops) sc_core::sc_stop();
    if (kFault == Fault::circle) restless_.write(!restless_.read());
    if (kFault == Fault::exits) std::exit(0);
    // SIGKILL, since a sanitizer makes an exit of what else ends a process.
    if (kFault == Fault::crashes) std::raise(SIGKILL);
  }
  void turn() { restless_.write(!restless_.read()); }

  sc_core::sc_signal<bool, sc_core::SC_MANY_WRITERS> restless_{"restless"};
  int edges_ = 0;
};

}  // namespace

RC_SYSTEMC_NETWORK(Faulty)
