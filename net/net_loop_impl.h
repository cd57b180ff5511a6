// Inside of NetLoop, for the rest of this room. Private.
#pragma once

#include <memory>
#include <thread>

#include "ferro/net/loop_core.h"
#include "ferro/net/net_loop.h"

namespace ferro {

struct NetLoop::Impl {
  std::shared_ptr<LoopCore> core = std::make_shared<LoopCore>();
  asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(core->io);
  std::thread thread;
};

}  // namespace ferro
