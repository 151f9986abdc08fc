/* SPDX-License-Identifier: Apache-2.0 */
/* iRCCE 2.0, RWTH's non-blocking and pipelined extension of (basic) RCCE, for C and C++.
 *
 * Link libircce and librcce or, for any-length receives and tagged flags, the pair built with
 * BIGFLAGS. Functions that return int return iRCCE_SUCCESS, iRCCE_PENDING, iRCCE_RESERVED, an
 * RCCE_ERROR_* or iRCCE_ERROR. Sizes are in bytes. Requests make progress while the UE is in a
 * function of iRCCE. What differs from the original: docs/firmware.md. */
#ifndef IRCCE_H
#define IRCCE_H

#ifdef GORY
#error "iRCCE stands on basic RCCE: compile without GORY"
#endif

#include <sys/types.h>

#include "RCCE.h"

#ifdef __cplusplus
extern "C" {
#endif

#define iRCCE_VERSION "2.0"
#define iRCCE_FLAIR

#define iRCCE_SUCCESS RCCE_SUCCESS
#define iRCCE_ERROR -1
#define iRCCE_PENDING -2      /* not finished yet */
#define iRCCE_RESERVED -3     /* behind earlier requests of its queue */
#define iRCCE_NOT_ENQUEUED -4 /* cannot be cancelled: finished, or never posted */

extern const int iRCCE_ANY_SOURCE;
extern const int iRCCE_ANY_LENGTH; /* BIGFLAGS only */
#define iRCCE_MAX_TAGGED_LEN (RCCE_LINE_SIZE - (int)sizeof(int))

#define iRCCE_WAIT_LIST_RECV_TYPE 0
#define iRCCE_WAIT_LIST_SEND_TYPE 1

/* A message that is being sent or received. The fields are the library's. */
typedef RCCE_SEND_REQUEST iRCCE_SEND_REQUEST;
typedef RCCE_RECV_REQUEST iRCCE_RECV_REQUEST;

/* Several requests, to be waited for together. The fields are the library's. */
typedef struct _iRCCE_WAIT_LISTELEM {
  int type;
  struct _iRCCE_WAIT_LISTELEM *next;
  void *req;
} iRCCE_WAIT_LISTELEM;

typedef struct _iRCCE_WAIT_LIST {
  iRCCE_WAIT_LISTELEM *first;
  iRCCE_WAIT_LISTELEM *last;
} iRCCE_WAIT_LIST;

/* An atomic counter of the system interface: reading it increments it. */
typedef volatile struct _iRCCE_AIR {
  int *counter;
  int *init;
} iRCCE_AIR;

int iRCCE_init(void); /* called by all UEs after RCCE_init */

/* ---- non-blocking ----
 * With a request of NULL, isend and irecv return when the message is complete. source may be
 * iRCCE_ANY_SOURCE, and a receive's size iRCCE_ANY_LENGTH. */
int iRCCE_isend(char *data, ssize_t size, int dest, iRCCE_SEND_REQUEST *request);
int iRCCE_isend_test(iRCCE_SEND_REQUEST *request, int *test); /* *test: 1 once it is finished */
int iRCCE_isend_wait(iRCCE_SEND_REQUEST *request);            /* returns when it is finished */
int iRCCE_isend_push(void);                                   /* advances all requests */
/* Cancels a request that has not begun; *test: 1 if it was. */
int iRCCE_isend_cancel(iRCCE_SEND_REQUEST *request, int *test);
int iRCCE_irecv(char *data, ssize_t size, int source, iRCCE_RECV_REQUEST *request);
int iRCCE_irecv_test(iRCCE_RECV_REQUEST *request, int *test);
int iRCCE_irecv_wait(iRCCE_RECV_REQUEST *request);
int iRCCE_irecv_push(void);
int iRCCE_irecv_cancel(iRCCE_RECV_REQUEST *request, int *test);

/* ---- pipelined: both sides must use it ---- */
int iRCCE_send(char *data, ssize_t size, int dest);
int iRCCE_recv(char *data, ssize_t size, int source);
int iRCCE_recv_test(char *data, ssize_t size, int source, int *test);
int iRCCE_issend(char *data, ssize_t size, int dest, iRCCE_SEND_REQUEST *request);
int iRCCE_isrecv(char *data, ssize_t size, int source, iRCCE_RECV_REQUEST *request);

/* ---- probing: source may be iRCCE_ANY_SOURCE; *found: the sender ----
 * probe waits for a message; iprobe sets *test to 1 if there is one, else to 0. */
int iRCCE_probe(int source, int *found);
int iRCCE_iprobe(int source, int *found, int *test);

/* ---- one-sided transfers and copies, faster than RCCE's ---- */
int iRCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
int iRCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
void *iRCCE_memcpy_put(void *target, const void *source, size_t bytes); /* private to MPB */
void *iRCCE_memcpy_get(void *target, const void *source, size_t bytes); /* MPB to private */
#define iRCCE_memcpy iRCCE_memcpy_put
t_vcharp iRCCE_malloc(size_t size);

/* ---- several requests at once ---- */
void iRCCE_init_wait_list(iRCCE_WAIT_LIST *list);
void iRCCE_add_to_wait_list(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST *send,
                            iRCCE_RECV_REQUEST *recv);
int iRCCE_test_all(iRCCE_WAIT_LIST *list, int *test); /* *test: 1 if all are finished */
int iRCCE_wait_all(iRCCE_WAIT_LIST *list);
/* A finished request is removed from the list and returned; the other pointer becomes NULL. */
int iRCCE_test_any(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST **send, iRCCE_RECV_REQUEST **recv);
int iRCCE_wait_any(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST **send, iRCCE_RECV_REQUEST **recv);

int iRCCE_get_dest(iRCCE_SEND_REQUEST *request);
int iRCCE_get_source(iRCCE_RECV_REQUEST *request); /* NULL: of the last message received */
int iRCCE_get_size(iRCCE_SEND_REQUEST *send, iRCCE_RECV_REQUEST *recv);
int iRCCE_get_length(void); /* of the last message received */

/* ---- flags that carry up to iRCCE_MAX_TAGGED_LEN bytes; BIGFLAGS only ---- */
int iRCCE_flag_alloc_tagged(RCCE_FLAG *flag);
int iRCCE_flag_write_tagged(RCCE_FLAG *flag, RCCE_FLAG_STATUS value, int ue, void *tag, int bytes);
int iRCCE_flag_read_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS *value, int ue, void *tag, int bytes);
int iRCCE_wait_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, void *tag, int bytes);
int iRCCE_test_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int *test, void *tag, int bytes);
int iRCCE_get_max_tagged_len(void);

/* ---- atomic counters, allocated by all UEs in the same order ---- */
int iRCCE_atomic_alloc(iRCCE_AIR **counter);
int iRCCE_atomic_inc(iRCCE_AIR *counter, int *before); /* *before: the value it had */
int iRCCE_atomic_read(iRCCE_AIR *counter, int *value);
int iRCCE_atomic_write(iRCCE_AIR *counter, int value);

/* ---- mailboxes: messages without a posted receive ----
 * The names are those of an iRCCE 1.2 release; its header was not at hand. */
#define iRCCE_MAILBOX_EMPTY -5
#define iRCCE_MAILBOX_CLOSED -6
#define iRCCE_MAILBOX_NEW_MAIL 1

typedef struct _iRCCE_MAIL_HEADER {
  int source;
  size_t size; /* bytes */
  int tag;
  int prio;
  char *payload;
  struct _iRCCE_MAIL_HEADER *next; /* the library's */
} iRCCE_MAIL_HEADER;

/* Collective, to be called before the others: takes one line of every buffer for each UE. */
int iRCCE_mailbox_open(void);
/* Copies the payload and returns; the copy is sent while this UE calls mail functions. The receiver
 * gets mails of higher priority first, and those of equal priority in the order of arrival. */
int iRCCE_mail_send(size_t size, char tag, char prio, char *payload, int dest);
/* The next mail, or iRCCE_MAILBOX_EMPTY. It belongs to the caller until it is released. */
int iRCCE_mail_recv(iRCCE_MAIL_HEADER **mail);
/* iRCCE_MAILBOX_NEW_MAIL if a mail of `source` (or iRCCE_ANY_SOURCE) is there, else _EMPTY. */
int iRCCE_mail_check(int source);
int iRCCE_last_mail(iRCCE_MAIL_HEADER **mail);    /* the one that mail_recv returned last */
int iRCCE_mail_release(iRCCE_MAIL_HEADER **mail); /* frees it */
int iRCCE_mailbox_wait(void);                     /* waits until there is a mail */
int iRCCE_mailbox_flush(void); /* waits until all of this UE's mails have arrived */
/* Refuses mail from `source`, whose sends fail from then on with iRCCE_MAILBOX_CLOSED. */
int iRCCE_mailbox_close(int source);

/* ---- collective ---- */
int iRCCE_barrier(RCCE_COMM *comm); /* NULL: all UEs */
int iRCCE_bcast(char *data, size_t size, int root, RCCE_COMM comm);
int iRCCE_mcast(char *data, size_t size, int root);  /* to all UEs, which fetch it at once */
int iRCCE_msend(char *data, ssize_t size);           /* mcast at the root ... */
int iRCCE_mrecv(char *data, ssize_t size, int root); /* ... and at the others */

/* ---- RCCE's flags (RCCE_gory.h) ---- */
int iRCCE_flag_alloc(RCCE_FLAG *flag);
int iRCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS value, int ue);
int iRCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *value, int ue);
int iRCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value);

#define RCCE_isend iRCCE_isend
#define RCCE_isend_test iRCCE_isend_test
#define RCCE_isend_wait iRCCE_isend_wait
#define RCCE_isend_push iRCCE_isend_push
#define RCCE_irecv iRCCE_irecv
#define RCCE_irecv_test iRCCE_irecv_test
#define RCCE_irecv_wait iRCCE_irecv_wait
#define RCCE_irecv_push iRCCE_irecv_push
#define iRCCE_ssend iRCCE_send
#define iRCCE_srecv iRCCE_recv
#define iRCCE_srecv_test iRCCE_recv_test
#define iRCCE_issend_test iRCCE_isend_test
#define iRCCE_issend_wait iRCCE_isend_wait
#define iRCCE_issend_push iRCCE_isend_push
#define iRCCE_isrecv_test iRCCE_irecv_test
#define iRCCE_isrecv_wait iRCCE_irecv_wait
#define iRCCE_isrecv_push iRCCE_irecv_push
/* Of early releases */
#define iRCCE_add_send_to_wait_list(list, request) iRCCE_add_to_wait_list(list, request, NULL)
#define iRCCE_add_recv_to_wait_list(list, request) iRCCE_add_to_wait_list(list, NULL, request)

#ifdef __cplusplus
}
#endif
#endif
