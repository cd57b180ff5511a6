# cpack: what cmake --install installs, as a tarball to unpack anywhere and as a package for Debian.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
# Only what is installed, not the tests: `./dev package` builds the target ferro_installed first.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME ferro)
set(CPACK_PACKAGE_CONTACT "The Ferro authors <ferro@example.org>")
set(CPACK_PACKAGE_FILE_NAME ferro-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/FerroPackageStrip.cmake)
set(CPACK_ARCHIVE_THREADS 0)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.36), libstdc++6 (>= 12), libgcc-s1 (>= 12), tzdata")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ (>= 4:12), cmake (>= 3.25)")
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
include(CPack)
