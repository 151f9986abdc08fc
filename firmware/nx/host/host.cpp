// SPDX-License-Identifier: Apache-2.0
// NX's calls for a program on the host: each is a request to the simulator (host_call.h).
#include "host.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nx.h"

long msginfo[8];
bool nx::reports = false;
bool nx::failed = false;

namespace {

__attribute__((used)) const char mark[] = NX_HOST_MARK_1 NX_HOST_MARK_2;

constexpr int kCannotStart = 126;  // exit status, as a shell's "cannot execute"

int stream = -1;
long pid = 0;

// Before the program's constructors.
__attribute__((constructor(101))) void start() {
  const char* const number = getenv(NX_HOST_ENVIRONMENT);
  if (number == nullptr) {
    fprintf(stderr, "%s: run it with rockcreek run --machine ipsc860\n",
            program_invocation_short_name);
    _exit(kCannotStart);
  }
  stream = atoi(number);
  unsetenv(NX_HOST_ENVIRONMENT);
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // its lines and those of the nodes keep their order
}

// The simulator has ended the run, and has said why, if it does not answer.
void move(void* data, size_t bytes, bool out) {
  auto* at = static_cast<char*>(data);
  while (bytes != 0) {
    const ssize_t moved = out ? ::write(stream, at, bytes) : ::read(stream, at, bytes);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) _exit(kCannotStart);
    at += moved;
    bytes -= static_cast<size_t>(moved);
  }
}

}  // namespace

void nx::note(const NxHostReply& reply) {
  for (int i = 0; i < 4; ++i) msginfo[i] = reply.info[i];
}

NxHostReply nx::ask(const char* name, NxHostCall call, Arguments arguments, const void* data,
                    size_t bytes, void* into) {
  NxHostRequest request = {};
  request.call = call;
  request.reports = reports;
  for (int i = 0; i < 5; ++i) request.argument[i] = arguments.word[i];
  request.bytes = static_cast<uint32_t>(bytes);
  strncpy(request.name, name, sizeof request.name - 1);
  fflush(stdout);
  move(&request, sizeof request, true);
  move(const_cast<void*>(data), bytes, true);
  NxHostReply reply;
  move(&reply, sizeof reply, false);
  move(into, reply.bytes, false);
  if (reply.error != 0) {
    failed = true;
    errno = reply.error;
  }
  return reply;
}

namespace {

long simple(const char* name, NxHostCall call, nx::Arguments arguments = {}) {
  return nx::ask(name, call, arguments).result;
}

uint64_t ticks() {
  const NxHostReply reply = nx::ask("hwclock", NX_HOST_CLOCK);
  return static_cast<uint32_t>(reply.info[0]) |
         static_cast<uint64_t>(static_cast<uint32_t>(reply.info[1])) << 32;
}
constexpr unsigned kTicksPerMillisecond = HWHZ / 1000;

}  // namespace

// ---- the cube

void getcube(const char*, const char* type, const char*, long) {
  if (type == nullptr) type = "";
  nx::ask("getcube", NX_HOST_GET_CUBE, {}, type, strlen(type) + 1);
}
void attachcube(const char*) { simple("attachcube", NX_HOST_ATTACH); }
void relcube(const char*) { simple("relcube", NX_HOST_RELEASE); }
void rebootcube() { simple("rebootcube", NX_HOST_KILL, {-1}); }
long numnodes() { return simple("numnodes", NX_HOST_NODES); }
long nodedim() { return __builtin_ctzl(static_cast<unsigned long>(numnodes())); }
long myhost() { return numnodes(); }
long mynode() { return myhost(); }

long load(const char* program, long node, long node_pid) {
  char path[PATH_MAX];
  // A name that does not exist is passed on as it was given.
  const char* const there = realpath(program, path) != nullptr ? path : program;
  return nx::ask("load", NX_HOST_LOAD, {node, node_pid}, there, strlen(there) + 1).result;
}
void killcube(long node, long) { simple("killcube", NX_HOST_KILL, {node}); }
void killproc(long node, long) { simple("killproc", NX_HOST_KILL, {node}); }
void waitall(long node, long) { simple("waitall", NX_HOST_WAIT_ALL, {node}); }
void waitone(long node, long, long* ended_node, long* ended_pid, long* status) {
  const NxHostReply reply = nx::ask("waitone", NX_HOST_WAIT_ONE, {node});
  if (ended_node != nullptr) *ended_node = reply.info[0];
  if (ended_pid != nullptr) *ended_pid = reply.info[1];
  if (status != nullptr) *status = reply.info[2];
}

// ---- this program

long mypid() { return pid; }
long myptype() { return pid; }
void setpid(long number) {
  if (nx::ask("setpid", NX_HOST_SET_PID, {number}).error == 0) pid = number;
}
void setptype(long number) { setpid(number); }
void flick() { simple("flick", NX_HOST_PROBE, {NX_ANY, -1, -1, 0}); }

// ---- simulated time

double dclock() { return static_cast<double>(ticks()) / HWHZ; }
unsigned long mclock() { return static_cast<unsigned long>(ticks() / kTicksPerMillisecond); }
void hwclock(esize_t* time) {
  const uint64_t now = ticks();
  *time = {static_cast<unsigned long>(now), static_cast<long>(now >> 32)};
}

// ---- what came last

long infotype() { return msginfo[0]; }
long infocount() { return msginfo[1]; }
long infonode() { return msginfo[2]; }
long infopid() { return msginfo[3]; }
long infoptype() { return msginfo[3]; }
