#include "ferro/shuffle/service/shuffle_service.h"

#include <algorithm>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/shuffle/application_folder.h"
#include "ferro/shuffle/service/served_application.h"

namespace ferro {
namespace {

// How long to sleep when nothing is due.
constexpr std::chrono::hours kNothingDue{24};

}  // namespace

ShuffleService::ShuffleService(ShuffleServiceOptions options) : options_(std::move(options)), loop_("ferro-shuffle") {
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
    job();
    lock.lock();
  }
}

void ShuffleService::registerExecutor(const RegisterExecutor& registration, Responder& responder) {
  try {
    if (!isFolderName(registration.applicationId)) {
      throw Error(ErrorCode::kPermissionDenied,
                  "the id of application '" + registration.applicationId + "' cannot be the name of a folder");
    }
    auto& application = applications_[registration.applicationId];
    if (application != nullptr) {
      application->addExecutor(registration);
    } else {
      application = std::make_unique<ServedApplication>(registration, loop_, options_.net, options_.bind.host,
                                                        [this](std::function<void()> job) { post(std::move(job)); });
    }
    responder.reply({message_kinds::kRegisterExecutor, encodeNumber(application->port()), {}});
  } catch (const Error& error) {
    logWarn("refused executor " + registration.executorId + ": " + error.what());
    responder.fail(error);
  }
  std::erase_if(applications_, [](const auto& entry) { return entry.second == nullptr; });
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
