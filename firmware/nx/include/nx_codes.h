/* SPDX-License-Identifier: Apache-2.0 */
/* Reasons why a call of NX fails, in errno; beyond these there are those of errno.h. Plain C. */
#ifndef NX_CODES_H
#define NX_CODES_H

#define EQLEN 2001     /* length */
#define EQMID 2002     /* message id */
#define EQMSGLONG 2003 /* longer than its receive; the message is kept, unless it is FORCED */
#define EQNODE 2004    /* node */
#define EQPBUF 2005    /* no buffer */
#define EQPID 2006     /* process id */
#define EQTYPE 2007    /* message type */
#define EQMODE 2008    /* I/O mode */

#endif
