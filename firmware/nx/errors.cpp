// The calls that return errors (nx_errors.h): the plain ones, carried out so that fail() returns.
#include "calls.h"
#include "files.h"
#include "nx.h"

long _csend(long type, const void* buffer, long length, long node, long pid) {
  return nx::attempt([=]() -> long {
    csend(type, buffer, length, node, pid);
    return 0;
  });
}
long _crecv(long typesel, void* buffer, long length) {
  return nx::attempt([=]() -> long {
    crecv(typesel, buffer, length);
    return 0;
  });
}
long _crecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  return nx::attempt([=]() -> long {
    crecvx(typesel, buffer, length, node, pid, info);
    return 0;
  });
}
long _isend(long type, const void* buffer, long length, long node, long pid) {
  return nx::attempt([=]() -> long { return isend(type, buffer, length, node, pid); });
}
long _irecv(long typesel, void* buffer, long length) {
  return nx::attempt([=]() -> long { return irecv(typesel, buffer, length); });
}
long _irecvx(long typesel, void* buffer, long length, long node, long pid, long* info) {
  return nx::attempt([=]() -> long { return irecvx(typesel, buffer, length, node, pid, info); });
}
long _csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length) {
  return nx::attempt([=]() -> long {
    return csendrecv(type, send_buffer, send_length, node, pid, typesel, receive_buffer,
                     receive_length);
  });
}
long _isendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length) {
  return nx::attempt([=]() -> long {
    return isendrecv(type, send_buffer, send_length, node, pid, typesel, receive_buffer,
                     receive_length);
  });
}
long _gsendx(long type, const void* buffer, long length, const long* nodes, long n) {
  return nx::attempt([=]() -> long {
    gsendx(type, buffer, length, nodes, n);
    return 0;
  });
}
long _hrecv(long typesel, void* buffer, long length, nx_handler_t handler) {
  return nx::attempt([=]() -> long {
    hrecv(typesel, buffer, length, handler);
    return 0;
  });
}
long _hrecvx(long typesel, void* buffer, long length, long node, long pid, nx_handler_t handler,
             long parameter) {
  return nx::attempt([=]() -> long {
    hrecvx(typesel, buffer, length, node, pid, handler, parameter);
    return 0;
  });
}
long _hsend(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler) {
  return nx::attempt([=]() -> long {
    hsend(type, buffer, length, node, pid, handler);
    return 0;
  });
}
long _hsendx(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler,
             long parameter) {
  return nx::attempt([=]() -> long {
    hsendx(type, buffer, length, node, pid, handler, parameter);
    return 0;
  });
}
long _hsendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length, nx_handler_t handler) {
  return nx::attempt([=]() -> long {
    hsendrecv(type, send_buffer, send_length, node, pid, typesel, receive_buffer, receive_length,
              handler);
    return 0;
  });
}
long _masktrap(long state) {
  return nx::attempt([=]() -> long { return masktrap(state); });
}
long _msgwait(long id) {
  return nx::attempt([=]() -> long {
    msgwait(id);
    return 0;
  });
}
long _msgdone(long id) {
  return nx::attempt([=]() -> long { return msgdone(id); });
}
long _msgmerge(long first, long second) {
  return nx::attempt([=]() -> long { return msgmerge(first, second); });
}
long _msgignore(long id) {
  return nx::attempt([=]() -> long {
    msgignore(id);
    return 0;
  });
}
long _msgcancel(long id) {
  return nx::attempt([=]() -> long {
    msgcancel(id);
    return 0;
  });
}
long _flushmsg(long typesel, long node, long pid) {
  return nx::attempt([=]() -> long {
    flushmsg(typesel, node, pid);
    return 0;
  });
}
long _cprobe(long typesel) {
  return nx::attempt([=]() -> long {
    cprobe(typesel);
    return 0;
  });
}
long _cprobex(long typesel, long node, long pid, long* info) {
  return nx::attempt([=]() -> long {
    cprobex(typesel, node, pid, info);
    return 0;
  });
}
long _iprobe(long typesel) {
  return nx::attempt([=]() -> long { return iprobe(typesel); });
}
long _iprobex(long typesel, long node, long pid, long* info) {
  return nx::attempt([=]() -> long { return iprobex(typesel, node, pid, info); });
}
long _infocount() {
  return nx::attempt([=]() -> long { return infocount(); });
}
long _infonode() {
  return nx::attempt([=]() -> long { return infonode(); });
}
long _infotype() {
  return nx::attempt([=]() -> long { return infotype(); });
}
long _infopid() {
  return nx::attempt([=]() -> long { return infopid(); });
}
long _infoptype() {
  return nx::attempt([=]() -> long { return infoptype(); });
}
long _mynode() {
  return nx::attempt([=]() -> long { return mynode(); });
}
long _numnodes() {
  return nx::attempt([=]() -> long { return numnodes(); });
}
long _nodedim() {
  return nx::attempt([=]() -> long { return nodedim(); });
}
long _myhost() {
  return nx::attempt([=]() -> long { return myhost(); });
}
long _mypid() {
  return nx::attempt([=]() -> long { return mypid(); });
}
long _myptype() {
  return nx::attempt([=]() -> long { return myptype(); });
}
long _setpid(long pid) {
  return nx::attempt([=]() -> long {
    setpid(pid);
    return 0;
  });
}
long _setptype(long pid) {
  return nx::attempt([=]() -> long {
    setptype(pid);
    return 0;
  });
}
long _gray(long number) {
  return nx::attempt([=]() -> long { return gray(number); });
}
long _ginv(long code) {
  return nx::attempt([=]() -> long { return ginv(code); });
}
long _flick() {
  return nx::attempt([=]() -> long {
    flick();
    return 0;
  });
}
long _killcube(long node, long pid) {
  return nx::attempt([=]() -> long {
    killcube(node, pid);
    return 0;
  });
}
long _killproc(long node, long pid) {
  return nx::attempt([=]() -> long {
    killproc(node, pid);
    return 0;
  });
}
long _load(const char* program, long node, long pid) {
  return nx::attempt([=]() -> long { return load(program, node, pid); });
}
long _waitall(long node, long pid) {
  return nx::attempt([=]() -> long {
    waitall(node, pid);
    return 0;
  });
}
long _waitone(long node, long pid, long* ended_node, long* ended_pid, long* status) {
  return nx::attempt([=]() -> long {
    waitone(node, pid, ended_node, ended_pid, status);
    return 0;
  });
}
long _getcube(const char* name, const char* type, const char* machine, long keep) {
  return nx::attempt([=]() -> long {
    getcube(name, type, machine, keep);
    return 0;
  });
}
long _relcube(const char* name) {
  return nx::attempt([=]() -> long {
    relcube(name);
    return 0;
  });
}
long _attachcube(const char* name) {
  return nx::attempt([=]() -> long {
    attachcube(name);
    return 0;
  });
}
long _gsync() {
  return nx::attempt([=]() -> long {
    gsync();
    return 0;
  });
}
long _gcol(const void* x, long x_length, void* y, long y_length, long* total) {
  return nx::attempt([=]() -> long {
    gcol(x, x_length, y, y_length, total);
    return 0;
  });
}
long _gcolx(const void* x, const long* x_lengths, void* y) {
  return nx::attempt([=]() -> long {
    gcolx(x, x_lengths, y);
    return 0;
  });
}
long _gopf(void* x, long length, void* work, nx_function_t function) {
  return nx::attempt([=]() -> long {
    gopf(x, length, work, function);
    return 0;
  });
}
long _led(long on) {
  return nx::attempt([=]() -> long {
    led(on);
    return 0;
  });
}
long _gopen(const char* path, int flags, int mode, int permissions) {
  return nx::attempt([=]() -> long { return gopen(path, flags, mode, permissions); });
}
long _setiomode(int file, int mode) {
  return nx::attempt([=]() -> long {
    setiomode(file, mode);
    return 0;
  });
}
long _iomode(int file) {
  return nx::attempt([=]() -> long { return iomode(file); });
}
long _iread(int file, void* buffer, unsigned bytes) {
  return nx::attempt([=]() -> long { return iread(file, buffer, bytes); });
}
long _iwrite(int file, const void* buffer, unsigned bytes) {
  return nx::attempt([=]() -> long { return iwrite(file, buffer, bytes); });
}
long _iowait(long id) {
  return nx::attempt([=]() -> long {
    iowait(id);
    return 0;
  });
}
long _iodone(long id) {
  return nx::attempt([=]() -> long { return iodone(id); });
}
long _iseof(int file) {
  return nx::attempt([=]() -> long { return iseof(file); });
}
long _lsize(int file, long offset, int whence) {
  return nx::attempt([=]() -> long { return lsize(file, offset, whence); });
}
long _gdsum(double* x, long n, double* work) {
  return nx::attempt([=]() -> long {
    gdsum(x, n, work);
    return 0;
  });
}
long _gdprod(double* x, long n, double* work) {
  return nx::attempt([=]() -> long {
    gdprod(x, n, work);
    return 0;
  });
}
long _gdhigh(double* x, long n, double* work) {
  return nx::attempt([=]() -> long {
    gdhigh(x, n, work);
    return 0;
  });
}
long _gdlow(double* x, long n, double* work) {
  return nx::attempt([=]() -> long {
    gdlow(x, n, work);
    return 0;
  });
}
long _gssum(float* x, long n, float* work) {
  return nx::attempt([=]() -> long {
    gssum(x, n, work);
    return 0;
  });
}
long _gsprod(float* x, long n, float* work) {
  return nx::attempt([=]() -> long {
    gsprod(x, n, work);
    return 0;
  });
}
long _gshigh(float* x, long n, float* work) {
  return nx::attempt([=]() -> long {
    gshigh(x, n, work);
    return 0;
  });
}
long _gslow(float* x, long n, float* work) {
  return nx::attempt([=]() -> long {
    gslow(x, n, work);
    return 0;
  });
}
long _gisum(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    gisum(x, n, work);
    return 0;
  });
}
long _giprod(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    giprod(x, n, work);
    return 0;
  });
}
long _gihigh(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    gihigh(x, n, work);
    return 0;
  });
}
long _gilow(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    gilow(x, n, work);
    return 0;
  });
}
long _giand(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    giand(x, n, work);
    return 0;
  });
}
long _gior(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    gior(x, n, work);
    return 0;
  });
}
long _gixor(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    gixor(x, n, work);
    return 0;
  });
}
long _gland(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    gland(x, n, work);
    return 0;
  });
}
long _glor(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    glor(x, n, work);
    return 0;
  });
}
long _glxor(long* x, long n, long* work) {
  return nx::attempt([=]() -> long {
    glxor(x, n, work);
    return 0;
  });
}
int _cread(int file, void* buffer, unsigned bytes) {
  return nx::attempt([=] { return nx::read("cread", file, buffer, bytes); });
}
int _cwrite(int file, const void* buffer, unsigned bytes) {
  return nx::attempt([=] { return nx::write("cwrite", file, buffer, bytes); });
}
