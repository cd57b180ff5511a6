#include "ferro/engine/broadcast.h"

#include <string_view>

#include "ferro/blockmanager/broadcast_fetcher.h"
#include "ferro/blockmanager/broadcast_source.h"
#include "ferro/common/error.h"
#include "ferro/engine/session_core.h"

namespace ferro::detail {

BroadcastRegistration::BroadcastRegistration(const std::shared_ptr<SessionCore>& session,
                                             std::shared_ptr<const void> value, std::function<std::string()> encode)
    : session_(session), id_(session->newBroadcastId()) {
  ExecutorEnvironment& environment = session->services()->environment;
  environment.broadcasts().put(id_, std::move(value));
  BroadcastSource* const source = environment.remote().broadcastSource;
  if (source != nullptr) source->add(id_, std::move(encode));
}

BroadcastRegistration::~BroadcastRegistration() { unpersist(); }

void BroadcastRegistration::unpersist() {
  auto session = session_.lock();
  if (session == nullptr) return;
  auto services = session->servicesIfRunning();
  if (services == nullptr) return;
  services->environment.broadcasts().remove(id_);
  BroadcastSource* const source = services->environment.remote().broadcastSource;
  if (source != nullptr) source->remove(id_);
}

std::shared_ptr<const void> findBroadcast(DecodeContext* context, int64_t id, DecodeBroadcast decode) {
  auto* executor = dynamic_cast<ExecutorDecodeContext*>(context);
  if (executor == nullptr) throwInternal("a broadcast value can only be decoded on an executor");
  if (auto value = executor->environment.broadcasts().get(id)) return value;
  BroadcastFetcher* const fetcher = executor->environment.remote().broadcasts;
  if (fetcher == nullptr) throwUnpersisted(id);
  return fetcher->get(id, [&](std::string_view bytes) {
    Decoder decoder(bytes, context);
    auto value = decode(decoder);
    if (!decoder.atEnd()) throw Error(ErrorCode::kMalformedData, "a broadcast value has bytes left over");
    return value;
  });
}

}  // namespace ferro::detail
