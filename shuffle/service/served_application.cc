#include "ferro/shuffle/service/served_application.h"

#include <filesystem>
#include <limits>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/net/secret.h"
#include "ferro/shuffle/service/saved_application.h"

namespace ferro {
namespace {

NetOptions optionsOf(const RegisterExecutor& registration, NetOptions options) {
  options.authenticate = registration.authenticate;
  options.secret = registration.secret;
  options.tls = registration.tls;
  return options;
}

std::unique_ptr<Server> listenAt(NetLoop& loop, const NetOptions& options, const HostPort& wanted,
                                 MessageRouter& router) {
  try {
    return std::make_unique<Server>(loop, options, wanted, router);
  } catch (const Error& error) {
    if (wanted.port == 0) throw;
    logWarn(std::string("an application gets another port than it had: ") + error.what());
    return std::make_unique<Server>(loop, options, HostPort{wanted.host, 0}, router);
  }
}

}  // namespace

ServedApplication::ServedApplication(const RegisterExecutor& registration, NetLoop& loop, const NetOptions& net,
                                     const std::string& host, Post post)
    : registration_(registration),
      post_(std::move(post)),
      files_(registration.applicationId),
      fetches_(files_),
      driverGoneSince_(std::chrono::steady_clock::now()) {
  if (registration.directories.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "executor " + registration.executorId + " names no directory");
  }
  files_.addExecutor(registration.executorId, registration.directories);
  fetches_.addTo(router_);
  addDriverMessages();
  server_ = listenAt(loop, optionsOf(registration, net), {host, static_cast<uint16_t>(registration.port)}, router_);
  executors_.emplace(registration.executorId, registration);
  save();
}

ServedApplication::~ServedApplication() { server_->stop(); }

void ServedApplication::addExecutor(const RegisterExecutor& registration) {
  if (registration.authenticate != registration_.authenticate || registration.tls != registration_.tls ||
      !equalInConstantTime(registration.secret, registration_.secret)) {
    throw Error(ErrorCode::kPermissionDenied,
                "application " + registration.applicationId + " is registered with another secret");
  }
  files_.addExecutor(registration.executorId, registration.directories);
  executors_.insert_or_assign(registration.executorId, registration);
  save();
}

// What cannot be saved is served all the same, until this process ends.
void ServedApplication::save() const {
  SavedApplication saved;
  saved.port = port();
  for (const auto& [id, registration] : executors_) saved.executors.push_back(registration);
  try {
    saveApplication(std::filesystem::path(registration_.directories.front()).parent_path().string(), saved);
  } catch (const Error& error) {
    logWarn("application " + registration_.applicationId +
            " will not be served after a restart of this service: " + error.what());
  }
}

// On the network's thread, which must not wait for files to be removed.
void ServedApplication::addDriverMessages() {
  router_.add(message_kinds::kDriverHere, [this](const ConnectionPtr& from, Message, Responder responder) {
    auto answer = std::make_shared<Responder>(std::move(responder));
    postOwn([this, from, answer] {
      noteDriver(from);
      answer->reply({});
    });
  });
  router_.add(message_kinds::kRemoveShuffle, [this](const ConnectionPtr&, Message message, Responder responder) {
    const int shuffleId = decodeNumber(message.body, std::numeric_limits<int>::max());
    auto answer = std::make_shared<Responder>(std::move(responder));
    postOwn([this, shuffleId, answer] {
      files_.removeShuffle(shuffleId);
      answer->reply({});
    });
  });
  router_.add(message_kinds::kEndApplication, [this](const ConnectionPtr& from, Message, Responder responder) {
    auto answer = std::make_shared<Responder>(std::move(responder));
    postOwn([this, from, answer] {
      noteDriver(from);
      ended_ = true;
      files_.removeAll();
      answer->reply({});
    });
  });
  router_.addOnClosed([this](const ConnectionPtr& connection, const std::string&) {
    postOwn([this, connection] { noteClosed(connection); });
  });
}

void ServedApplication::postOwn(std::function<void()> job) {
  post_([alive = std::weak_ptr<bool>(alive_), job = std::move(job)] {
    if (alive.lock() != nullptr) job();
  });
}

void ServedApplication::noteDriver(const ConnectionPtr& connection) {
  if (!connection->isOpen()) return;
  drivers_.insert(connection);
  driverGoneSince_.reset();
}

void ServedApplication::noteClosed(const ConnectionPtr& connection) {
  if (drivers_.erase(connection) > 0 && drivers_.empty()) driverGoneSince_ = std::chrono::steady_clock::now();
}

}  // namespace ferro
