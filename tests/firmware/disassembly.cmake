# No firmware image may hold an instruction that the i586 lacks.
get_property(images GLOBAL PROPERTY FIRMWARE_APPS)
foreach(image ${images})
  cmake_path(GET image STEM name)
  add_test(NAME firmware_disassembly.${name}
           COMMAND ${CMAKE_CURRENT_LIST_DIR}/disassembly.sh ${FIRMWARE_OBJDUMP} ${image})
  set_tests_properties(firmware_disassembly.${name} PROPERTIES LABELS firmware)
endforeach()

# The check itself must notice: the distribution's libgcc is built for i686.
execute_process(COMMAND ${FIRMWARE_CC} -print-libgcc-file-name
                OUTPUT_VARIABLE libgcc OUTPUT_STRIP_TRAILING_WHITESPACE)
add_test(NAME firmware_disassembly.notices_i686
         COMMAND ${CMAKE_CURRENT_LIST_DIR}/disassembly.sh ${FIRMWARE_OBJDUMP} ${libgcc})
set_tests_properties(firmware_disassembly.notices_i686 PROPERTIES WILL_FAIL ON LABELS firmware)
