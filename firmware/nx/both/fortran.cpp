// SPDX-License-Identifier: Apache-2.0
// NX for programs that a translator such as f2c made of Fortran: arguments by reference, names that
// end in an underscore, int where Fortran has a subroutine. Text has its length behind all other
// arguments, and blanks at its end. For nodes and host; fortran.cpp has those of nodes only.
#include <string.h>

#include "attempt.h"

namespace {

// A text of Fortran, with a zero at its end.
class Text {
 public:
  Text(const char* text, long length) {
    while (length > 0 && text[length - 1] == ' ') --length;
    if (length >= static_cast<long>(sizeof text_)) length = sizeof text_ - 1;
    memcpy(text_, text, static_cast<size_t>(length));
    text_[length] = 0;
  }
  operator const char*() const { return text_; }

 private:
  char text_[1024];
};

}  // namespace

extern "C" {

long mynode_() { return mynode(); }
long numnodes_() { return numnodes(); }
long nodedim_() { return nodedim(); }
long myhost_() { return myhost(); }
long mypid_() { return mypid(); }
long myptype_() { return myptype(); }
long infocount_() { return infocount(); }
long infonode_() { return infonode(); }
long infotype_() { return infotype(); }
long infopid_() { return infopid(); }
long infoptype_() { return infoptype(); }
int setpid_(const long* pid) {
  setpid(*pid);
  return 0;
}
int setptype_(const long* pid) {
  setptype(*pid);
  return 0;
}
long gray_(const long* number) { return gray(*number); }
long ginv_(const long* code) { return ginv(*code); }
int flick_() {
  flick();
  return 0;
}
int csend_(const long* type, const void* buffer, const long* length, const long* node,
           const long* pid) {
  csend(*type, buffer, *length, *node, *pid);
  return 0;
}
int crecv_(const long* typesel, void* buffer, const long* length) {
  crecv(*typesel, buffer, *length);
  return 0;
}
int crecvx_(const long* typesel, void* buffer, const long* length, const long* node,
            const long* pid, long* info) {
  crecvx(*typesel, buffer, *length, *node, *pid, info);
  return 0;
}
int gsendx_(const long* type, const void* buffer, const long* length, const long* nodes,
            const long* n) {
  gsendx(*type, buffer, *length, nodes, *n);
  return 0;
}
long isend_(const long* type, const void* buffer, const long* length, const long* node,
            const long* pid) {
  return isend(*type, buffer, *length, *node, *pid);
}
long irecv_(const long* typesel, void* buffer, const long* length) {
  return irecv(*typesel, buffer, *length);
}
long irecvx_(const long* typesel, void* buffer, const long* length, const long* node,
             const long* pid, long* info) {
  return irecvx(*typesel, buffer, *length, *node, *pid, info);
}
long csendrecv_(const long* type, const void* send_buffer, const long* send_length,
                const long* node, const long* pid, const long* typesel, void* receive_buffer,
                const long* receive_length) {
  return csendrecv(*type, send_buffer, *send_length, *node, *pid, *typesel, receive_buffer,
                   *receive_length);
}
long isendrecv_(const long* type, const void* send_buffer, const long* send_length,
                const long* node, const long* pid, const long* typesel, void* receive_buffer,
                const long* receive_length) {
  return isendrecv(*type, send_buffer, *send_length, *node, *pid, *typesel, receive_buffer,
                   *receive_length);
}
int msgwait_(const long* id) {
  msgwait(*id);
  return 0;
}
long msgdone_(const long* id) { return msgdone(*id); }
long msgmerge_(const long* first, const long* second) { return msgmerge(*first, *second); }
int msgignore_(const long* id) {
  msgignore(*id);
  return 0;
}
int msgcancel_(const long* id) {
  msgcancel(*id);
  return 0;
}
int flushmsg_(const long* typesel, const long* node, const long* pid) {
  flushmsg(*typesel, *node, *pid);
  return 0;
}
int cprobe_(const long* typesel) {
  cprobe(*typesel);
  return 0;
}
long iprobe_(const long* typesel) { return iprobe(*typesel); }
int cprobex_(const long* typesel, const long* node, const long* pid, long* info) {
  cprobex(*typesel, *node, *pid, info);
  return 0;
}
long iprobex_(const long* typesel, const long* node, const long* pid, long* info) {
  return iprobex(*typesel, *node, *pid, info);
}
int killcube_(const long* node, const long* pid) {
  killcube(*node, *pid);
  return 0;
}
int killproc_(const long* node, const long* pid) {
  killproc(*node, *pid);
  return 0;
}
int waitall_(const long* node, const long* pid) {
  waitall(*node, *pid);
  return 0;
}
int waitone_(const long* node, const long* pid, long* ended_node, long* ended_pid, long* status) {
  waitone(*node, *pid, ended_node, ended_pid, status);
  return 0;
}
int rebootcube_() {
  rebootcube();
  return 0;
}
double dclock_() { return dclock(); }
unsigned long mclock_() { return mclock(); }
int hwclock_(esize_t* ticks) {
  hwclock(ticks);
  return 0;
}

long load_(const char* program, const long* node, const long* pid, long length) {
  return load(Text(program, length), *node, *pid);
}
int getcube_(const char* name, const char* type, const char* machine, const long* keep,
             long name_length, long type_length, long machine_length) {
  getcube(Text(name, name_length), Text(type, type_length), Text(machine, machine_length), *keep);
  return 0;
}
int relcube_(const char* name, long length) {
  relcube(Text(name, length));
  return 0;
}
int attachcube_(const char* name, long length) {
  attachcube(Text(name, length));
  return 0;
}

}  // extern "C"
