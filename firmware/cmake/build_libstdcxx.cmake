# SPDX-License-Identifier: Apache-2.0
# Unpacks, configures, builds and installs libstdc++ under `dir`, with the unwinder of libgcc, then
# writes `stamp`. Debian's own archives are built for glibc and the i686; these are for newlib and the
# i586.
set(library libstdc++)
include(${CMAKE_CURRENT_LIST_DIR}/step.cmake)

file(REMOVE_RECURSE ${dir})
file(MAKE_DIRECTORY ${dir}/source ${dir}/build)
set(wanted libstdc++-v3 libgcc libiberty include config gcc/BASE-VER gcc/DATESTAMP gcc/DEV-PHASE config.sub
    config.guess config-ml.in install-sh ltmain.sh missing mkinstalldirs move-if-change depcomp compile
    libtool-ldflags symlink-tree)
list(TRANSFORM wanted PREPEND "*/")
step(unpack ${dir}/source tar --strip-components=1 --anchored --wildcards --no-wildcards-match-slash
     -xf ${archive} ${wanted})

# It would take the thread model of the cross compiler, which is Linux's.
set(libstdcxx ${dir}/source/libstdc++-v3)
file(READ ${libstdcxx}/configure configure)
string(REGEX REPLACE "target_thread_file=`[^`]*`" "target_thread_file=single" configure "${configure}")
file(WRITE ${libstdcxx}/configure "${configure}")

# Nothing in the archive depends on the folder.
string(APPEND cflags " -ffile-prefix-map=${dir}/=")
step(configure ${dir}/build ../source/libstdc++-v3/configure --prefix=${dir}/install ${options}
     "CC=${launcher} ${cc}" "CXX=${launcher} ${cxx}" "CPP=${cc} -E" AR=${ar} RANLIB=${ranlib} AS=${as}
     "CFLAGS=${cflags}" "CXXFLAGS=${cflags}" "CPPFLAGS=${cflags}")
# Not a child of an outer make's job server: two jobs of its own.
set(make ${CMAKE_COMMAND} -E env --unset=MAKEFLAGS --unset=MFLAGS make)
step(make ${dir}/build ${make} -j2)
step(install ${dir}/build ${make} install)

# The unwinder asks for headers that a build of GCC generates.
set(unwind ${dir}/build/unwind)
foreach(empty tconfig coretypes libgcc_tm md-unwind-support auto-target)
  file(WRITE ${unwind}/${empty}.h "")
endforeach()
file(WRITE ${unwind}/tm.h "#define DWARF_REG_TO_UNWIND_COLUMN(r) (r)\n")
file(WRITE ${unwind}/gthr-default.h "#include \"gthr-single.h\"\n")
file(WRITE ${unwind}/tsystem.h "#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n"
     "#define gcc_assert(e) ((void)(!(e) ? abort(), 0 : 0))\n"
     "#define gcc_unreachable() __builtin_unreachable()\n"
     "#define ATTRIBUTE_UNUSED __attribute__((unused))\n")
file(COPY_FILE ${dir}/source/libgcc/unwind-generic.h ${unwind}/unwind.h)
separate_arguments(flags UNIX_COMMAND "${cflags}")
# unwind-c.c: what C, and link-time optimisation, name for their clean-ups.
foreach(source ../source/libgcc/unwind-dw2.c ../source/libgcc/unwind-c.c ${unwind_tables})
  cmake_path(GET source STEM name)
  step(${name} ${dir}/build ${cc} ${flags} -w -DIN_LIBGCC2 -fbuilding-libgcc -fexceptions
       -Iunwind -I../source/libgcc -I../source/include -c ${source} -o ${name}.o)
endforeach()
step(archive ${dir}/build ${ar} rcs ${dir}/install/lib/libunwind.a unwind-dw2.o unwind-c.o unwind_tables.o)
foreach(name stdc++ unwind)
  step(names ${dir}/install/lib bash ${private_names} lib${name}.a ${objdump} ${objcopy} ${ar} .*)
endforeach()

file(REMOVE_RECURSE ${dir}/source ${dir}/build)
file(WRITE ${stamp} "")
