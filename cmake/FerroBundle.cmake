# Libraries of the system that programs with Ferro link and that an installed Ferro brings along, in lib/ferro: a
# program is then built and started with nothing but a compiler and the C and C++ libraries.
set(FERRO_BUNDLE_DESTINATION ${CMAKE_INSTALL_LIBDIR}/ferro)

# ferro_bundle(<name> <library>) makes the target Ferro::<name> of a library file, and installs the file by the name that
# the loader will look for.
function(ferro_bundle name library)
  add_library(Ferro::${name} SHARED IMPORTED GLOBAL)
  set_target_properties(Ferro::${name} PROPERTIES IMPORTED_LOCATION ${library})
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${library} OUTPUT_VARIABLE headers ERROR_QUIET)
  if(NOT headers MATCHES "SONAME +([^ \n]+)")
    message(FATAL_ERROR "${library} is not a shared library. Install the shared one, or name it to CMake")
  endif()
  set(soname ${CMAKE_MATCH_1})
  file(REAL_PATH ${library} file)
  install(FILES ${file} DESTINATION ${FERRO_BUNDLE_DESTINATION} RENAME ${soname})
  set_property(GLOBAL APPEND PROPERTY FERRO_BUNDLE ${name}:${soname})
endfunction()
