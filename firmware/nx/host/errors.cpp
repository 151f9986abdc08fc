// The calls that return errors (nx_errors.h), on the host.
#include "host.h"
#include "nx.h"

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
long _msgwait(long id) { return nx::attempt(msgwait, id); }
long _msgdone(long id) { return nx::attempt(msgdone, id); }
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
long _infocount() { return infocount(); }
long _infonode() { return infonode(); }
long _infotype() { return infotype(); }
long _infopid() { return infopid(); }
long _mynode() { return nx::attempt(mynode); }
long _numnodes() { return nx::attempt(numnodes); }
long _myhost() { return nx::attempt(myhost); }
long _mypid() { return mypid(); }
long _setpid(long pid) { return nx::attempt(setpid, pid); }
long _getcube(const char* name, const char* type, const char* machine, long keep) {
  return nx::attempt(getcube, name, type, machine, keep);
}
long _attachcube(const char* name) { return nx::attempt(attachcube, name); }
long _relcube(const char* name) { return nx::attempt(relcube, name); }
long _load(const char* program, long node, long pid) {
  return nx::attempt(load, program, node, pid);
}
long _killcube(long node, long pid) { return nx::attempt(killcube, node, pid); }
long _waitall(long node, long pid) { return nx::attempt(waitall, node, pid); }
long _waitone(long node, long pid, long* ended_node, long* ended_pid, long* status) {
  return nx::attempt(waitone, node, pid, ended_node, ended_pid, status);
}
