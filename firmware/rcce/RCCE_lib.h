/* What lies beneath RCCE.h and some programs reach for all the same: buffers and core ids of all
 * UEs. The whole library includes this header; both faces of RCCE_send see the same functions. */
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

extern int RCCE_NP;                           /* number of UEs */
extern int RCCE_IAM;                          /* this UE */
extern int RC_MY_COREID;                      /* physical core of this UE */
extern int RC_COREID[RCCE_MAXNP];             /* of every UE */
extern double RC_REFCLOCKGHZ;                 /* tile clock at start */
extern t_vcharp RCCE_comm_buffer[RCCE_MAXNP]; /* message passing buffer of every UE */
extern int RCCE_BUFF_SIZE;                    /* its bytes */

/* Drops what this core has cached of the message passing buffers. */
void RC_cache_invalidate(void);

/* Non-blocking look at a flag of this UE: non-zero once it is set. */
int RCCE_probe(RCCE_FLAG flag);

#ifdef __cplusplus
}
#endif
#endif
