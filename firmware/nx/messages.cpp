// SPDX-License-Identifier: Apache-2.0
// NX's calls for messages, and write() to the host's standard output and error.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/host.h"
#include "hw_model/arch/scc_map.h"
#include "nx.h"

long msginfo[8];
jmp_buf* nx::reports_to = nullptr;

void nx::fail(int code, const char* format, ...) {
  if (reports_to != nullptr) {
    errno = code;
    longjmp(*reports_to, 1);
  }
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  error("%s", text);
}

void nx::check_message(const char* caller, const void* buffer, long length) {
  if (length < 0 || length > static_cast<long>(IPSC_MEMORY_BYTES)) {
    fail(EQLEN, "%s: length %ld", caller, length);
  }
  if (buffer == nullptr && length != 0) {
    fail(EQPBUF, "%s: no buffer for %ld bytes", caller, length);
  }
}

void nx::check_send(const char* caller, long type, const void* buffer, long length, long node) {
  check_message(caller, buffer, length);
  if (type < 0) fail(EQTYPE, "%s: type %ld", caller, type);
  if (node < -1 || node > myhost()) {
    fail(EQNODE, "%s: node %ld is outside the cube of %ld nodes", caller, node, numnodes());
  }
}

nx::Senders nx::senders(const char* caller, long node, long pid) {
  if (node > myhost()) {
    fail(EQNODE, "%s: node %ld is outside the cube of %ld nodes", caller, node, numnodes());
  }
  if (pid > kMaxPid) fail(EQPID, "%s: process id %ld", caller, pid);
  return {static_cast<int16_t>(node < 0 ? -1 : node), static_cast<int16_t>(pid < 0 ? -1 : pid)};
}

nx::Request& nx::request_of(long id, const char* caller) {
  Request* request = request_of(id);
  if (request == nullptr) fail(EQMID, "%s: %ld is no message id", caller, id);
  return *request;
}

// Behind all other code: where that lies decides what it costs.
__attribute__((cold, noinline, section(".last.text"))) void nx::check_released(long id,
                                                                               const char* caller) {
  if (!was_given(id)) fail(EQMID, "%s: %ld is no message id", caller, id);
}

nx::Request& nx::begin_send(long type, const void* buffer, long length, long node) {
  return post_send(type, buffer, length, node, false);
}

nx::Request& nx::begin_receive(long typesel, void* buffer, long length) {
  if (reports_to != nullptr) return begin_receive(typesel, buffer, length, Senders());
  return post_receive(typesel, buffer, length);
}

nx::Request& nx::begin_receive(long typesel, void* buffer, long length, Senders from, long* info) {
  Options options;
  options.from = from;
  options.reports = reports_to != nullptr;
  options.info = info;
  return post_receive(typesel, buffer, length, options);
}

namespace {

__attribute__((cold, noinline)) void finish_special(nx::Request& request) {
  const nx::Options options = nx::options_of(request);
  nx::release(request);
  if (options.info != nullptr) memcpy(options.info, msginfo, sizeof msginfo);
  if (options.error != 0) {
    nx::fail(options.error,
             "a message of %ld bytes, type %ld from node %ld, is longer than its receive",
             msginfo[1], msginfo[0], msginfo[2]);
  }
}

}  // namespace

void nx::finish(Request& request) {
  wait_for(request);
  if (!request.sends) {
    spend(IPSC_COST_RECEIVE);
    msginfo[0] = request.type;
    msginfo[1] = request.length;
    msginfo[2] = node_of(request.node);
    msginfo[3] = pid_of(request.node);
  }
  if (request.special) {
    finish_special(request);
  } else {
    release(request);
  }
}

using nx::begin_receive;
using nx::begin_send;
using nx::check_message;
using nx::check_send;
using nx::fail;
using nx::finish;
using nx::Senders;

long mynode() { return hal::core_id(); }
long numnodes() { return hal::ue_count(); }
long nodedim() { return __builtin_ctzl(static_cast<unsigned long>(numnodes())); }
long myhost() { return numnodes(); }

void csend(long type, const void* buffer, long length, long node, long) {
  check_send("csend", type, buffer, length, node);
  if (node >= 0) {
    finish(begin_send(type, buffer, length, node));
    return;
  }
  // To all other nodes, across the highest dimension first.
  for (long other = numnodes() - 1; other > 0; --other) {
    finish(begin_send(type, buffer, length, mynode() ^ other));
  }
}

void gsendx(long type, const void* buffer, long length, const long* nodes, long n) {
  for (long i = 0; i < n; ++i) csend(type, buffer, length, nodes[i], 0);
}

void crecv(long typesel, void* buffer, long length) {
  check_message("crecv", buffer, length);
  finish(begin_receive(typesel, buffer, length));
}

void crecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  check_message("crecvx", buffer, length);
  finish(begin_receive(typesel, buffer, length, nx::senders("crecvx", node, pid), info));
}

long isend(long type, const void* buffer, long length, long node, long) {
  check_send("isend", type, buffer, length, node);
  if (node < 0) fail(EQNODE, "isend: node %ld: one node at a time", node);
  return nx::id_of(begin_send(type, buffer, length, node));
}

long irecv(long typesel, void* buffer, long length) {
  check_message("irecv", buffer, length);
  return nx::id_of(begin_receive(typesel, buffer, length));
}

long irecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  check_message("irecvx", buffer, length);
  return nx::id_of(begin_receive(typesel, buffer, length, nx::senders("irecvx", node, pid), info));
}

void msgwait(long id) {
  do {
    nx::Request* request = nx::request_of(id);
    if (request == nullptr) {
      nx::check_released(id, "msgwait");
      return;
    }
    id = nx::partner_of(*request);
    finish(*request);
  } while (id != 0);
}

long msgdone(long id) {
  for (long each = id; each != 0;) {
    nx::Request& request = nx::request_of(each, "msgdone");
    if (*const_cast<volatile nx::Request::State*>(&request.state) != nx::Request::State::done) {
      return 0;
    }
    each = nx::partner_of(request);
  }
  msgwait(id);
  return 1;
}

long csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length) {
  check_message("csendrecv", receive_buffer, receive_length);
  nx::Request& receive = begin_receive(typesel, receive_buffer, receive_length);
  csend(type, send_buffer, send_length, node, pid);
  finish(receive);
  return msginfo[1];
}

long iprobex(long typesel, long node, long pid, long* info) {
  const Senders from = nx::senders("iprobex", node, pid);
  const nx::Masked masked;
  const nx::Arrival* arrival = nx::find_arrival(typesel, from);
  if (arrival == nullptr) return 0;
  const long there[] = {arrival->type, arrival->length, nx::node_of(arrival->node),
                        nx::pid_of(arrival->node)};
  memcpy(msginfo, there, sizeof there);
  if (info != nullptr) memcpy(info, msginfo, sizeof msginfo);
  return 1;
}

void cprobex(long typesel, long node, long pid, long* info) {
  nx::senders("cprobex", node, pid);
  const nx::Masked masked;
  while (iprobex(typesel, node, pid, info) == 0) nx::sleep();
}

long iprobe(long typesel) { return iprobex(typesel, -1, -1, nullptr); }
void cprobe(long typesel) { cprobex(typesel, -1, -1, nullptr); }

long infotype() { return msginfo[0]; }
long infocount() { return msginfo[1]; }
long infonode() { return msginfo[2]; }
long infopid() { return msginfo[3]; }
long infoptype() { return msginfo[3]; }

// Standard output and error leave through the host channel. This replaces boot's write(), so it
// must be in an object that every program of NX links.
extern "C" int write(int file, const void* data, size_t bytes) {
  if (file != STDOUT_FILENO && file != STDERR_FILENO) {
    const hal::HostCall done =
        hal::host_call(SCC_HOSTCALL_WRITE, static_cast<uint32_t>(file),
                       reinterpret_cast<uint32_t>(data), static_cast<uint32_t>(bytes));
    return done.error != 0 ? -1 : static_cast<int>(done.result);
  }
  if (bytes != 0) {
    nx::Request& request = nx::post_send(file, data, static_cast<long>(bytes), myhost(), true);
    nx::wait_for(request);
    nx::release(request);
  }
  return static_cast<int>(bytes);
}
