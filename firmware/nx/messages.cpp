// NX's calls for messages, and write() to the host's standard output and error.
#include <unistd.h>

#include "firmware/hal/boot_block.h"
#include "firmware/hal/host.h"
#include "firmware/nx/kernel/kernel.h"
#include "hw_model/arch/scc_map.h"
#include "nx.h"

namespace {

struct Info {
  long count = 0, node = 0, type = 0;
} info;

void check_message(const char* caller, const void* buffer, long length) {
  if (length < 0 || length > static_cast<long>(IPSC_MEMORY_BYTES)) {
    nx::error("%s: length %ld", caller, length);
  }
  if (buffer == nullptr && length != 0) nx::error("%s: no buffer for %ld bytes", caller, length);
}

void check_send(const char* caller, long type, const void* buffer, long length, long node) {
  check_message(caller, buffer, length);
  if (type < 0) nx::error("%s: type %ld", caller, type);
  if (node < -1 || node > myhost()) {
    nx::error("%s: node %ld is outside the cube of %ld nodes", caller, node, numnodes());
  }
  if (node == myhost() && type != 1 && type != 2) {
    nx::error("%s: type %ld to the host, which takes 1 (output) and 2 (error) only", caller, type);
  }
}

// The host takes standard output (type 1) and error (type 2).
nx::Request& send_to(long type, const void* buffer, long length, long node) {
  return nx::post_send(type, buffer, length, node, node == myhost());
}

void finish(nx::Request& request) {
  nx::wait_for(request);
  if (!request.sends) {
    nx::spend(IPSC_COST_RECEIVE);
    info = {request.length, request.node, request.type};
  }
  nx::release(request);
}

}  // namespace

long mynode() { return hal::core_id(); }
long numnodes() { return hal::ue_count(); }
long nodedim() { return __builtin_ctzl(static_cast<unsigned long>(numnodes())); }
long myhost() { return numnodes(); }
long mypid() { return 0; }

void csend(long type, const void* buffer, long length, long node, long) {
  check_send("csend", type, buffer, length, node);
  if (node >= 0) {
    finish(send_to(type, buffer, length, node));
    return;
  }
  // To all other nodes, across the highest dimension first.
  for (long other = numnodes() - 1; other > 0; --other) {
    finish(send_to(type, buffer, length, mynode() ^ other));
  }
}

void gsendx(long type, const void* buffer, long length, const long* nodes, long n) {
  for (long i = 0; i < n; ++i) csend(type, buffer, length, nodes[i], 0);
}

void crecv(long typesel, void* buffer, long length) {
  check_message("crecv", buffer, length);
  finish(nx::post_receive(typesel, buffer, length));
}

long isend(long type, const void* buffer, long length, long node, long) {
  check_send("isend", type, buffer, length, node);
  if (node < 0) nx::error("isend: node %ld: one node at a time", node);
  return nx::id_of(send_to(type, buffer, length, node));
}

long irecv(long typesel, void* buffer, long length) {
  check_message("irecv", buffer, length);
  return nx::id_of(nx::post_receive(typesel, buffer, length));
}

void msgwait(long id) { finish(nx::request_of(id, "msgwait")); }

long msgdone(long id) {
  nx::Request& request = nx::request_of(id, "msgdone");
  if (*const_cast<volatile nx::Request::State*>(&request.state) != nx::Request::State::done) {
    return 0;
  }
  finish(request);
  return 1;
}

long csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length) {
  check_message("csendrecv", receive_buffer, receive_length);
  nx::Request& receive = nx::post_receive(typesel, receive_buffer, receive_length);
  csend(type, send_buffer, send_length, node, pid);
  finish(receive);
  return info.count;
}

long iprobe(long typesel) {
  const nx::Masked masked;
  const nx::Arrival* arrival = nx::find_arrival(typesel);
  if (arrival == nullptr) return 0;
  info = {arrival->length, arrival->node, arrival->type};
  return 1;
}

void cprobe(long typesel) {
  const nx::Masked masked;
  while (iprobe(typesel) == 0) nx::sleep();
}

long infocount() { return info.count; }
long infonode() { return info.node; }
long infotype() { return info.type; }
long infopid() { return 0; }

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
