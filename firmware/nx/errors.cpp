// SPDX-License-Identifier: Apache-2.0
// The calls that return errors (nx_errors.h), of nodes only.
// Those with a handler are overloaded in C++ (nx.h).
#include "calls.h"
#include "files.h"
#include "nx.h"

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
