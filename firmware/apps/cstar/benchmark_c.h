/* SPDX-License-Identifier: Apache-2.0 */
/* benchmark.h for the benchmarks that are written in C*: the same arguments, clock and reports. */
#ifndef BENCHMARK_C_H
#define BENCHMARK_C_H

#ifdef __cplusplus
extern "C" {
#endif

/* *size and *steps have their defaults before, and what the arguments say after. */
void benchmark_begin(int argc, char** argv, int* size, int* steps);
void benchmark_work(double times);
void benchmark_start(void);
void benchmark_stop(double share);
void benchmark_report(const char* name, double value);
/* The program's exit status. benchmark_finish: every node has looked at its own result.
 * benchmark_end: a reduction has added up what is wrong. */
int benchmark_finish(const char* what, int wrong);
int benchmark_end(const char* what, int wrong);

/* The sequential version of the shallow-water equations: u, v and p (fields 0, 1, 2) of an n x n
 * grid, at the start and after so many more time steps. */
void shallow_run(int n, int steps);
double shallow_at(int field, int row, int column);

#ifdef __cplusplus
}
#endif

#endif
