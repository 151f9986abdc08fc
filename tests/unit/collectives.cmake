# Schedules are firmware that needs no hardware: compiled for the host, they are played here.
set(schedules ${CMAKE_SOURCE_DIR}/firmware/collectives)
set(schedules ${schedules}/cube.cpp ${schedules}/dopl.cpp ${schedules}/trees.cpp)
rc_test(collectives_test
  SOURCES collectives_cube.cpp collectives_dopl.cpp collectives_trees.cpp ${schedules}
  LABEL unit)
rc_test(collectives_all_roots_test SOURCES collectives_all_roots.cpp ${schedules} LABEL slow)
