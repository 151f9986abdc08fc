// SPDX-License-Identifier: Apache-2.0
// Direct-connect modules with one fault each, made from the source by CMakeLists.txt.
#pragma once

#include <memory>
#include <vector>

#include "hw_model/ipsc/dcm_if.h"

namespace rc::test {

struct DcmMutant {
  const char* name;
  std::unique_ptr<ipsc::DcmIf> (*make)(unsigned node, const ipsc::DcmParams& params);
};

const std::vector<DcmMutant>& dcm_mutants();

}  // namespace rc::test
