// SPDX-License-Identifier: Apache-2.0
// NX for programs that were Fortran (both/fortran.cpp), on nodes: global operations and handlers.
#include "nx.h"

namespace {

using Handler = void (*)(long* type, long* count, long* node, long* pid);

// Fortran's handler takes its arguments by reference; it is the parameter of this one.
void by_reference(long type, long count, long node, long pid, long handler) {
  reinterpret_cast<Handler>(handler)(&type, &count, &node, &pid);
}

}  // namespace

extern "C" {

int gsync_() {
  gsync();
  return 0;
}
int led_(const long* on) {
  led(*on);
  return 0;
}
long masktrap_(const long* state) { return masktrap(*state); }
int gdsum_(double* x, const long* n, double* work) {
  gdsum(x, *n, work);
  return 0;
}
int gdprod_(double* x, const long* n, double* work) {
  gdprod(x, *n, work);
  return 0;
}
int gdhigh_(double* x, const long* n, double* work) {
  gdhigh(x, *n, work);
  return 0;
}
int gdlow_(double* x, const long* n, double* work) {
  gdlow(x, *n, work);
  return 0;
}
int gssum_(float* x, const long* n, float* work) {
  gssum(x, *n, work);
  return 0;
}
int gsprod_(float* x, const long* n, float* work) {
  gsprod(x, *n, work);
  return 0;
}
int gshigh_(float* x, const long* n, float* work) {
  gshigh(x, *n, work);
  return 0;
}
int gslow_(float* x, const long* n, float* work) {
  gslow(x, *n, work);
  return 0;
}
int gisum_(long* x, const long* n, long* work) {
  gisum(x, *n, work);
  return 0;
}
int giprod_(long* x, const long* n, long* work) {
  giprod(x, *n, work);
  return 0;
}
int gihigh_(long* x, const long* n, long* work) {
  gihigh(x, *n, work);
  return 0;
}
int gilow_(long* x, const long* n, long* work) {
  gilow(x, *n, work);
  return 0;
}
int giand_(long* x, const long* n, long* work) {
  giand(x, *n, work);
  return 0;
}
int gior_(long* x, const long* n, long* work) {
  gior(x, *n, work);
  return 0;
}
int gixor_(long* x, const long* n, long* work) {
  gixor(x, *n, work);
  return 0;
}
int gland_(long* x, const long* n, long* work) {
  gland(x, *n, work);
  return 0;
}
int glor_(long* x, const long* n, long* work) {
  glor(x, *n, work);
  return 0;
}
int glxor_(long* x, const long* n, long* work) {
  glxor(x, *n, work);
  return 0;
}
int gcol_(const void* x, const long* x_length, void* y, const long* y_length, long* total) {
  gcol(x, *x_length, y, *y_length, total);
  return 0;
}
int gcolx_(const void* x, const long* x_lengths, void* y) {
  gcolx(x, x_lengths, y);
  return 0;
}
int gopf_(void* x, const long* length, void* work, nx_function_t function) {
  gopf(x, *length, work, function);
  return 0;
}

int hrecv_(const long* typesel, void* buffer, const long* length, Handler handler) {
  hrecvx(*typesel, buffer, *length, -1, -1, by_reference, reinterpret_cast<long>(handler));
  return 0;
}
int hsend_(const long* type, const void* buffer, const long* length, const long* node,
           const long* pid, Handler handler) {
  hsendx(*type, buffer, *length, *node, *pid, by_reference, reinterpret_cast<long>(handler));
  return 0;
}
int hsendrecv_(const long* type, const void* send_buffer, const long* send_length, const long* node,
               const long* pid, const long* typesel, void* receive_buffer,
               const long* receive_length, Handler handler) {
  hrecv_(typesel, receive_buffer, receive_length, handler);
  msgignore(isend(*type, send_buffer, *send_length, *node, *pid));
  return 0;
}

}  // extern "C"
