// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 sockets in front of a port of the mesh, for modules of the user's. The chip's own modules
// need none: they call the mesh's port, and it calls theirs (message_port.h). How a message crosses
// a socket is said in message_payload.h.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <systemc>

#include "hw_model/scc/message/message_port.h"
#include "hw_model/scc/systemc/message_payload.h"

namespace rc::scc {

class TlmAdapter final : public sc_core::sc_module, public MessagePort {
 public:
  tlm_utils::simple_initiator_socket<TlmAdapter> out;  // what leaves the mesh
  tlm_utils::simple_target_socket<TlmAdapter> in;      // what enters it

  // `mesh`: the mesh's port at the module's end point.
  TlmAdapter(sc_core::sc_module_name name, MessagePort& mesh)
      : sc_module(name), out("out"), in("in"), mesh_(mesh) {
    out.register_nb_transport_bw(this, &TlmAdapter::backward);
    in.register_nb_transport_fw(this, &TlmAdapter::transport);
  }

  // From the mesh: to the user's target socket. False if that has refused the message.
  bool receive(const Message& message, kernel::Picos arrival) override {
    return payload_.send(out, message, arrival);
  }

 private:
  // From the user's initiator socket: TLM_ADDRESS_ERROR_RESPONSE if the mesh has no such
  // destination.
  tlm::tlm_sync_enum transport(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                               sc_core::sc_time& delay) {
    const bool known = mesh_.receive(message_in(payload), time_of(delay));
    payload.set_response_status(known ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    return tlm::TLM_COMPLETED;
  }

  MessagePort& mesh_;
  MessagePayload payload_;
};

}  // namespace rc::scc
