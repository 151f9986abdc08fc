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
long myhost(void);   /* as a destination of csend: the host, which takes console output only */
long mypid(void);    /* one process to a node: 0; the pid of the calls below is ignored */

/* ---- message types ----
 * UNFORCED messages wait in a system buffer until they are received. FORCED messages are discarded
 * when no receive for them is posted. A selector is one type, NX_ANY, or (below -1) a set: bits 0
 * to 30 select the types 0 to 30. FORCED types are selected by their exact number only. */
#define NX_ANY (-1L)                /* as a selector: any UNFORCED type of programs */
#define NX_USER_LAST 999999999L     /* UNFORCED types of programs: 0 to this */
#define NX_FORCED_FIRST 0x40000000L /* FORCED types: from here ... */
#define NX_FORCED_LAST 1999999999L  /* ... to here */

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
void msgwait(long id); /* waits until it is done, and releases the id */
long msgdone(long id); /* 1 if it is done, and releases the id; else 0 */
/* Posts the receive, sends, and waits for both. Returns the length received. */
long csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length);

/* ---- probing ---- */
void cprobe(long typesel); /* waits until a message that `typesel` selects is in a system buffer */
long iprobe(long typesel); /* 1 if there is one, else 0 */
/* About the message that crecv, msgwait, msgdone, cprobe or iprobe found last. */
long infocount(void); /* its length */
long infonode(void);  /* its sender */
long infotype(void);
long infopid(void); /* 0 */

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
/* function(x, work) sets x to its result with work; it must be associative and commutative. x, of
 * `length` bytes, becomes the result over all nodes. */
void gopf(void* x, long length, void* work, void (*function)(void* x, const void* work));

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
void etos(esize_t a, char* text); /* decimal; at most 21 characters */
esize_t stoe(const char* text);
void led(long on); /* the node's lamp: on unless 0 */

#ifdef __cplusplus
}
#endif

#endif
