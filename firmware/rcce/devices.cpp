// SPDX-License-Identifier: Apache-2.0
// RWTH's functions for several chips in one machine: here there is one.
#include "internal.h"

int RCCE_dev() { return 0; }
int RCCE_dev_ue() { return RCCE_IAM; }
int RCCE_num_dev() { return 1; }
int RCCE_num_ues_dev(int device) { return device == 0 ? RCCE_NP : 0; }
int RCCE_ue_to_dev(int ue) { return rcce::is_ue(ue) ? 0 : -1; }
