# libFuzzer targets. They are compiled by clang, whatever compiles the rest, and so are the sources under test, because
# only instrumented code guides the fuzzer.
find_program(FERRO_FUZZ_COMPILER NAMES clang++-19 clang++ DOC "A clang++ with libFuzzer, for tests/fuzz")

# Warnings are the business of the compiler that builds the rest.
set(FERRO_FUZZ_FLAGS -std=c++20 -O1 -g1 -D_GLIBCXX_ASSERTIONS -fsanitize=fuzzer,address,undefined
                     -fno-sanitize-recover=undefined)

# Sets result to whether FERRO_FUZZ_COMPILER can build a fuzz target.
function(ferro_can_fuzz result)
  if(NOT FERRO_FUZZ_COMPILER)
    set(${result} FALSE PARENT_SCOPE)
    return()
  endif()
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/probe)
  file(WRITE ${probe}.cc "#include <cstddef>\n#include <cstdint>\n"
                         "extern \"C\" int LLVMFuzzerTestOneInput(const uint8_t*, size_t) { return 0; }\n")
  execute_process(COMMAND ${FERRO_FUZZ_COMPILER} ${FERRO_FUZZ_FLAGS} ${probe}.cc -o ${probe}
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()
ferro_can_fuzz(FERRO_CAN_FUZZ)

# ferro_fuzz(<name> SOURCES <file>... [LIBRARIES <argument of the linker>...] [RUNS <number>])
#
# Builds <name>_fuzz (by the target fuzz_<name>) from <name>_fuzz.cc and from sources of the rooms, named from the top of the project, and registers
# the test fuzz.<name>: a short run with a fixed seed that starts from corpus/<name>.
function(ferro_fuzz name)
  cmake_parse_arguments(PARSE_ARGV 1 FUZZ "" "RUNS" "SOURCES;LIBRARIES")
  if(NOT FUZZ_RUNS)
    set(FUZZ_RUNS 30000)
  endif()
  if(NOT FERRO_CAN_FUZZ)
    ferro_add_test(fuzz.${name} LABELS fuzz
      COMMAND ${CMAKE_COMMAND} -E echo "skipped: no clang with libFuzzer; apt-get install clang-19 libclang-rt-19-dev")
    set_tests_properties(fuzz.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
    return()
  endif()
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${name}_fuzz)
  foreach(source ${CMAKE_CURRENT_SOURCE_DIR}/${name}_fuzz.cc ${FUZZ_SOURCES})
    ferro_fuzz_object(${source} object)
    list(APPEND objects ${object})
  endforeach()
  add_custom_command(OUTPUT ${program} DEPENDS ${objects} VERBATIM COMMAND_EXPAND_LISTS
    COMMAND ${FERRO_FUZZ_COMPILER} ${FERRO_FUZZ_FLAGS} ${objects} -o ${program} ${FUZZ_LIBRARIES})
  add_custom_target(fuzz_${name} ALL DEPENDS ${program})
  ferro_add_test(fuzz.${name} LABELS fuzz
    COMMAND ${FERRO_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/run.py ${program} ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name}
            ${FUZZ_RUNS})
endfunction()

# Compiles a source once for all targets of this folder, and sets result to the object.
function(ferro_fuzz_object source result)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  set(${result} ${object} PARENT_SCOPE)
  get_property(known GLOBAL PROPERTY FERRO_FUZZ_OBJECTS)
  if(object IN_LIST known)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY FERRO_FUZZ_OBJECTS ${object})
  cmake_path(GET object PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  set(arrow $<TARGET_PROPERTY:Arrow::arrow,INTERFACE_INCLUDE_DIRECTORIES>)
  add_custom_command(OUTPUT ${object} DEPENDS ${source} DEPFILE ${object}.d VERBATIM COMMAND_EXPAND_LISTS
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${FERRO_FUZZ_COMPILER} ${FERRO_FUZZ_FLAGS}
            -I${FERRO_INCLUDE_DIR} "$<$<BOOL:${arrow}>:-isystem;$<JOIN:${arrow},;-isystem;>>"
            -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object})
endfunction()
