// An agent on the mesh: an initiator socket towards its network interface and a target socket from
// it. Derived modules implement receive().
//
// Where the mesh knows that nothing else listens on these sockets (MeshModule::attach()), messages
// pass by without a TLM payload.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <systemc>

#include "hw_model/systemc/message_payload.h"

namespace rc::systemc {

// Where messages enter the mesh without a payload.
class MessageEntry {
 public:
  // At end point number `end_point`, from `ready` on. False if there is no such destination.
  virtual bool enter(std::size_t end_point, const tile::Message& message, kernel::Picos ready) = 0;

 protected:
  ~MessageEntry() = default;
};

class AgentModule : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<AgentModule> out;
  tlm_utils::simple_target_socket<AgentModule> in;

  explicit AgentModule(sc_core::sc_module_name name) : sc_module(name), out("out"), in("in") {
    out.register_nb_transport_bw(this, &AgentModule::backward);
    in.register_nb_transport_fw(this, &AgentModule::transport);
  }

  // `message` leaves the mesh at `arrival`. Calls are in order of arrival.
  virtual void receive(const tile::Message& message, kernel::Picos arrival) = 0;
  // receive() as a plain function, for a table. A virtual call first reads the head of the module,
  // which is rarely in the host's near caches. TileModule, which gets most messages, gives a
  // function that is not virtual.
  struct Receiver {
    void (*call)(AgentModule& to, const tile::Message& message, kernel::Picos arrival) = nullptr;
    AgentModule* to = nullptr;
  };
  virtual Receiver receiver() {
    return {[](AgentModule& to, const tile::Message& message, kernel::Picos arrival) {
              to.receive(message, arrival);
            },
            this};
  }
  // From now on messages to the mesh go there, as end point number `end_point`.
  void send_to(MessageEntry& entry, std::size_t end_point) {
    entry_ = &entry;
    end_point_ = end_point;
  }

 protected:
  // The mesh may have `message` after `ready`, which is not before the last arrival. An answer is
  // sent from within receive(). False if the mesh has no such destination.
  bool send(const tile::Message& message, kernel::Picos ready) {
    return entry_ != nullptr ? entry_->enter(end_point_, message, ready)
                             : payload_.send(out, message, ready);
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
  MessageEntry* entry_ = nullptr;
  std::size_t end_point_ = 0;
};

}  // namespace rc::systemc
