# What Ferro is built on. Each missing package ends the configuration with the command that installs it.
set(FERRO_PYARROW_VERSION 26.0.1)

function(ferro_missing what package)
  message(FATAL_ERROR "${what} was not found. Install it with:  apt-get install ${package}   (or run ./dev setup)")
endfunction()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

find_package(OpenSSL QUIET)
if(NOT OpenSSL_FOUND)
  ferro_missing("OpenSSL" libssl-dev)
endif()
ferro_bundle(ssl ${OPENSSL_SSL_LIBRARY})
ferro_bundle(crypto ${OPENSSL_CRYPTO_LIBRARY})

set(FERRO_ARROW_FROM "" CACHE STRING "Where Arrow comes from: package, wheel, or empty for whichever is found first")
set(FERRO_ARROW_VENV ${PROJECT_SOURCE_DIR}/build/arrow-${FERRO_PYARROW_VERSION}
    CACHE PATH "Virtual environment that holds the pyarrow wheel")
include(FerroArrow)

find_path(PCRE2_INCLUDE_DIR pcre2.h)
find_library(PCRE2_LIBRARY pcre2-8)
if(NOT PCRE2_INCLUDE_DIR OR NOT PCRE2_LIBRARY)
  ferro_missing("PCRE2" libpcre2-dev)
endif()
ferro_bundle(pcre2 ${PCRE2_LIBRARY})

find_path(XXHASH_INCLUDE_DIR xxhash.h)
if(NOT XXHASH_INCLUDE_DIR)
  ferro_missing("xxHash" libxxhash-dev)
endif()

find_path(SPDLOG_INCLUDE_DIR spdlog/spdlog.h)
if(NOT SPDLOG_INCLUDE_DIR)
  ferro_missing("spdlog" libspdlog-dev)
endif()

find_path(BOOST_ASIO_INCLUDE_DIR boost/asio.hpp)
if(NOT BOOST_ASIO_INCLUDE_DIR)
  ferro_missing("Boost.Asio" libboost1.81-dev)
endif()
find_package(Eigen3 3.4 QUIET NO_MODULE)
if(NOT Eigen3_FOUND)
  ferro_missing("Eigen" libeigen3-dev)
endif()

set(FERRO_HAS_CUDA OFF)
if(FERRO_ENABLE_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(FERRO_HAS_CUDA ON)
    message(STATUS "CUDA: ${CMAKE_CUDA_COMPILER}")
  else()
    message(STATUS "CUDA: not found, building without GPU kernels")
  endif()
endif()
