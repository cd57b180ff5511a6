# Apache Arrow as Arrow::arrow, Arrow::compute and Arrow::parquet, from where FERRO_ARROW_FROM says:
#   package  an installed Arrow that CMake finds
#   wheel    the libraries inside the pinned pyarrow wheel, in the virtual environment FERRO_ARROW_VENV
#   bundle   the copy beside an installed Ferro, in FERRO_BUNDLE_DIR
# and empty for a package, or else the wheel. Used by Ferro's own build and, installed, by FerroConfig.cmake, so that a
# program gets the Arrow that Ferro was built with. Expects FERRO_PYARROW_VERSION, and Ferro::ssl and Ferro::crypto.
string(REGEX MATCH "^[0-9]+" FERRO_ARROW_MAJOR ${FERRO_PYARROW_VERSION})

function(ferro_arrow_from_package)
  foreach(library arrow:Arrow::arrow_shared compute:ArrowCompute::arrow_compute_shared parquet:Parquet::parquet_shared)
    string(REGEX MATCH "^([a-z]+):(.*)$" _ ${library})
    add_library(Arrow::${CMAKE_MATCH_1} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(Arrow::${CMAKE_MATCH_1} INTERFACE ${CMAKE_MATCH_2})
  endforeach()
endfunction()

# The wheel has neither a CMake package nor plain .so names, so each target names its exact file.
function(ferro_arrow_from_folder folder)
  foreach(library arrow arrow_compute parquet)
    add_library(Ferro::wheel_${library} SHARED IMPORTED GLOBAL)
    set_target_properties(Ferro::wheel_${library} PROPERTIES
      IMPORTED_LOCATION ${folder}/lib${library}.so.${FERRO_ARROW_MAJOR}00 INTERFACE_INCLUDE_DIRECTORIES ${folder}/include)
  endforeach()
  add_library(Arrow::arrow INTERFACE IMPORTED GLOBAL)
  target_link_libraries(Arrow::arrow INTERFACE Ferro::wheel_arrow)
  add_library(Arrow::compute INTERFACE IMPORTED GLOBAL)
  target_link_libraries(Arrow::compute INTERFACE Ferro::wheel_arrow_compute Arrow::arrow)
  # The wheel's libparquet exports an OpenSSL of its own: the system's comes first on the link line, or programs that
  # use OpenSSL would call the wrong one.
  add_library(Arrow::parquet INTERFACE IMPORTED GLOBAL)
  target_link_libraries(Arrow::parquet INTERFACE Ferro::ssl Ferro::crypto Ferro::wheel_parquet Arrow::arrow)
endfunction()

function(ferro_find_arrow_wheel)
  file(GLOB wheel ${FERRO_ARROW_VENV}/lib/python3*/site-packages/pyarrow)
  if(NOT wheel)
    message(FATAL_ERROR "Apache Arrow was not found: no CMake package, and no pyarrow wheel in ${FERRO_ARROW_VENV}.\n"
                        "Run ./dev setup in Ferro's source tree, or make that folder yourself with:\n"
                        "  python3 -m venv ${FERRO_ARROW_VENV}\n"
                        "  ${FERRO_ARROW_VENV}/bin/pip install pyarrow==${FERRO_PYARROW_VERSION}\n"
                        "An environment elsewhere is named with -DFERRO_ARROW_VENV=<folder>.")
  endif()
  if(NOT EXISTS ${wheel}/libarrow.so.${FERRO_ARROW_MAJOR}00)
    message(FATAL_ERROR "${wheel} does not hold pyarrow ${FERRO_PYARROW_VERSION}. "
                        "Remove ${FERRO_ARROW_VENV} and run ./dev setup")
  endif()
  set(FERRO_ARROW_WHEEL ${wheel} PARENT_SCOPE)
endfunction()

if(FERRO_ARROW_FROM STREQUAL "bundle")
  ferro_arrow_from_folder(${FERRO_BUNDLE_DIR})
  return()
endif()
if(NOT FERRO_ARROW_FROM STREQUAL "wheel")
  find_package(Arrow CONFIG QUIET)
  find_package(ArrowCompute CONFIG QUIET)
  find_package(Parquet CONFIG QUIET)
endif()
if(Arrow_FOUND AND ArrowCompute_FOUND AND Parquet_FOUND)
  set(FERRO_ARROW_FROM package)
  ferro_arrow_from_package()
  message(STATUS "Arrow ${ARROW_VERSION} from ${Arrow_DIR}")
elseif(FERRO_ARROW_FROM STREQUAL "package")
  message(FATAL_ERROR "Ferro was built with an installed Apache Arrow, which CMake does not find now. "
                      "Add its prefix to CMAKE_PREFIX_PATH.")
else()
  set(FERRO_ARROW_FROM wheel)
  ferro_find_arrow_wheel()
  ferro_arrow_from_folder(${FERRO_ARROW_WHEEL})
  message(STATUS "Arrow ${FERRO_PYARROW_VERSION} from the pyarrow wheel in ${FERRO_ARROW_VENV}")
endif()
