# How every target of Ferro is compiled: C++20, warnings as errors, ccache and mold where present, sanitizers by
# FERRO_SANITIZE.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE_PROGRAM})
  if(FERRO_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Without it ccache cannot see through a precompiled header.
    add_compile_options(-fpch-preprocess)
  endif()
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_link_options(-fuse-ld=mold)
endif()

add_library(ferro_compile_options INTERFACE)
target_compile_options(ferro_compile_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overflows in its own std::string when it optimises string concatenation.
  target_compile_options(ferro_compile_options INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                                                         -Wno-stringop-overread)
endif()
if(FERRO_SANITIZE)
  # The runtime must be in every object and program, third-party tests included, so these are not target options.
  add_compile_options(-fsanitize=${FERRO_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FERRO_SANITIZE})
  # GCC's flow warnings misfire on sanitizer-instrumented code.
  target_compile_options(ferro_compile_options INTERFACE -Wno-maybe-uninitialized)
  if(FERRO_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()
