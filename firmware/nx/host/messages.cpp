// SPDX-License-Identifier: Apache-2.0
// Messages of a program on the host. What is sent has been taken when the call returns; receives
// are posted with the simulator, which matches them, and fetched from it.
#include <string.h>

#include "host.h"
#include "nx.h"

namespace {

constexpr int kMax = 1024;  // message ids at a time, as on a node

struct Pending {
  bool used;
  bool sends;
  void* buffer;
  long* info;
  long partner;  // another id that is waited for together with this one; 0: none
  bool ignored;  // fetched when it has come, without being waited for
  bool released;
};
Pending pending[kMax + 1];  // by id, from 1

// Beyond the last one if all are taken: the simulator says so.
long new_id(bool sends, void* buffer = nullptr, long* info = nullptr) {
  long id = 1;
  while (id < kMax && pending[id].used) ++id;
  if (pending[id].used) return kMax + 1;
  pending[id] = {true, sends, buffer, info, 0, false, false};
  return id;
}

bool sends(long id) { return id > 0 && id <= kMax && pending[id].used && pending[id].sends; }
void release(long id) {
  if (id <= 0 || id > kMax) return;
  pending[id] = {};
  pending[id].released = true;
}
long partner_of(long id) { return id > 0 && id <= kMax ? pending[id].partner : 0; }

long send(const char* name, long type, const void* buffer, long length, long node) {
  if (length < 0 || (buffer == nullptr && length != 0)) {
    return nx::ask(name, NX_HOST_SEND, {type, node, length, buffer == nullptr}).error;
  }
  return nx::ask(name, NX_HOST_SEND, {type, node, length, 0}, buffer, static_cast<size_t>(length))
      .error;
}

long post(const char* name, long typesel, void* buffer, long length, long node, long pid,
          long* info) {
  const long id = new_id(false, buffer, info);
  if (nx::ask(name, NX_HOST_POST, {id, typesel, length, node, pid}).error == 0) return id;
  release(id);
  return -1;
}

// Whether it has come; false, too, if there is no such id.
bool fetch_ignored(long id) {
  if (nx::ask("msgignore", NX_HOST_DONE, {id}).result != 1) return false;
  const NxHostReply reply =
      nx::ask("msgignore", NX_HOST_RECEIVE, {id}, nullptr, 0, pending[id].buffer);
  if (pending[id].info != nullptr) {
    for (int i = 0; i < 4; ++i) pending[id].info[i] = reply.info[i];
  }
  release(id);
  return true;
}

// What has come before a message that the program has received is in its buffer.
void fetch_all_ignored() {
  for (long id = 1; id <= kMax; ++id) {
    if (pending[id].ignored) fetch_ignored(id);
  }
}

void finish(const char* name, long id) {
  if (!sends(id)) {
    const bool known = id > 0 && id <= kMax && pending[id].used;
    const NxHostReply reply =
        nx::ask(name, NX_HOST_RECEIVE, {id}, nullptr, 0, known ? pending[id].buffer : nullptr);
    if (reply.error == 0) {
      nx::note(reply);
      if (pending[id].info != nullptr) memcpy(pending[id].info, msginfo, sizeof msginfo);
    }
    release(id);
    fetch_all_ignored();
    return;
  }
  release(id);
}

long probe(const char* name, long typesel, long node, long pid, bool waits, long* info) {
  const NxHostReply reply = nx::ask(name, NX_HOST_PROBE, {typesel, node, pid, waits});
  if (reply.result != 1) return reply.result;
  nx::note(reply);
  if (info != nullptr) memcpy(info, msginfo, sizeof msginfo);
  return 1;
}

}  // namespace

void csend(long type, const void* buffer, long length, long node, long) {
  send("csend", type, buffer, length, node);
}
void gsendx(long type, const void* buffer, long length, const long* nodes, long n) {
  for (long i = 0; i < n; ++i) send("gsendx", type, buffer, length, nodes[i]);
}
long isend(long type, const void* buffer, long length, long node, long) {
  return send("isend", type, buffer, length, node) == 0 ? new_id(true) : -1;
}

void crecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  const long id = post("crecv", typesel, buffer, length, node, pid, info);
  if (id > 0) finish("crecv", id);
}
void crecv(long typesel, void* buffer, long length) {
  crecvx(typesel, buffer, length, -1, -1, nullptr);
}
long irecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  return post("irecv", typesel, buffer, length, node, pid, info);
}
long irecv(long typesel, void* buffer, long length) {
  return irecvx(typesel, buffer, length, -1, -1, nullptr);
}

long csendrecv(long type, const void* send_buffer, long send_length, long node, long, long typesel,
               void* receive_buffer, long receive_length) {
  const long id = post("csendrecv", typesel, receive_buffer, receive_length, -1, -1, nullptr);
  if (id < 0) return -1;
  if (send("csendrecv", type, send_buffer, send_length, node) != 0) {
    msgcancel(id);
    return -1;
  }
  finish("csendrecv", id);
  return msginfo[1];
}
long isendrecv(long type, const void* send_buffer, long send_length, long node, long, long typesel,
               void* receive_buffer, long receive_length) {
  const long id = post("isendrecv", typesel, receive_buffer, receive_length, -1, -1, nullptr);
  if (id > 0) send("isendrecv", type, send_buffer, send_length, node);
  return id;
}

void msgwait(long id) {
  do {
    const long next = partner_of(id);
    // As on a node, an id that msgdone has released is done.
    if (id <= 0 || id > kMax || !pending[id].released) finish("msgwait", id);
    id = next;
  } while (id != 0);
}
long msgdone(long id) {
  for (long each = id; each != 0; each = partner_of(each)) {
    if (!sends(each) && nx::ask("msgdone", NX_HOST_DONE, {each}).result != 1) return 0;
  }
  msgwait(id);
  return 1;
}
void msgignore(long id) {
  do {
    const long next = partner_of(id);
    if (sends(id)) {
      release(id);
    } else if (!fetch_ignored(id) && id > 0 && id <= kMax) {
      pending[id].ignored = pending[id].used;
    }
    id = next;
  } while (id != 0);
}
void msgcancel(long id) {
  do {
    const long next = partner_of(id);
    if (!sends(id)) nx::ask("msgcancel", NX_HOST_CANCEL, {id});
    release(id);
    id = next;
  } while (id != 0);
}
long msgmerge(long first, long second) {
  if (first == -1) return second;
  if (second == -1) return first;
  long last = first;
  while (partner_of(last) != 0) last = partner_of(last);
  if (last > 0 && last <= kMax) pending[last].partner = second;
  return first;
}

long iprobex(long typesel, long node, long pid, long* info) {
  return probe("iprobe", typesel, node, pid, false, info);
}
long iprobe(long typesel) { return iprobex(typesel, -1, -1, nullptr); }
void cprobex(long typesel, long node, long pid, long* info) {
  probe("cprobe", typesel, node, pid, true, info);
}
void cprobe(long typesel) { cprobex(typesel, -1, -1, nullptr); }
void flushmsg(long typesel, long node, long pid) {
  nx::ask("flushmsg", NX_HOST_FLUSH, {typesel, node, pid});
}
