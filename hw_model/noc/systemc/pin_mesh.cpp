// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/systemc/pin_mesh.h"

#include <string>
#include <utility>

#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/network/network_interface.h"
#include "hw_model/noc/systemc/router_module.h"
#include "hw_model/noc/traffic/traffic_driver.h"

namespace rc::noc {

// A network interface behind pins.
class PinMesh::End : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<LinkFlit> flit_in{"flit_in"};
  sc_core::sc_out<LinkCredits> credit_out{"credit_out"};
  sc_core::sc_out<LinkFlit> flit_out{"flit_out"};
  sc_core::sc_in<LinkCredits> credit_in{"credit_in"};

  End(const sc_core::sc_module_name& name, const NocParams& params, EndId end,
      const std::vector<EndPoint>& end_points, const Delivery& delivery)
      : sc_module(name), interface_(params, end, end_points), delivery_(delivery) {
    SC_HAS_PROCESS(End);
    SC_METHOD(act);
    sensitive << clock.neg();
    dont_initialize();
  }
  void enqueue(const Packet& packet) { interface_.enqueue(packet); }

 private:
  void act() {
    ++cycle_;
    interface_.take_credits(credit_in.read());
    const LinkFlit& arrived = flit_in.read();
    credit_out.write(arrived.valid ? static_cast<LinkCredits>(1u << arrived.flit.vc) : 0);
    if (arrived.valid) {
      const Packet* const packet = interface_.receive(arrived.flit);
      if (packet != nullptr && delivery_) delivery_(*packet, cycle_);
    }
    LinkFlit sent;
    sent.valid = interface_.queued() != 0 && interface_.send(sent.flit);
    flit_out.write(sent.valid ? sent : LinkFlit());
  }

  NetworkInterface interface_;
  const Delivery& delivery_;
  std::uint64_t cycle_ = 0;
};

// What routers and ends drive, by router * ports + port; a port at the edge sees what nobody drives.
struct PinMesh::Wires {
  Wires(std::size_t routers)
      : from_router("from_router", routers * kPorts),
        router_credits("router_credits", routers * kPorts),
        from_end("from_end", routers),
        end_credits("end_credits", routers) {}

  sc_core::sc_vector<sc_core::sc_signal<LinkFlit>> from_router;
  sc_core::sc_vector<sc_core::sc_signal<LinkCredits>> router_credits;
  sc_core::sc_vector<sc_core::sc_signal<LinkFlit>> from_end;
  sc_core::sc_vector<sc_core::sc_signal<LinkCredits>> end_credits;
  sc_core::sc_signal<LinkFlit> no_flit{"no_flit"};
  sc_core::sc_signal<LinkCredits> no_credits{"no_credits"};
};

std::unique_ptr<RouterPorts> PinMesh::model_router(const sc_core::sc_module_name& name,
                                                   const NocParams& params, unsigned x,
                                                   unsigned y) {
  return std::make_unique<RouterModule>(name, make_model_router(params, x, y));
}

PinMesh::PinMesh(const sc_core::sc_module_name& name, const NocParams& params,
                 const MakeRouter& make)
    : sc_module(name), params_(params), end_points_(local_end_points(params)) {
  check_params(params);
  const unsigned cols = params.cols, rows = params.rows;
  wires_ = std::make_unique<Wires>(cols * rows);
  for (unsigned at = 0; at < cols * rows; ++at) {
    const unsigned x = at % cols, y = at / cols;
    const std::string number = std::to_string(x) + "_" + std::to_string(y);
    routers_.push_back(make(("router_" + number).c_str(), params, x, y));
    ends_.push_back(std::make_unique<End>(("end_" + number).c_str(), params, static_cast<EndId>(at),
                                          end_points_, delivery_));
    RouterPorts& router = *routers_.back();
    End& end = *ends_.back();
    router.clock(clock);
    end.clock(clock);
    const bool inner[] = {y + 1 < rows, x + 1 < cols, y > 0, x > 0};
    const unsigned beyond[] = {at + cols, at + 1, at - cols, at - 1};
    for (unsigned port = 0; port < kPorts; ++port) {
      const unsigned pin = at * kPorts + port;
      router.flit_out[port](wires_->from_router[pin]);
      router.credit_out[port](wires_->router_credits[pin]);
      if (port == kLocal) {
        router.flit_in[port](wires_->from_end[at]);
        router.credit_in[port](wires_->end_credits[at]);
        end.flit_in(wires_->from_router[pin]);
        end.credit_in(wires_->router_credits[pin]);
        end.flit_out(wires_->from_end[at]);
        end.credit_out(wires_->end_credits[at]);
      } else if (inner[port]) {
        const unsigned other = beyond[port] * kPorts + (port + 2) % 4;
        router.flit_in[port](wires_->from_router[other]);
        router.credit_in[port](wires_->router_credits[other]);
      } else {
        router.flit_in[port](wires_->no_flit);
        router.credit_in[port](wires_->no_credits);
      }
    }
  }
}

PinMesh::~PinMesh() = default;

void PinMesh::inject(const Packet& packet) { ends_.at(packet.source)->enqueue(packet); }

void PinMesh::on_delivery(Delivery delivery) { delivery_ = std::move(delivery); }

}  // namespace rc::noc
