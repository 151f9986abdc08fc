// SPDX-License-Identifier: Apache-2.0
// How a Message crosses a TLM-2.0 socket, to and from a module of the user's: a generic
// payload whose address, command, data and length are the message's, with an extension that refers
// to the message itself, for the fields that TLM lacks (route, command code, byte mask, unit). One
// nb_transport_fw call with phase BEGIN_REQ carries one message, request or response, and completes
// at once; the message lives as long as the call.
//
// The annotated delay says when the message is ready to leave its sender or, from the mesh, when it
// leaves the mesh. It counts from sc_time_stamp(), and the modules are decoupled from that
// (calendar_module.h): a message's time is sc_time_stamp() plus the delay, never sc_time_stamp()
// alone.
#pragma once

#include <systemc>
#include <tlm>

#include "hw_model/scc/message/message.h"
#include "hw_model/systemc/sc_time.h"

namespace rc::scc {

struct MessageExtension : tlm::tlm_extension<MessageExtension> {
  const Message* message = nullptr;

  tlm::tlm_extension_base* clone() const override { return new MessageExtension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    message = static_cast<const MessageExtension&>(other).message;
  }
};

// A payload that an initiator reuses.
class MessagePayload {
 public:
  MessagePayload() { payload_.set_extension(&extension_); }
  ~MessagePayload() { payload_.clear_extension(&extension_); }
  MessagePayload(const MessagePayload&) = delete;
  MessagePayload& operator=(const MessagePayload&) = delete;

  // False if the target has refused the message.
  template <class Socket>
  bool send(Socket& socket, const Message& message, kernel::Picos ready) {
    extension_.message = &message;
    payload_.set_command(is_write(message.command) ? tlm::TLM_WRITE_COMMAND
                                                   : tlm::TLM_READ_COMMAND);
    payload_.set_address(message.address);
    // TLM has no payload for data that only the initiator may change; no target changes it.
    payload_.set_data_ptr(const_cast<unsigned char*>(message.data.data()));
    payload_.set_data_length(message.bytes);
    payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = systemc::to_sc(ready - systemc::now());
    socket->nb_transport_fw(payload_, phase, delay);
    return payload_.is_response_ok();
  }

 private:
  tlm::tlm_generic_payload payload_;
  MessageExtension extension_;
};

inline const Message& message_in(const tlm::tlm_generic_payload& payload) {
  return *payload.get_extension<MessageExtension>()->message;
}
// The time that `delay`, annotated to a message, stands for.
inline kernel::Picos time_of(const sc_core::sc_time& delay) {
  return systemc::now() + kernel::Picos{delay.value()};
}

}  // namespace rc::scc
