/* SPDX-License-Identifier: Apache-2.0 */
/* NX: message passing between the nodes of an iPSC/860, as its C programs know it. docs/ipsc.md
 * says what can be relied on. Lengths are in bytes. Wrong use (a node outside the cube, a bad id, a
 * message longer than its receive, too many messages) ends the run with one line. */
#ifndef NX_H
#define NX_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- nodes ---- */
long mynode(void);   /* this node */
long numnodes(void); /* nodes in the cube, a power of two */
long nodedim(void);  /* its dimension */
/* The host: the number of its program, or without one a destination that prints messages of type 1
 * (output) and 2 (error). */
long myhost(void);
#define HOST myhost()
/* One process to a node. Its id is 0 until it is set, and goes with its messages; the id that a
 * message is sent to is ignored. */
long mypid(void);
long myptype(void); /* the same */
void setpid(long pid);
void setptype(long pid);
#define INVALID_PTYPE (-1)
long gray(long number); /* the Gray code of a number, and back: neighbours differ in one bit */
long ginv(long code);
void flick(void); /* lets other processes run; there are none */
/* Ends the programs of a node or, with -1, of all nodes, this one last. */
void killcube(long node, long pid);
void killproc(long node, long pid);

/* ---- message types ----
 * UNFORCED messages wait in a system buffer until they are received. FORCED messages are discarded
 * when no receive for them is posted. A selector is one type, NX_ANY, or (below -1) a set: bits 0
 * to 30 select the types 0 to 30. FORCED types are selected by their exact number only. */
#define NX_ANY (-1L)                /* as a selector: any UNFORCED type of programs */
#define NX_USER_LAST 999999999L     /* UNFORCED types of programs: 0 to this */
#define NX_FORCED_FIRST 0x40000000L /* FORCED types: from here ... */
#define NX_FORCED_LAST 1999999999L  /* ... to here */
#define FORCE_TYPE NX_FORCED_FIRST

/* ---- sending and receiving ---- */
/* Sends to a node, or with -1 to all others. Returns when the buffer may be used again. */
void csend(long type, const void* buffer, long length, long node, long pid);
/* Waits for a message that `typesel` selects. `length`: room in the buffer. */
void crecv(long typesel, void* buffer, long length);
/* csend to each of n nodes, one after the other. */
void gsendx(long type, const void* buffer, long length, const long* nodes, long n);
/* csend and crecv without waiting. They return an id, for msgwait or msgdone. */
long isend(long type, const void* buffer, long length, long node, long pid);
long irecv(long typesel, void* buffer, long length);
/* Waits until it is done, and releases the id. A released one is done: MPICH waits after msgdone. */
void msgwait(long id);
long msgdone(long id); /* 1 if it is done, and releases the id; else 0 */
/* Posts the receive, sends, and waits for both. Returns the length received. */
long csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length);

long isendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length);
/* From one node and process id; -1: from any. `info`, unless NULL, gets what msginfo gets. */
void crecvx(long typesel, void* buffer, long length, long node, long pid, long* info);
long irecvx(long typesel, void* buffer, long length, long node, long pid, long* info);
long msgmerge(long first, long second); /* an id for both; of -1 and another: the other */
void msgignore(long id);                /* releases the id when it is done */
/* Gives up and releases the id. The buffer is free; whether the message came or left is unknown. */
void msgcancel(long id);
void flushmsg(long typesel, long node, long pid); /* drops messages from system buffers */

/* ---- handlers ----
 * Functions that run when the message has come, or has left, in between whatever the program does.
 * Called with type, length, sender's node and process id, and `parameter`; one may declare fewer.
 * One at a time; they may send, receive, wait and post the next. `handler` NULL: takes back the
 * receives of that type that still wait. */
typedef void (*nx_handler_t)();
void hrecv(long typesel, void* buffer, long length, nx_handler_t handler);
void hrecvx(long typesel, void* buffer, long length, long node, long pid, nx_handler_t handler,
            long parameter);
void hsend(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler);
void hsendx(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler,
            long parameter);
/* csendrecv without waiting; the handler is for the receive. */
void hsendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length, nx_handler_t handler);
/* 1: no handler runs until 0 lets them. Returns what it was. */
long masktrap(long state);

/* ---- probing ---- */
void cprobe(long typesel); /* waits until a message that `typesel` selects is in a system buffer */
long iprobe(long typesel); /* 1 if there is one, else 0 */
void cprobex(long typesel, long node, long pid, long* info);
long iprobex(long typesel, long node, long pid, long* info);
/* About the message that crecv, msgwait, msgdone, cprobe or iprobe found last: type, length,
 * sender's node and process id. In a handler they are its own. */
extern long msginfo[8];
long infocount(void); /* its length */
long infonode(void);  /* its sender */
long infotype(void);
long infopid(void);
long infoptype(void); /* the same */

/* ---- global operations: called by all nodes ---- */
void gsync(void); /* barrier */
/* x[i] becomes the result over all nodes, on every node, for n elements; work has the size of x. */
void gdsum(double* x, long n, double* work);
void gssum(float* x, long n, float* work);
void gisum(long* x, long n, long* work);
void gdprod(double* x, long n, double* work);
void gsprod(float* x, long n, float* work);
void giprod(long* x, long n, long* work);
void gdhigh(double* x, long n, double* work);
void gshigh(float* x, long n, float* work);
void gihigh(long* x, long n, long* work);
void gdlow(double* x, long n, double* work);
void gslow(float* x, long n, float* work);
void gilow(long* x, long n, long* work);
void giand(long* x, long n, long* work); /* bitwise */
void gior(long* x, long n, long* work);
void gixor(long* x, long n, long* work);
void gland(long* x, long n, long* work); /* logical */
void glor(long* x, long n, long* work);
void glxor(long* x, long n, long* work);
/* Concatenates all nodes' x in y, in the order of nodes; *total (may be NULL): the length of it
 * all. y_length: room in y. */
void gcol(const void* x, long x_length, void* y, long y_length, long* total);
/* The same where all lengths are known: x_lengths[node]. */
void gcolx(const void* x, const long* x_lengths, void* y);
#ifdef __cplusplus
typedef void (*nx_function_t)(void* x, const void* work);
#else
typedef void (*nx_function_t)(); /* with pointers to any type */
#endif
/* function(x, work) sets x to its result with work; it must be associative and commutative. x, of
 * `length` bytes, becomes the result over all nodes. */
void gopf(void* x, long length, void* work, nx_function_t function);

/* ---- time and lamp ---- */
typedef struct {
  unsigned long slow;         /* lower half */
  long shigh;                 /* upper half */
} esize_t;                    /* a signed number of 64 bits */
void hwclock(esize_t* ticks); /* ticks of 100 ns since the start, the same on all nodes */
double dclock(void);          /* the same in seconds */
unsigned long mclock(void);   /* and in milliseconds */
esize_t eadd(esize_t a, esize_t b);
esize_t esub(esize_t a, esize_t b);
long ecmp(esize_t a, esize_t b); /* -1, 0, 1 */
esize_t emul(esize_t a, long b);
long ediv(esize_t a, long b);
long emod(esize_t a, long b);
esize_t eadd1(esize_t a, long b);
esize_t esub1(esize_t a, long b);
void etos(esize_t a, char* text); /* decimal; at most 21 characters */
esize_t stoe(const char* text);
void led(long on); /* the node's lamp: on unless 0 */
#define HWHZ 10000000

/* ---- files: the host's, with run --files DIR ----
 * setiomode and gopen are called by all nodes, and so is every transfer in the modes 2 to 4. */
#define M_UNIX 0   /* each node has its own position */
#define M_LOG 1    /* one position; who comes first is served first. Node 0 must not end before */
#define M_SYNC 2   /* one position; in the order of nodes, lengths may differ */
#define M_RECORD 3 /* one position; in the order of nodes, equal lengths, no synchronisation */
#define M_GLOBAL 4 /* one position; all nodes read the same; node 0 writes */
#define M_ASYNC 5  /* as M_UNIX */
int gopen(const char* path, int flags, int mode, int permissions);
void setiomode(int file, int mode);
long iomode(int file);
void cread(int file, void* buffer, unsigned bytes);
void cwrite(int file, const void* buffer, unsigned bytes);
long iread(int file, void* buffer,
           unsigned bytes); /* done when they return; ids for the next two */
long iwrite(int file, const void* buffer, unsigned bytes);
void iowait(long id);
long iodone(long id);
long iseof(int file); /* 1 if the position is at the end of the file */
/* Extends the file to at least `offset` bytes from its beginning, position or end; returns its
 * size. It never gets shorter. */
#define SIZE_SET 0
#define SIZE_CUR 1
#define SIZE_END 2
long lsize(int file, long offset, int whence);
esize_t esize(int file, esize_t offset, int whence);
esize_t eseek(int file, esize_t offset, int whence);

/* ---- calls of programs on the host (cc --nx --host) ----
 * On a node they end the run. The host has no global operations, handlers, files and lamp of NX. */
long load(const char* program, long node, long pid);
void waitall(long node, long pid);
void waitone(long node, long pid, long* ended_node, long* ended_pid, long* status);
void getcube(const char* name, const char* type, const char* machine, long keep);
void relcube(const char* name);
void attachcube(const char* name);
void rebootcube(void);

#include "nx_errors.h"

#ifdef __cplusplus
}
/* Handlers with parameters, which a prototype of C++ would refuse. */
extern "C++" {
template <class Function>
void hrecv(long typesel, void* buffer, long length, Function* handler) {
  hrecv(typesel, buffer, length, reinterpret_cast<nx_handler_t>(handler));
}
template <class Function>
void hrecvx(long typesel, void* buffer, long length, long node, long pid, Function* handler,
            long parameter) {
  hrecvx(typesel, buffer, length, node, pid, reinterpret_cast<nx_handler_t>(handler), parameter);
}
template <class Function>
void hsend(long type, const void* buffer, long length, long node, long pid, Function* handler) {
  hsend(type, buffer, length, node, pid, reinterpret_cast<nx_handler_t>(handler));
}
template <class Function>
void hsendx(long type, const void* buffer, long length, long node, long pid, Function* handler,
            long parameter) {
  hsendx(type, buffer, length, node, pid, reinterpret_cast<nx_handler_t>(handler), parameter);
}
template <class Function>
void hsendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length, Function* handler) {
  hsendrecv(type, send_buffer, send_length, node, pid, typesel, receive_buffer, receive_length,
            reinterpret_cast<nx_handler_t>(handler));
}
}
#endif

#endif
