// SPDX-License-Identifier: Apache-2.0
// A crossbar in SystemC as a whole network: a FIFO of two flits at each input and class, and at each output
// a round robin that keeps to a packet up to its tail.
#include <array>
#include <deque>
#include <vector>

#include "rc_systemc_network.h"

class Crossbar : public rc::SystemCNetwork {
 public:
  static rc::NetworkPromises promises() {
    return {
        .name = "own_network", .drain_cycles = 4, .quiet_cycles = 1, .statistics = {"flits_moved"}};
  }

  Crossbar(const sc_core::sc_module_name& name, const rc_network_setup& setup)
      : SystemCNetwork(name, setup),
        ends_(setup.end_points),
        classes_(setup.classes),
        inputs_(in_valid.size()),
        outputs_(in_valid.size()) {
    SC_HAS_PROCESS(Crossbar);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }

  std::uint64_t statistic(std::uint32_t) override { return moved_; }

 private:
  static constexpr std::size_t kDepth = 2;
  static constexpr int kNobody = -1;

  struct Output {
    int owner = kNobody;  // the end point whose packet is passing
    unsigned next = 0;    // whose turn it is
  };

  void edge() {
    if (rst.read()) {
      inputs_.assign(inputs_.size(), {});
      outputs_.assign(outputs_.size(), {});
    } else {
      transfer();
    }
    for (unsigned pin = 0; pin < inputs_.size(); ++pin) {
      in_ready[pin].write(inputs_[pin].size() < kDepth);
      const int owner = outputs_[pin].owner = choose(pin);
      const bool valid = owner != kNobody && !input(owner, pin).empty();
      out_valid[pin].write(valid);
      if (valid) out_flit[pin].write(input(owner, pin).front());
    }
  }

  // What happens at this edge, by the pins before it.
  void transfer() {
    for (unsigned pin = 0; pin < inputs_.size(); ++pin) {
      Output& output = outputs_[pin];
      if (out_valid[pin].read() && out_ready[pin].read()) {
        auto& from = input(output.owner, pin);
        const bool tail = from.front().tail != 0;
        from.pop_front();
        ++moved_;
        if (tail) {
          output.next = (static_cast<unsigned>(output.owner) + 1) % ends_;
          output.owner = kNobody;
        }
      }
      if (in_valid[pin].read() && in_ready[pin].read()) inputs_[pin].push_back(in_flit[pin].read());
    }
  }

  // Who sends to this output next: the owner up to its tail, else whose turn it is.
  int choose(unsigned pin) {
    const Output& output = outputs_[pin];
    if (output.owner != kNobody) return output.owner;
    for (unsigned i = 0; i < ends_; ++i) {
      const unsigned end = (output.next + i) % ends_;
      const auto& fifo = input(static_cast<int>(end), pin);
      if (!fifo.empty() && fifo.front().head != 0 && fifo.front().destination == pin / classes_)
        return static_cast<int>(end);
    }
    return kNobody;
  }

  std::deque<rc_flit>& input(int end, unsigned pin) {
    return inputs_[static_cast<unsigned>(end) * classes_ + pin % classes_];
  }

  unsigned ends_, classes_;
  std::vector<std::deque<rc_flit>> inputs_;
  std::vector<Output> outputs_;
  std::uint64_t moved_ = 0;
};

RC_SYSTEMC_NETWORK(Crossbar)
