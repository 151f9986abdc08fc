// SPDX-License-Identifier: Apache-2.0
#include "sim/run/interconnect/rtl_library.h"

#include <filesystem>
#include <string>

#include "hw_model/kernel/error.h"
#include "sim/base/paths.h"
#include "sim/base/shared_library.h"

namespace rc::sim::run {
namespace {

const base::SharedLibrary& library() {
  static const base::SharedLibrary loaded = [] {
    const std::string path = base::own_program("librockcreek-rtl.so");
    if (!std::filesystem::exists(path))
      throw kernel::InputError(path + ": RTL is not built; `./rockcreek VERB --router rtl` or " +
                               "`ninja rockcreek-rtl` builds it");
    return base::SharedLibrary(path);
  }();
  return loaded;
}

template <class F>
F* function(const char* name) {
  F* const found = library().find<F>(name);
  if (found == nullptr)
    throw kernel::InputError(std::string("librockcreek-rtl.so has no ") + name +
                             ": expected the one of this build");
  return found;
}

}  // namespace

std::unique_ptr<noc::RouterIf> make_rtl_router(const noc::NocParams& params, unsigned x,
                                               unsigned y) {
  static auto* const make =
      function<noc::RouterIf*(const noc::NocParams&, unsigned, unsigned)>("rc_rtl_router");
  return std::unique_ptr<noc::RouterIf>(make(params, x, y));
}

std::unique_ptr<ipsc::DcmIf> make_rtl_dcm(unsigned node, const ipsc::DcmParams& params) {
  static auto* const make = function<ipsc::DcmIf*(unsigned, const ipsc::DcmParams&)>("rc_rtl_dcm");
  return std::unique_ptr<ipsc::DcmIf>(make(node, params));
}

}  // namespace rc::sim::run
