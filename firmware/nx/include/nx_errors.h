/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of nx.h that return errors instead of ending the run: -1, with the reason in errno.
 * What has nothing to return returns 0. */
#ifndef NX_ERRORS_H
#define NX_ERRORS_H

#include "nx_codes.h"

#ifdef __cplusplus
extern "C" {
#endif

void nx_perror(const char* text); /* `text`, and errno in words */

long _csend(long type, const void* buffer, long length, long node, long pid);
long _crecv(long typesel, void* buffer, long length);
long _crecvx(long typesel, void* buffer, long length, long node, long pid, long* info);
long _isend(long type, const void* buffer, long length, long node, long pid);
long _irecv(long typesel, void* buffer, long length);
long _irecvx(long typesel, void* buffer, long length, long node, long pid, long* info);
long _csendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length);
long _isendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length);
long _gsendx(long type, const void* buffer, long length, const long* nodes, long n);
long _hrecv(long typesel, void* buffer, long length, nx_handler_t handler);
long _hrecvx(long typesel, void* buffer, long length, long node, long pid, nx_handler_t handler,
             long parameter);
long _hsend(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler);
long _hsendx(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler,
             long parameter);
long _hsendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
                long typesel, void* receive_buffer, long receive_length, nx_handler_t handler);
long _masktrap(long state);
long _msgwait(long id);
long _msgdone(long id);
long _msgmerge(long first, long second);
long _msgignore(long id);
long _msgcancel(long id);
long _flushmsg(long typesel, long node, long pid);
long _cprobe(long typesel);
long _cprobex(long typesel, long node, long pid, long* info);
long _iprobe(long typesel);
long _iprobex(long typesel, long node, long pid, long* info);
long _infocount(void);
long _infonode(void);
long _infotype(void);
long _infopid(void);
long _infoptype(void);
long _mynode(void);
long _numnodes(void);
long _nodedim(void);
long _myhost(void);
long _mypid(void);
long _myptype(void);
long _setpid(long pid);
long _setptype(long pid);
long _gray(long number);
long _ginv(long code);
long _flick(void);
long _killcube(long node, long pid);
long _killproc(long node, long pid);
long _load(const char* program, long node, long pid);
long _waitall(long node, long pid);
long _waitone(long node, long pid, long* ended_node, long* ended_pid, long* status);
long _getcube(const char* name, const char* type, const char* machine, long keep);
long _relcube(const char* name);
long _attachcube(const char* name);
long _rebootcube(void);
long _hwclock(esize_t* ticks);
double _dclock(void);
unsigned long _mclock(void);
long _gsync(void);
long _gcol(const void* x, long x_length, void* y, long y_length, long* total);
long _gcolx(const void* x, const long* x_lengths, void* y);
long _gopf(void* x, long length, void* work, nx_function_t function);
long _led(long on);
long _gopen(const char* path, int flags, int mode, int permissions);
long _setiomode(int file, int mode);
long _iomode(int file);
long _iread(int file, void* buffer, unsigned bytes);
long _iwrite(int file, const void* buffer, unsigned bytes);
long _iowait(long id);
long _iodone(long id);
long _iseof(int file);
long _lsize(int file, long offset, int whence);
long _gdsum(double* x, long n, double* work);
long _gdprod(double* x, long n, double* work);
long _gdhigh(double* x, long n, double* work);
long _gdlow(double* x, long n, double* work);
long _gssum(float* x, long n, float* work);
long _gsprod(float* x, long n, float* work);
long _gshigh(float* x, long n, float* work);
long _gslow(float* x, long n, float* work);
long _gisum(long* x, long n, long* work);
long _giprod(long* x, long n, long* work);
long _gihigh(long* x, long n, long* work);
long _gilow(long* x, long n, long* work);
long _giand(long* x, long n, long* work);
long _gior(long* x, long n, long* work);
long _gixor(long* x, long n, long* work);
long _gland(long* x, long n, long* work);
long _glor(long* x, long n, long* work);
long _glxor(long* x, long n, long* work);
int _cread(int file, void* buffer, unsigned bytes); /* the number of bytes */
int _cwrite(int file, const void* buffer, unsigned bytes);

#ifdef __cplusplus
}
#endif

#endif
