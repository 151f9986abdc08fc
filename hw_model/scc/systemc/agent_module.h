// SPDX-License-Identifier: Apache-2.0
// A module of the user's on the mesh, by TLM-2.0 sockets: an initiator socket for what it sends and
// a target socket for what it gets. Derived modules implement receive(); a TlmAdapter
// (tlm_adapter.h) stands between the sockets and the mesh.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <systemc>

#include "hw_model/scc/systemc/message_payload.h"

namespace rc::scc {

class AgentModule : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<AgentModule> out;
  tlm_utils::simple_target_socket<AgentModule> in;

  explicit AgentModule(sc_core::sc_module_name name) : sc_module(name), out("out"), in("in") {
    out.register_nb_transport_bw(this, &AgentModule::backward);
    in.register_nb_transport_fw(this, &AgentModule::transport);
  }

  // `message` leaves the mesh at `arrival`. Calls are in order of arrival.
  virtual void receive(const Message& message, kernel::Picos arrival) = 0;

 protected:
  // The mesh may have `message` after `ready`, which is not before the last arrival. An answer is
  // sent from within receive(). False if the mesh has no such destination.
  bool send(const Message& message, kernel::Picos ready) {
    return payload_.send(out, message, ready);
  }

 private:
  tlm::tlm_sync_enum transport(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                               sc_core::sc_time& delay) {
    receive(message_in(payload), time_of(delay));
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    return tlm::TLM_COMPLETED;
  }

  MessagePayload payload_;
};

}  // namespace rc::scc
