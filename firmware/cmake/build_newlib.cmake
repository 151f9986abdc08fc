# SPDX-License-Identifier: Apache-2.0
# Unpacks, configures, builds and installs newlib under `dir`, then writes `stamp`.
set(library newlib)
include(${CMAKE_CURRENT_LIST_DIR}/step.cmake)

file(REMOVE_RECURSE ${dir})
file(MAKE_DIRECTORY ${dir}/source ${dir}/build)
file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${dir}/source)
# Relative, because assertions name their file: else the image, and so its timing, would depend on
# the folder (or on a compiler cache that shortens paths).
file(GLOB configure RELATIVE ${dir}/build ${dir}/source/*/newlib/configure)

step(configure ${dir}/build ${configure} --prefix=${dir}/install ${options} "CC=${launcher} ${cc}"
     AR=${ar} RANLIB=${ranlib} AS=${as} "CFLAGS=${cflags}" MAKEINFO=:)
# Not a child of an outer make's job server: two jobs of its own.
step(make ${dir}/build ${CMAKE_COMMAND} -E env --unset=MAKEFLAGS --unset=MFLAGS make -j2)
step(install ${dir}/build ${CMAKE_COMMAND} -E env --unset=MAKEFLAGS --unset=MFLAGS make install)
# The firmware's own abort() (posix/ending.cpp) is the only one, whoever calls it.
step(abort ${dir}/install/i686-elf/lib ${ar} ds libc.a lib_a-abort.o)
foreach(name c m)
  step(names ${dir}/install/i686-elf/lib bash ${private_names} lib${name}.a ${objdump} ${objcopy} ${ar} .*)
endforeach()
file(REMOVE_RECURSE ${dir}/source ${dir}/build)
file(WRITE ${stamp} "")
