# Complete exchange: the firmware's pure schedules, their charts and what is checked on them.
set(exchange_charts ${CMAKE_CURRENT_SOURCE_DIR}/exchange_charts)
rc_test(exchange_test
  SOURCES ecube_chart.cpp ecube_schedule.cpp exchange_schedule.cpp schedule_file.cpp
  LIBS rc_sim_base
  LABEL unit)
target_compile_definitions(exchange_test PRIVATE EXCHANGE_CHARTS="${exchange_charts}")
rc_test(schedule_verb_test SOURCES schedule_verb.cpp LABEL unit)
target_compile_definitions(schedule_verb_test PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>" EXCHANGE_CHARTS="${exchange_charts}")
add_dependencies(schedule_verb_test rockcreek-sim)
rc_test(exchange_study_test SOURCES exchange_study.cpp LIBS rc_sim LABEL unit)
rc_test(ipsc_schedules_test SOURCES ipsc_schedules.cpp LIBS rc_ipsc rc_sim_base LABEL unit)
target_compile_definitions(ipsc_schedules_test PRIVATE EXCHANGE_CHARTS="${exchange_charts}")
