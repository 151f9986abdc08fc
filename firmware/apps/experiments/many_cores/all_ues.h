// SPDX-License-Identifier: Apache-2.0
// What each UE measured, for the simulator and for the reader.
#pragma once

#include <stdio.h>

#include "RCCE.h"
#include "firmware/hal/host.h"

// Reports `mine` under the UE's number; UE 0 prints mean, least and most of all UEs. All call it.
inline void report_of_all(const char* what, const char* unit, double mine) {
  char name[16];
  snprintf(name, sizeof name, "%d", RCCE_ue());
  hal::report(name, mine);
  double sum = 0, least = 0, most = 0;
  const auto reduce = [&mine](double& out, int operation) {
    RCCE_reduce(reinterpret_cast<char*>(&mine), reinterpret_cast<char*>(&out), 1, RCCE_DOUBLE,
                operation, 0, RCCE_COMM_WORLD);
  };
  reduce(sum, RCCE_SUM);
  reduce(least, RCCE_MIN);
  reduce(most, RCCE_MAX);
  if (RCCE_ue() == 0) {
    const int ues = RCCE_num_ues();
    printf("%s, %d UEs: mean %.2f %s, %.2f to %.2f, sum %.1f\n", what, ues, sum / ues, unit, least,
           most, sum);
  }
}
