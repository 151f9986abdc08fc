/* What lies beneath RCCE.h and some programs reach for all the same: buffers and core ids of all
 * UEs, and the gory functions, which basic programs find here. The whole library includes this
 * header; both faces of RCCE_send see the same functions. */
#ifndef RCCE_LIB_H
#define RCCE_LIB_H

#include "RCCE.h"

#ifdef __cplusplus
extern "C" {
#endif

/* n rounded up to whole lines */
#define PAD32byte(n) (((n) + RCCE_LINE_SIZE - 1) & ~(RCCE_LINE_SIZE - 1))

/* RCCE_COMM::initialized */
#define RCCE_COMM_INITIALIZED 45328976
#define RCCE_COMM_NOT_INITIALIZED (-RCCE_COMM_INITIALIZED)

/* One number for each operation on each type. */
#define RCCE_SUM_INT (RCCE_SUM + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_SUM_LONG (RCCE_SUM + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_SUM_FLOAT (RCCE_SUM + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_SUM_DOUBLE (RCCE_SUM + RCCE_NUM_OPS * RCCE_DOUBLE)
#define RCCE_MAX_INT (RCCE_MAX + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_MAX_LONG (RCCE_MAX + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_MAX_FLOAT (RCCE_MAX + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_MAX_DOUBLE (RCCE_MAX + RCCE_NUM_OPS * RCCE_DOUBLE)
#define RCCE_MIN_INT (RCCE_MIN + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_MIN_LONG (RCCE_MIN + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_MIN_FLOAT (RCCE_MIN + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_MIN_DOUBLE (RCCE_MIN + RCCE_NUM_OPS * RCCE_DOUBLE)
#define RCCE_PROD_INT (RCCE_PROD + RCCE_NUM_OPS * RCCE_INT)
#define RCCE_PROD_LONG (RCCE_PROD + RCCE_NUM_OPS * RCCE_LONG)
#define RCCE_PROD_FLOAT (RCCE_PROD + RCCE_NUM_OPS * RCCE_FLOAT)
#define RCCE_PROD_DOUBLE (RCCE_PROD + RCCE_NUM_OPS * RCCE_DOUBLE)

typedef volatile unsigned int *t_vintp;
typedef volatile unsigned char t_vchar;
typedef volatile unsigned int t_vint;

/* A block of shared memory, in a list by address. */
typedef struct rcce_block {
  t_vcharp space;
  size_t size;
  struct rcce_block *next;
} RCCE_BLOCK;

typedef struct {
  RCCE_BLOCK *first;
} RCCE_BLOCK_S;

/* A line of flags, or (SINGLEBITFLAGS) an eighth of one: bit i of `used` is set once the i-th of its
 * 32 flags is allocated. */
typedef struct {
  t_vcharp line_address;
  unsigned int used;
} RCCE_FLAG_LINE;

extern int RCCE_NP;                           /* number of UEs */
extern int RCCE_IAM;                          /* this UE */
extern int RC_MY_COREID;                      /* physical core of this UE */
extern int RC_COREID[RCCE_MAXNP];             /* of every UE */
extern double RC_REFCLOCKGHZ;                 /* tile clock at start */
extern t_vcharp RCCE_comm_buffer[RCCE_MAXNP]; /* message passing buffer of every UE */
extern int RCCE_BUFF_SIZE;                    /* its bytes */

/* Groups of functions that tell their errors, one bit each; switched by RCCE_debug_set. */
extern unsigned RCCE_debug_groups;
#define RCCE_DEBUG_BIT_SYNCH 1u
#define RCCE_DEBUG_BIT_COMM 2u
#define RCCE_DEBUG_BIT_RPC 4u
#define RCCE_DEBUG_BIT_DEBUG 8u
#define RCCE_DEBUG_BIT_ALL 15u
#define RCCE_debug_synch ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_SYNCH))
#define RCCE_debug_comm ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_COMM))
#define RCCE_debug_RPC ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_RPC))
#define RCCE_debug_debug ((int)(RCCE_debug_groups & RCCE_DEBUG_BIT_DEBUG))

/* Returns `error`, told on the console first if `debug` is not zero. */
int RCCE_error_return(int debug, int error);

/* Drops what this core has cached of the message passing buffers. */
void RC_cache_invalidate(void);

/* Non-blocking look at a flag of this UE: non-zero once it is set. */
int RCCE_probe(RCCE_FLAG flag);

/* Sorts items of `size` bytes in place; 0 in any case. */
int RCCE_qsort(char *items, size_t count, size_t size, int (*compare)(const void *, const void *));
int id_compare(const void *a, const void *b); /* integers, the smallest first */
int RCCE_global_color(int ue, void *aux);     /* the same for all: RCCE_comm_split's for the world */

int MYCOREID(void);
t_vcharp RC_COMM_BUFFER_START(int ue);
size_t RC_COMM_BUFFER_SIZE(void);
t_vcharp RC_SHM_BUFFER_START(void);
long long RC_FREQUENCY(void); /* of the tile at start, Hz */

/* The space that RCCE_malloc hands out from now on, whole lines of this UE's buffer; nothing of it is
 * taken. RCCE_init does this with all but the first line. */
void RCCE_malloc_init(t_vcharp space, size_t size);
/* The space that RCCE_shmalloc hands out; all of the shared memory unless this was called. */
void RCCE_shmalloc_init(t_vcharp space, size_t size);

/* This core's lookup table and tile. */
unsigned int readLUT(unsigned int slot);
void writeLUT(unsigned int slot, unsigned int entry);
unsigned int getCOREID(void);
unsigned int readTILEID(void);

#ifndef GORY
t_vcharp RCCE_malloc(size_t size); /* lines of flags only */
int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_put_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_get_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_put_flag(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get_flag(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_flag_alloc(RCCE_FLAG *flag);
int RCCE_flag_free(RCCE_FLAG *flag);
int RCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS value, int ue);
int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *value, int ue);
int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value);
int RCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int *test);
#endif

#ifdef __cplusplus
}
#endif
#endif
