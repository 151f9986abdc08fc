// SPDX-License-Identifier: Apache-2.0
// The calls that return errors (nx_errors.h), of nodes and host: the plain ones, carried out so
// that their errors are noted.
#include "attempt.h"
#include "error_text.h"

#ifndef NX_HOST
// What newlib's strerror() asks about codes that it does not know.
extern "C" char* _user_strerror(int code, int, int*) {
  return const_cast<char*>(nx::meaning(code));
}
#endif

long _csend(long type, const void* buffer, long length, long node, long pid) {
  return nx::attempt(csend, type, buffer, length, node, pid);
}
long _crecv(long typesel, void* buffer, long length) {
  return nx::attempt(crecv, typesel, buffer, length);
}
long _crecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  return nx::attempt(crecvx, typesel, buffer, length, node, pid, info);
}
long _isend(long type, const void* buffer, long length, long node, long pid) {
  return nx::attempt(isend, type, buffer, length, node, pid);
}
long _irecv(long typesel, void* buffer, long length) {
  return nx::attempt(irecv, typesel, buffer, length);
}
long _irecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  return nx::attempt(irecvx, typesel, buffer, length, node, pid, info);
}
long _csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length) {
  return nx::attempt(csendrecv, type, send_buffer, send_length, node, pid, typesel, receive_buffer,
                     receive_length);
}
long _isendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length) {
  return nx::attempt(isendrecv, type, send_buffer, send_length, node, pid, typesel, receive_buffer,
                     receive_length);
}
long _gsendx(long type, const void* buffer, long length, const long* nodes, long n) {
  return nx::attempt(gsendx, type, buffer, length, nodes, n);
}
long _msgwait(long id) { return nx::attempt(msgwait, id); }
long _msgdone(long id) { return nx::attempt(msgdone, id); }
long _msgmerge(long first, long second) { return nx::attempt(msgmerge, first, second); }
long _msgignore(long id) { return nx::attempt(msgignore, id); }
long _msgcancel(long id) { return nx::attempt(msgcancel, id); }
long _flushmsg(long typesel, long node, long pid) {
  return nx::attempt(flushmsg, typesel, node, pid);
}
long _cprobe(long typesel) { return nx::attempt(cprobe, typesel); }
long _cprobex(long typesel, long node, long pid, long* info) {
  return nx::attempt(cprobex, typesel, node, pid, info);
}
long _iprobe(long typesel) { return nx::attempt(iprobe, typesel); }
long _iprobex(long typesel, long node, long pid, long* info) {
  return nx::attempt(iprobex, typesel, node, pid, info);
}
long _infocount() { return nx::attempt(infocount); }
long _infonode() { return nx::attempt(infonode); }
long _infotype() { return nx::attempt(infotype); }
long _infopid() { return nx::attempt(infopid); }
long _infoptype() { return nx::attempt(infoptype); }
long _mynode() { return nx::attempt(mynode); }
long _numnodes() { return nx::attempt(numnodes); }
long _nodedim() { return nx::attempt(nodedim); }
long _myhost() { return nx::attempt(myhost); }
long _mypid() { return nx::attempt(mypid); }
long _myptype() { return nx::attempt(myptype); }
long _setpid(long pid) { return nx::attempt(setpid, pid); }
long _setptype(long pid) { return nx::attempt(setptype, pid); }
long _gray(long number) { return nx::attempt(gray, number); }
long _ginv(long code) { return nx::attempt(ginv, code); }
long _flick() { return nx::attempt(flick); }
long _killcube(long node, long pid) { return nx::attempt(killcube, node, pid); }
long _killproc(long node, long pid) { return nx::attempt(killproc, node, pid); }
long _load(const char* program, long node, long pid) {
  return nx::attempt(load, program, node, pid);
}
long _waitall(long node, long pid) { return nx::attempt(waitall, node, pid); }
long _waitone(long node, long pid, long* ended_node, long* ended_pid, long* status) {
  return nx::attempt(waitone, node, pid, ended_node, ended_pid, status);
}
long _getcube(const char* name, const char* type, const char* machine, long keep) {
  return nx::attempt(getcube, name, type, machine, keep);
}
long _relcube(const char* name) { return nx::attempt(relcube, name); }
long _attachcube(const char* name) { return nx::attempt(attachcube, name); }
long _rebootcube() { return nx::attempt(rebootcube); }
long _hwclock(esize_t* ticks) { return nx::attempt(hwclock, ticks); }
double _dclock() { return dclock(); }
unsigned long _mclock() { return mclock(); }
