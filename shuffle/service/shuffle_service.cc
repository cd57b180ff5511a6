#include "ferro/shuffle/service/shuffle_service.h"

#include <algorithm>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/shuffle/application_folder.h"
#include "ferro/shuffle/service/saved_application.h"
#include "ferro/shuffle/service/served_application.h"

namespace ferro {
namespace {

// How long to sleep when nothing is due.
constexpr std::chrono::hours kNothingDue{24};

}  // namespace

ShuffleService::ShuffleService(ShuffleServiceOptions options) : options_(std::move(options)), loop_("ferro-shuffle") {
  restoreApplications();
  removeAbandonedApplicationFolders(options_.roots);
  router_.add(message_kinds::kRegisterExecutor, [this](const ConnectionPtr&, Message message, Responder responder) {
    auto answer = std::make_shared<Responder>(std::move(responder));
    post([this, registration = decodeRegisterExecutor(message.body), answer] {
      registerExecutor(registration, *answer);
    });
  });
  server_ = std::make_unique<Server>(loop_, options_.net, options_.bind, router_);
}

ShuffleService::~ShuffleService() {
  server_->stop();
  applications_.clear();
}

void ShuffleService::post(std::function<void()> job) {
  std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  posted_.notify_one();
}

void ShuffleService::stop() {
  std::lock_guard lock(mutex_);
  stopped_ = true;
  posted_.notify_one();
}

void ShuffleService::run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (jobs_.empty()) {
      lock.unlock();
      const auto due = removeVanished();
      lock.lock();
      posted_.wait_until(lock, due, [this] { return stopped_ || !jobs_.empty(); });
      continue;
    }
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    contain("the shuffle service", job);
    lock.lock();
  }
}

void ShuffleService::registerExecutor(const RegisterExecutor& registration, Responder& responder) {
  try {
    if (!isFolderName(registration.applicationId)) {
      throw Error(ErrorCode::kPermissionDenied,
                  "the id of application '" + registration.applicationId + "' cannot be the name of a folder");
    }
    addExecutor(registration);
    const int port = applications_.at(registration.applicationId)->port();
    responder.reply({message_kinds::kRegisterExecutor, encodeNumber(port), {}});
  } catch (const Error& error) {
    logWarn("refused executor " + registration.executorId + ": " + error.what());
    responder.fail(error);
  } catch (const std::exception& error) {
    logWarn("executor " + registration.executorId + " cannot be served: " + error.what());
    responder.fail(Error(ErrorCode::kIo, error.what()));
  }
}

void ShuffleService::addExecutor(const RegisterExecutor& registration) {
  const auto known = applications_.find(registration.applicationId);
  if (known != applications_.end()) return known->second->addExecutor(registration);
  applications_.emplace(registration.applicationId, std::make_unique<ServedApplication>(
                                                        registration, loop_, options_.net, options_.bind.host,
                                                        [this](std::function<void()> job) { post(std::move(job)); }));
}

void ShuffleService::restoreApplications() {
  for (SavedApplication& saved : savedApplications(options_.roots)) {
    for (RegisterExecutor& registration : saved.executors) {
      registration.port = saved.port;
      try {
        addExecutor(registration);
      } catch (const std::exception& error) {
        logWarn("executor " + registration.executorId + " of application " + registration.applicationId +
                " is not served any more: " + error.what());
      }
    }
  }
}

std::chrono::steady_clock::time_point ShuffleService::removeVanished() {
  const auto now = std::chrono::steady_clock::now();
  auto next = now + kNothingDue;
  for (auto entry = applications_.begin(); entry != applications_.end();) {
    ServedApplication& application = *entry->second;
    const auto goneSince = application.driverGoneSince();
    const auto due = !goneSince ? next : application.ended() ? *goneSince : *goneSince + options_.driverGrace;
    if (!goneSince || due > now) {
      next = std::min(next, due);
      ++entry;
      continue;
    }
    if (!application.ended()) logWarn("the driver of application " + entry->first + " is gone; its files are removed");
    application.removeFiles();
    entry = applications_.erase(entry);
  }
  return next;
}

}  // namespace ferro
