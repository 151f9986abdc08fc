// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/systemc/pin_cube.h"

#include <string>
#include <utility>

#include "hw_model/ipsc/dcm.h"
#include "hw_model/ipsc/systemc/dcm_module.h"
#include "hw_model/kernel/error.h"

namespace rc::ipsc {

// An interface behind pins.
class PinCube::End : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<Forward> forward_in{"forward_in"}, buffer_in{"buffer_in"};
  sc_core::sc_in<bool> acknowledge_in{"acknowledge_in"};
  sc_core::sc_out<Forward> forward_out{"forward_out"};
  sc_core::sc_out<bool> acknowledge_out{"acknowledge_out"};
  sc_core::sc_out<bool> buffer_acknowledge{"buffer_acknowledge"};

  End(const sc_core::sc_module_name& name, PinCube& cube, unsigned agent, kernel::Cycle window)
      : sc_module(name), interface_(window), cube_(cube), agent_(agent) {
    SC_HAS_PROCESS(End);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }

  void launch(Message message) {
    interface_.launch(now_ + 1, std::make_shared<const Message>(std::move(message)));
  }
  void accept() { interface_.accept(now_ + 1); }
  const Interface& interface() const { return interface_; }

 private:
  void edge() {
    InterfaceEvents what;
    const Interface::Pins in{forward_in.read(), acknowledge_in.read(), buffer_in.read(), false};
    const Interface::Pins& out = interface_.tick(++now_, in, what);
    // The data have no pins: they are the sender's.
    const auto sent_by = [this](const Forward& line) {
      return cube_.interface(line.probe.source).outgoing();
    };
    if (what.buffering) interface_.set_buffered(sent_by(in.buffer));
    if (what.header) interface_.set_incoming(sent_by(in.forward));
    forward_out.write(out.forward);
    acknowledge_out.write(out.acknowledge);
    buffer_acknowledge.write(out.buffer_acknowledge);
    if ((what.header || what.received || what.sent) && cube_.event_)
      cube_.event_(agent_, now_, what);
  }

  Interface interface_;
  PinCube& cube_;
  unsigned agent_;
  kernel::Cycle now_ = 0;
};

// What modules drive, by node * kLines + line, and what ends drive, by agent.
struct PinCube::Wires {
  explicit Wires(std::size_t nodes)
      : forward("forward", nodes * kLines),
        acknowledge("acknowledge", nodes * kLines),
        end_forward("end_forward", nodes + 1),
        end_acknowledge("end_acknowledge", nodes + 1),
        end_buffer("end_buffer", nodes + 1) {}

  sc_core::sc_vector<sc_core::sc_signal<Forward>> forward;
  sc_core::sc_vector<sc_core::sc_signal<bool>> acknowledge;
  sc_core::sc_vector<sc_core::sc_signal<Forward>> end_forward;
  sc_core::sc_vector<sc_core::sc_signal<bool>> end_acknowledge, end_buffer;
  sc_core::sc_signal<Forward> free_line{"free_line"};
  sc_core::sc_signal<bool> low{"low"};
};

std::unique_ptr<DcmPorts> PinCube::model_dcm(const sc_core::sc_module_name& name,
                                             const DcmParams& params, unsigned node) {
  return std::make_unique<DcmModule>(name, std::make_unique<Dcm>(node, params));
}

PinCube::PinCube(const sc_core::sc_module_name& name, unsigned dimension, const DcmParams& params,
                 kernel::Cycle window, const MakeModule& make)
    : sc_module(name) {
  if (dimension > kMaxDimension)
    throw kernel::InputError("ipsc.dimension = " + std::to_string(dimension) + ": expected 0 to " +
                             std::to_string(kMaxDimension));
  const unsigned nodes = 1u << dimension;
  wires_ = std::make_unique<Wires>(nodes);
  for (unsigned agent = 0; agent <= nodes; ++agent) {
    const std::string number = agent == nodes ? "host" : std::to_string(agent);
    ends_.push_back(std::make_unique<End>(("end_" + number).c_str(), *this, agent, window));
    End& end = *ends_.back();
    end.clock(clock);
    const unsigned pin = agent == nodes ? kHostPort : agent * kLines + kNodePort;
    end.forward_in(wires_->forward[pin]);
    end.acknowledge_in(wires_->acknowledge[pin]);
    if (agent == nodes)
      end.buffer_in(wires_->free_line);
    else
      end.buffer_in(wires_->forward[agent * kLines + kBufferLine]);
    end.forward_out(wires_->end_forward[agent]);
    end.acknowledge_out(wires_->end_acknowledge[agent]);
    end.buffer_acknowledge(wires_->end_buffer[agent]);
  }
  for (unsigned node = 0; node < nodes; ++node) {
    modules_.push_back(make(("dcm_" + std::to_string(node)).c_str(), params, node));
    DcmPorts& module = *modules_.back();
    module.clock(clock);
    for (unsigned line = 0; line < kLines; ++line) {
      module.forward_out[line](wires_->forward[node * kLines + line]);
      module.acknowledge_out[line](wires_->acknowledge[node * kLines + line]);
      if (line < dimension) {
        const unsigned other = (node ^ (1u << line)) * kLines + line;
        module.forward_in[line](wires_->forward[other]);
        module.acknowledge_in[line](wires_->acknowledge[other]);
      } else if (line == kNodePort || (line == kHostPort && node == 0)) {
        const unsigned agent = line == kNodePort ? node : nodes;
        module.forward_in[line](wires_->end_forward[agent]);
        module.acknowledge_in[line](wires_->end_acknowledge[agent]);
      } else {
        module.forward_in[line](wires_->free_line);
        module.acknowledge_in[line](line == kBufferLine ? wires_->end_buffer[node] : wires_->low);
      }
    }
  }
}

PinCube::~PinCube() = default;

void PinCube::launch(unsigned agent, Message message) {
  ends_.at(agent)->launch(std::move(message));
}
void PinCube::accept(unsigned agent) { ends_.at(agent)->accept(); }
void PinCube::on_event(Event event) { event_ = std::move(event); }
const Interface& PinCube::interface(unsigned agent) const { return ends_.at(agent)->interface(); }

}  // namespace rc::ipsc
