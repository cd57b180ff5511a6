# Run by CPack on what it is about to pack: debug information would tell users where Ferro was built.
find_program(strip strip REQUIRED)
file(GLOB_RECURSE archives ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/libferro_*.a)
foreach(archive ${archives})
  execute_process(COMMAND ${strip} --strip-debug ${archive} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
