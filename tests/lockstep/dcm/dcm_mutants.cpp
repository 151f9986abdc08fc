// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/dcm/dcm_mutants.h"

#include <dcm_mutants_models.h>

#include "rtl_stubs/wrap/verilated_dcm.h"

namespace rc::test {

const std::vector<DcmMutant>& dcm_mutants() {
  static const std::vector<DcmMutant> mutants{
#define RC_DCM_MUTANT(name, model)                                                          \
  {name, [](unsigned node, const ipsc::DcmParams& params) -> std::unique_ptr<ipsc::DcmIf> { \
     return std::make_unique<rtl::VerilatedDcm<model>>(node, params);                       \
   }},
#include <dcm_mutants.inc>
#undef RC_DCM_MUTANT
  };
  return mutants;
}

}  // namespace rc::test
