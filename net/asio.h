// Boost.Asio for the sources of this room. Private: no public header includes it, so that users of Ferro need no Boost.
#pragma once

#include <utility>  // before Asio: Boost 1.74 forgets it in C++20

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace ferro {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

}  // namespace ferro
