# cmake --install: headers ferro/..., the rooms' libraries, the tools, the libraries that they need (lib/ferro), and the
# CMake package Ferro with the target Ferro::ferro. What is installed can be moved, and needs nothing of the build tree.
include(CMakePackageConfigHelpers)
set(FERRO_INSTALL_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Ferro)

get_property(rooms GLOBAL PROPERTY FERRO_ROOMS)
list(REMOVE_ITEM rooms ${FERRO_TOOL_ROOMS})
foreach(room ${rooms})
  install(TARGETS ferro_${room} EXPORT FerroTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ferro/${room}
          FILES_MATCHING PATTERN "*.h")
endforeach()
foreach(header ${FERRO_PUBLIC_HEADERS})
  install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ferro OPTIONAL)
endforeach()
install(TARGETS ferro EXPORT FerroTargets)
install(EXPORT FerroTargets NAMESPACE Ferro:: DESTINATION ${FERRO_INSTALL_CMAKE_DIR})

# The tools look for libraries beside themselves. DT_RPATH, because DT_RUNPATH is not used for the libraries of libraries.
file(RELATIVE_PATH from_tools /${CMAKE_INSTALL_BINDIR} /${FERRO_BUNDLE_DESTINATION})
get_property(tools GLOBAL PROPERTY FERRO_TOOLS)
foreach(tool ${tools})
  install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_target_properties(${tool} PROPERTIES INSTALL_RPATH "$ORIGIN/${from_tools}" INSTALL_RPATH_USE_LINK_PATH OFF)
  target_link_options(${tool} PRIVATE -Wl,--disable-new-dtags)
endforeach()

if(FERRO_ARROW_FROM STREQUAL "wheel")
  set(FERRO_INSTALLED_ARROW bundle)
  # libarrow loads libarrow_s3 from its own folder when a path begins with s3://.
  foreach(library arrow arrow_compute arrow_s3 parquet)
    install(FILES ${FERRO_ARROW_WHEEL}/lib${library}.so.${FERRO_ARROW_MAJOR}00 DESTINATION ${FERRO_BUNDLE_DESTINATION})
  endforeach()
  install(DIRECTORY ${FERRO_ARROW_WHEEL}/include/ DESTINATION ${FERRO_BUNDLE_DESTINATION}/include
          PATTERN "python" EXCLUDE)
  file(GLOB licences ${FERRO_ARROW_WHEEL}/../pyarrow-*.dist-info/licenses/*.txt)
  install(FILES ${licences} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ferro/arrow)
else()
  set(FERRO_INSTALLED_ARROW ${FERRO_ARROW_FROM})
  set_target_properties(${tools} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ferro)
install(FILES /usr/share/doc/libssl3/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ferro/openssl OPTIONAL)
install(FILES /usr/share/doc/libpcre2-dev/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ferro/pcre2 OPTIONAL)

get_property(FERRO_BUNDLE GLOBAL PROPERTY FERRO_BUNDLE)
configure_package_config_file(cmake/FerroConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/FerroConfig.cmake
  INSTALL_DESTINATION ${FERRO_INSTALL_CMAKE_DIR} PATH_VARS FERRO_BUNDLE_DESTINATION
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/FerroConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/FerroConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/FerroConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FerroArrow.cmake
        DESTINATION ${FERRO_INSTALL_CMAKE_DIR})

# ferro-config: the compiler's arguments, for programs that are built without CMake. Each room uses only those before it.
list(TRANSFORM rooms PREPEND -lferro_ OUTPUT_VARIABLE FERRO_LINKED)
list(REVERSE FERRO_LINKED)
foreach(library ${FERRO_BUNDLE})
  string(REGEX REPLACE "^[^:]+:" "" file ${library})
  list(APPEND FERRO_LINKED "$bundle/${file}")
endforeach()
foreach(library parquet arrow_compute arrow)
  list(APPEND FERRO_LINKED "$bundle/lib${library}.so.${FERRO_ARROW_MAJOR}00")
endforeach()
list(JOIN FERRO_LINKED " " FERRO_LINKED)
file(RELATIVE_PATH FERRO_PREFIX_FROM_TOOLS /${CMAKE_INSTALL_BINDIR} /)
if(FERRO_INSTALLED_ARROW STREQUAL "bundle")
  configure_file(cmake/ferro-config.in ${CMAKE_CURRENT_BINARY_DIR}/ferro-config @ONLY)
  install(PROGRAMS ${CMAKE_CURRENT_BINARY_DIR}/ferro-config DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# All that is installed and no more: what ./dev install and ./dev package build.
list(TRANSFORM rooms PREPEND ferro_ OUTPUT_VARIABLE room_libraries)
add_custom_target(ferro_installed DEPENDS ${room_libraries} ${tools} ferro_submit_written)
