# How tests are declared. CTest gets one entry for each test file: fine enough to rerun and to run side by side, and a
# process start is paid once for a file, not once for a test case.
find_path(CATCH2_INCLUDE_DIR catch2/catch.hpp)
if(NOT CATCH2_INCLUDE_DIR)
  ferro_missing("Catch2 (version 2)" catch2)
endif()
set(FERRO_PYTHON /usr/bin/python3 CACHE FILEPATH "Python that runs the test scripts")
set(FERRO_PEER_PYTHON ${PROJECT_SOURCE_DIR}/build/peers/bin/python CACHE FILEPATH "Python that has the peers' packages")

add_library(ferro_test_main STATIC ${CMAKE_CURRENT_LIST_DIR}/test_main.cc)
target_include_directories(ferro_test_main SYSTEM PUBLIC ${CATCH2_INCLUDE_DIR})
target_include_directories(ferro_test_main PUBLIC ${CMAKE_CURRENT_LIST_DIR})
ferro_precompile(ferro_test_precompiled <catch2/catch.hpp>)
# Compiled as the test programs are, or they could not use it.
set_target_properties(ferro_test_precompiled PROPERTIES POSITION_INDEPENDENT_CODE OFF)

set(FERRO_TEST_ENVIRONMENT
  "ASAN_OPTIONS=detect_stack_use_after_return=1"
  "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/lsan.supp:print_suppressions=0"
  "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/tsan.supp:second_deadlock_stack=1:halt_on_error=1"
  "UBSAN_OPTIONS=print_stacktrace=1")
if(FERRO_SANITIZE)
  # The sanitizers see through malloc, not through the allocators inside Arrow.
  list(APPEND FERRO_TEST_ENVIRONMENT "ARROW_DEFAULT_MEMORY_POOL=system" "FERRO_TEST_SLOWNESS=15")
endif()

# ferro_add_test(<name> LABELS <label>... COMMAND <command>... [TIMEOUT <seconds>])
#
# A test with a time limit and the sanitizers' settings. The label "peers" marks one that needs more than Ferro needs:
# another engine or a server.
function(ferro_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "TIMEOUT" "LABELS;COMMAND")
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 120)
  endif()
  add_test(NAME ${name} COMMAND ${TEST_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS "${TEST_LABELS}" TIMEOUT ${TEST_TIMEOUT}
                       ENVIRONMENT "${FERRO_TEST_ENVIRONMENT}")
endfunction()

# ferro_room_tests(<room> SOURCES <thing>_test.cc... [DEPENDS <target>...] [SEPARATE])
#
# Builds <room>_tests and registers each source as the test <room>.<thing>. A source that is not named *_test.cc is
# support code. Catch2 runs the cases of one file by the tag that it makes of the file's name. SEPARATE compiles each
# source on its own: where each has its own templates to instantiate, compiling them together saves nothing.
function(ferro_room_tests room)
  cmake_parse_arguments(PARSE_ARGV 1 TESTS "SEPARATE" "" "SOURCES;DEPENDS")
  add_executable(${room}_tests ${TESTS_SOURCES})
  target_link_libraries(${room}_tests PRIVATE ferro_${room} ferro_test_main ferro_compile_options ${TESTS_DEPENDS})
  set_target_properties(${room}_tests PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  ferro_use_precompiled(${room}_tests ferro_test_precompiled)
  if(FERRO_UNITY_TESTS AND NOT TESTS_SEPARATE)
    ferro_unite(${room}_tests)
  endif()
  foreach(source ${TESTS_SOURCES})
    get_filename_component(stem ${source} NAME_WE)
    if(stem MATCHES "^(.+)_test$")
      ferro_add_test(${room}.${CMAKE_MATCH_1} LABELS ${room}
                     COMMAND ${room}_tests --filenames-as-tags --warn NoTests "[#${stem}]")
    endif()
  endforeach()
endfunction()
