/* NX: message passing between the nodes of an iPSC/860, as its C programs know it. docs/ipsc.md
 * says what can be relied on. Lengths are in bytes. */
#ifndef NX_H
#define NX_H

#ifdef __cplusplus
extern "C" {
#endif

/* --- who and where ------------------------------------------------------------------------------
 */
long mynode(void);
long numnodes(void);
long nodedim(void);
long myhost(void); /* a destination for csend: the host takes console output only */
long mypid(void);  /* one process to a node: 0; pids of the calls below are ignored */

/* --- message types ------------------------------------------------------------------------------
 */
#define NX_ANY (-1L) /* as a selector: any UNFORCED type of programs */
#define NX_FORCED_FIRST                                                     \
  0x40000000L /* FORCED types: discarded on arrival if no receive is posted \
               */
#define NX_FORCED_LAST 1999999999L
#define NX_USER_LAST 999999999L /* UNFORCED types of programs */
/* A selector below -1 is a set: bits 0 to 30 select the types 0 to 30. FORCED types are received by
 * their exact number only. */

/* --- sending and receiving ----------------------------------------------------------------------
 */
/* To node -1: all others. Returns when the buffer may be used again. */
void csend(long type, const void* buffer, long length, long node, long pid);
void crecv(long typesel, void* buffer, long length);
/* To n nodes, one after the other. */
void gsendx(long type, const void* buffer, long length, const long* nodes, long n);
long isend(long type, const void* buffer, long length, long node, long pid);
long irecv(long typesel, void* buffer, long length);
void msgwait(long id);
long msgdone(long id); /* 1 and the id is given back, or 0 */
/* Returns the length received. */
long csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length);

/* --- looking
 * -------------------------------------------------------------------------------------- */
void cprobe(long typesel); /* waits for a message of that type that nobody has received */
long iprobe(long typesel);
/* About what crecv, msgwait, msgdone, cprobe or iprobe found last. */
long infocount(void);
long infonode(void);
long infotype(void);
long infopid(void);

/* --- all nodes together
 * ---------------------------------------------------------------------------- */
void gsync(void);
/* x becomes the result, element by element, on every node; work has the size of x. */
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
/* Concatenates every node's x, in the order of nodes; *total is the length of it all. */
void gcol(const void* x, long x_length, void* y, long y_length, long* total);
void gcolx(const void* x, const long* x_lengths, void* y); /* lengths known, by node */
/* x = function(x, work) over all nodes; function must be associative and commutative. */
void gopf(void* x, long length, void* work, void (*function)(void* x, const void* work));

/* --- time and lamp
 * ----------------------------------------------------------------------------------- */
typedef struct {
  unsigned long slow;
  long shigh;
} esize_t;                    /* 64 bits in two */
void hwclock(esize_t* ticks); /* 100 ns each, the same on all nodes */
double dclock(void);          /* seconds */
unsigned long mclock(void);   /* milliseconds */
esize_t eadd(esize_t a, esize_t b);
esize_t esub(esize_t a, esize_t b);
long ecmp(esize_t a, esize_t b); /* -1, 0, 1 */
esize_t emul(esize_t a, long b);
long ediv(esize_t a, long b);
long emod(esize_t a, long b);
void etos(esize_t a, char* text); /* decimal; 21 characters are enough */
esize_t stoe(const char* text);
void led(long on);

#ifdef __cplusplus
}
#endif

#endif
