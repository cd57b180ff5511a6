// The driver's connections to the shuffle services that hold its application's files. As long as one is there, or comes
// back in time, the service keeps the files. Owned by the driver; any thread but the network's may call it.
#pragma once

#include <chrono>
#include <memory>

#include "ferro/net/net_loop.h"

namespace ferro {

class ShuffleServiceLink {
 public:
  // With the application's secret. The loop outlives the link.
  ShuffleServiceLink(NetLoop& loop, NetOptions options);
  // Closes the connections; the services take that as a driver that vanished.
  ~ShuffleServiceLink();
  ShuffleServiceLink(const ShuffleServiceLink&) = delete;
  ShuffleServiceLink& operator=(const ShuffleServiceLink&) = delete;

  // The application's port at a service, as executors report it; the same one again does nothing. Connects without
  // waiting, and again whenever the connection ends.
  void attach(const HostPort& service);
  // The services remove the shuffle's files, in a while.
  void removeShuffle(int shuffleId);
  // Returns when the services removed all files, or did not answer for that long.
  void endApplication(std::chrono::milliseconds deadline);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace ferro
