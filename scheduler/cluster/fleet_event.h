// What the fleet's thread is told. Plain values that are moved into its queue.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/net/connection.h"
#include "ferro/scheduler/cluster/executor_launcher.h"
#include "ferro/scheduler/cluster/messages.h"

namespace ferro::fleet {

struct Joined {
  cluster::Join join;
  ConnectionPtr connection;
  Responder responder;
};

struct ConnectionLost {
  std::string executorId;
  ConnectionPtr connection;
  std::string reason;
};

struct Heard {
  std::string executorId;
};

struct TaskFinished {
  std::string executorId;
  cluster::TaskEnded ended;
};

// A result that was too large to come along has been fetched; null when it is lost.
struct ResultFetched {
  std::string executorId;
  cluster::TaskEnded ended;
  std::shared_ptr<arrow::Buffer> value;
};

struct WorkWaits {};

struct SendToAll {
  Message message;
};

struct ListConnections {
  std::promise<std::vector<ConnectionPtr>> answer;
};

struct Stop {};

using Event = std::variant<Joined, ConnectionLost, Heard, TaskFinished, ResultFetched, ExecutorEnd, WorkWaits,
                           SendToAll, ListConnections, Stop>;

}  // namespace ferro::fleet
