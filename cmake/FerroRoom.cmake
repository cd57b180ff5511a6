# A room is one static library ferro_<room> with the include prefix ferro/<room>/.

# Every include in the project is spelled "ferro/<room>/<file>.h", in the source tree as in an installed Ferro. Links in
# the build tree make that spelling reach the source folders.
set(FERRO_INCLUDE_DIR ${CMAKE_CURRENT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${FERRO_INCLUDE_DIR}/ferro)

# ferro_precompile(<name> [header]...) parses cmake/precompiled.h and more headers once, for all targets that say
# ferro_use_precompiled(<target> <name>): one for all rooms, one for all tests.
function(ferro_precompile name)
  add_library(${name} STATIC ${PROJECT_SOURCE_DIR}/cmake/precompiled.cc)
  target_link_libraries(${name} PRIVATE Arrow::arrow ferro_compile_options)
  if(FERRO_PRECOMPILE)
    target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.h ${ARGN})
  endif()
endfunction()
function(ferro_use_precompiled target name)
  if(FERRO_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()
ferro_precompile(ferro_precompiled)

# ferro_unite(<target>) compiles the sources of each folder together, FERRO_UNITY of them at a time: what they all include
# and instantiate is then compiled once. Names in anonymous namespaces must differ within a folder. A source that cannot be
# compiled with others has the property SKIP_UNITY_BUILD_INCLUSION.
function(ferro_unite target)
  if(FERRO_UNITY LESS 2)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(NOT source MATCHES "\\.cc$")
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    math(EXPR ${folder} "0${${folder}} + 1")
    math(EXPR batch "(${${folder}} - 1) / ${FERRO_UNITY}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# ferro_room(<room> SOURCES <file>... [DEPENDS <target>...] [PRIVATE_DEPENDS <target>...])
#
# DEPENDS is what the room's headers need. PRIVATE_DEPENDS is what only its sources need; a library named there is still
# linked into every program, so FerroConfig.cmake.in must find it too. What is header-only goes into
# $<BUILD_INTERFACE:...>.
function(ferro_room room)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS")
  if(ROOM_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ferro_room(${room}): unknown arguments ${ROOM_UNPARSED_ARGUMENTS}")
  endif()
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${FERRO_INCLUDE_DIR}/ferro/${room} SYMBOLIC)
  add_library(ferro_${room} STATIC ${ROOM_SOURCES})
  add_library(Ferro::${room} ALIAS ferro_${room})
  set_target_properties(ferro_${room} PROPERTIES EXPORT_NAME ${room})
  target_compile_features(ferro_${room} PUBLIC cxx_std_20)
  target_include_directories(ferro_${room} PUBLIC $<BUILD_INTERFACE:${FERRO_INCLUDE_DIR}>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(ferro_${room} PUBLIC ${ROOM_DEPENDS}
                        PRIVATE $<BUILD_INTERFACE:ferro_compile_options> ${ROOM_PRIVATE_DEPENDS})
  ferro_use_precompiled(ferro_${room} ferro_precompiled)
  ferro_unite(ferro_${room})
  set_property(GLOBAL APPEND PROPERTY FERRO_ROOMS ${room})
endfunction()

# ferro_tool(<name> <source> <room's library>) builds a program that is installed with Ferro.
function(ferro_tool name source library)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE ${library} ferro_compile_options)
  set_property(GLOBAL APPEND PROPERTY FERRO_TOOLS ${name})
endfunction()

# The headers that users include, with the folder each lives in: <ferro/ferro.h> is engine/ferro.h.
set(FERRO_PUBLIC_HEADERS engine/ferro.h mllib/ml.h)

# Rooms that only tools use.
set(FERRO_TOOL_ROOMS submit)

# Ferro::ferro, the one target that programs link: all other rooms and the public headers.
function(ferro_umbrella)
  get_property(rooms GLOBAL PROPERTY FERRO_ROOMS)
  list(REMOVE_ITEM rooms ${FERRO_TOOL_ROOMS})
  list(TRANSFORM rooms PREPEND ferro_)
  add_library(ferro INTERFACE)
  add_library(Ferro::ferro ALIAS ferro)
  target_link_libraries(ferro INTERFACE ${rooms})
  foreach(header ${FERRO_PUBLIC_HEADERS})
    get_filename_component(name ${header} NAME)
    if(EXISTS ${PROJECT_SOURCE_DIR}/${header})
      file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${header} ${FERRO_INCLUDE_DIR}/ferro/${name} SYMBOLIC)
    endif()
  endforeach()
endfunction()
