#include "ferro/engine/broadcast.h"

#include <string>

#include "ferro/common/error.h"
#include "ferro/engine/session_core.h"

namespace ferro::detail {

BroadcastRegistration::BroadcastRegistration(const std::shared_ptr<SessionCore>& session,
                                             std::shared_ptr<const void> value)
    : session_(session), id_(session->newBroadcastId()) {
  session->services()->environment.broadcasts().put(id_, std::move(value));
}

BroadcastRegistration::~BroadcastRegistration() { unpersist(); }

void BroadcastRegistration::unpersist() {
  auto session = session_.lock();
  if (session == nullptr) return;
  if (auto services = session->servicesIfRunning()) services->environment.broadcasts().remove(id_);
}

std::shared_ptr<const void> findBroadcast(DecodeContext* context, int64_t id) {
  auto* executor = dynamic_cast<ExecutorDecodeContext*>(context);
  if (executor == nullptr) throwInternal("a broadcast value can only be decoded on an executor");
  auto value = executor->environment.broadcasts().get(id);
  if (value == nullptr) {
    throw Error(ErrorCode::kNotFound, "broadcast " + std::to_string(id) + " was unpersisted before a task used it");
  }
  return value;
}

}  // namespace ferro::detail
