# cmake --install: headers ferro/..., the rooms' libraries, and the CMake package Ferro with the target Ferro::ferro.
include(CMakePackageConfigHelpers)
set(FERRO_INSTALL_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Ferro)

get_property(rooms GLOBAL PROPERTY FERRO_ROOMS)
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

configure_package_config_file(cmake/FerroConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/FerroConfig.cmake
  INSTALL_DESTINATION ${FERRO_INSTALL_CMAKE_DIR} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/FerroConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/FerroConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/FerroConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FerroArrow.cmake
        DESTINATION ${FERRO_INSTALL_CMAKE_DIR})
