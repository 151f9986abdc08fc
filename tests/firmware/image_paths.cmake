# The same image wherever it is built: release and debug builds must agree to the cycle.
get_property(images GLOBAL PROPERTY FIRMWARE_APPS)
foreach(image ${images})
  cmake_path(GET image STEM name)
  add_test(NAME firmware_image_paths.${name}
           COMMAND ${CMAKE_CURRENT_LIST_DIR}/image_paths.sh ${FIRMWARE_OBJCOPY} ${image}
                   ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  set_tests_properties(firmware_image_paths.${name} PROPERTIES LABELS firmware)
endforeach()
