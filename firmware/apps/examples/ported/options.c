/* SPDX-License-Identifier: Apache-2.0 */
/* A command line as programs have it: getopt reorders argv, atof reads a number. Every UE
 * integrates a part of 4 / (1 + x^2) over [0, 1], UE 0 adds up.
 *   ./rockcreek run build/options.elf --ues 4 -- -n 4000 -s 1.0 -v */
#include <getopt.h>
#include <math.h>
#include <unistd.h>

#include "RCCE.h"

static int usage(const char *program) {
  fprintf(stderr, "usage: %s [-n STEPS] [-s SCALE] [-v] [WORD...]\n", program);
  return 2;
}

int RCCE_APP(int argc, char **argv) {
  int steps = 1000, verbose = 0, option, i, ue, ues;
  double scale = 1, part = 0, sum = 0;
  RCCE_init(&argc, &argv);
  ue = RCCE_ue();
  ues = RCCE_num_ues();
  while ((option = getopt(argc, argv, "n:s:v")) != -1) {
    switch (option) {
      case 'n':
        steps = atoi(optarg);
        break;
      case 's':
        scale = atof(optarg);
        break;
      case 'v':
        verbose = 1;
        break;
      default:
        return usage(argv[0]);
    }
  }
  if (steps < 1) return usage(argv[0]);
  for (i = ue; i < steps; i += ues) {
    const double x = (i + 0.5) / steps;
    part += scale * 4 / (1 + x * x) / steps;
  }
  RCCE_reduce((char *)&part, (char *)&sum, 1, RCCE_DOUBLE, RCCE_SUM, 0, RCCE_COMM_WORLD);
  if (ue == 0) {
    for (i = optind; verbose && i < argc; ++i) printf("word: %s\n", argv[i]);
    printf("%d steps, scale %g: %.5f\n", steps, scale, sum);
  }
  RCCE_finalize();
  return ue == 0 && fabs(sum - scale * 3.14159265) > 0.01;
}
