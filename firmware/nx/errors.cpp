// The calls that return errors (nx_errors.h): the plain ones, carried out so that fail() returns.
// Those with a handler are overloaded in C++ (nx.h).
#include "calls.h"
#include "files.h"
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
long _isendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length) {
  return nx::attempt(isendrecv, type, send_buffer, send_length, node, pid, typesel, receive_buffer,
                     receive_length);
}
long _gsendx(long type, const void* buffer, long length, const long* nodes, long n) {
  return nx::attempt(gsendx, type, buffer, length, nodes, n);
}
long _hrecv(long typesel, void* buffer, long length, nx_handler_t handler) {
  return nx::attempt([=] { hrecv(typesel, buffer, length, handler); });
}
long _hrecvx(long typesel, void* buffer, long length, long node, long pid, nx_handler_t handler,
             long parameter) {
  return nx::attempt([=] { hrecvx(typesel, buffer, length, node, pid, handler, parameter); });
}
long _hsend(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler) {
  return nx::attempt([=] { hsend(type, buffer, length, node, pid, handler); });
}
long _hsendx(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler,
             long parameter) {
  return nx::attempt([=] { hsendx(type, buffer, length, node, pid, handler, parameter); });
}
long _hsendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length, nx_handler_t handler) {
  return nx::attempt([=] {
    hsendrecv(type, send_buffer, send_length, node, pid, typesel, receive_buffer, receive_length,
              handler);
  });
}
long _masktrap(long state) { return nx::attempt(masktrap, state); }
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
long _gsync() { return nx::attempt(gsync); }
long _gcol(const void* x, long x_length, void* y, long y_length, long* total) {
  return nx::attempt(gcol, x, x_length, y, y_length, total);
}
long _gcolx(const void* x, const long* x_lengths, void* y) {
  return nx::attempt(gcolx, x, x_lengths, y);
}
long _gopf(void* x, long length, void* work, nx_function_t function) {
  return nx::attempt(gopf, x, length, work, function);
}
long _led(long on) { return nx::attempt(led, on); }
long _gopen(const char* path, int flags, int mode, int permissions) {
  return nx::attempt(gopen, path, flags, mode, permissions);
}
long _setiomode(int file, int mode) { return nx::attempt(setiomode, file, mode); }
long _iomode(int file) { return nx::attempt(iomode, file); }
long _iread(int file, void* buffer, unsigned bytes) {
  return nx::attempt(iread, file, buffer, bytes);
}
long _iwrite(int file, const void* buffer, unsigned bytes) {
  return nx::attempt(iwrite, file, buffer, bytes);
}
long _iowait(long id) { return nx::attempt(iowait, id); }
long _iodone(long id) { return nx::attempt(iodone, id); }
long _iseof(int file) { return nx::attempt(iseof, file); }
long _lsize(int file, long offset, int whence) { return nx::attempt(lsize, file, offset, whence); }
long _gdsum(double* x, long n, double* work) { return nx::attempt(gdsum, x, n, work); }
long _gdprod(double* x, long n, double* work) { return nx::attempt(gdprod, x, n, work); }
long _gdhigh(double* x, long n, double* work) { return nx::attempt(gdhigh, x, n, work); }
long _gdlow(double* x, long n, double* work) { return nx::attempt(gdlow, x, n, work); }
long _gssum(float* x, long n, float* work) { return nx::attempt(gssum, x, n, work); }
long _gsprod(float* x, long n, float* work) { return nx::attempt(gsprod, x, n, work); }
long _gshigh(float* x, long n, float* work) { return nx::attempt(gshigh, x, n, work); }
long _gslow(float* x, long n, float* work) { return nx::attempt(gslow, x, n, work); }
long _gisum(long* x, long n, long* work) { return nx::attempt(gisum, x, n, work); }
long _giprod(long* x, long n, long* work) { return nx::attempt(giprod, x, n, work); }
long _gihigh(long* x, long n, long* work) { return nx::attempt(gihigh, x, n, work); }
long _gilow(long* x, long n, long* work) { return nx::attempt(gilow, x, n, work); }
long _giand(long* x, long n, long* work) { return nx::attempt(giand, x, n, work); }
long _gior(long* x, long n, long* work) { return nx::attempt(gior, x, n, work); }
long _gixor(long* x, long n, long* work) { return nx::attempt(gixor, x, n, work); }
long _gland(long* x, long n, long* work) { return nx::attempt(gland, x, n, work); }
long _glor(long* x, long n, long* work) { return nx::attempt(glor, x, n, work); }
long _glxor(long* x, long n, long* work) { return nx::attempt(glxor, x, n, work); }
int _cread(int file, void* buffer, unsigned bytes) {
  return nx::attempt(nx::read, "cread", file, buffer, bytes);
}
int _cwrite(int file, const void* buffer, unsigned bytes) {
  return nx::attempt(nx::write, "cwrite", file, buffer, bytes);
}
