# The RTL router against the C++ model.
add_library(rc_link_traffic STATIC ${CMAKE_SOURCE_DIR}/tests/support/link_traffic.cpp)
target_link_libraries(rc_link_traffic PUBLIC rc_noc rc_options)

rc_test(lockstep_router SOURCES ${CMAKE_CURRENT_LIST_DIR}/router.cpp LIBS rc_rtl rc_link_traffic LABEL lockstep)
