// Broadcast<T>: a large value that reaches each executor once and is shared by its tasks. A small handle; copies are
// the same broadcast, and any thread may read it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "ferro/common/codec.h"

namespace ferro {

class SessionCore;

namespace detail {

// Held by the driver's handles: when the last goes, executors drop the value.
class BroadcastRegistration {
 public:
  // `encode` gives the value's bytes, when an executor in another process first asks for it.
  BroadcastRegistration(const std::shared_ptr<SessionCore>& session, std::shared_ptr<const void> value,
                        std::function<std::string()> encode);
  ~BroadcastRegistration();
  BroadcastRegistration(const BroadcastRegistration&) = delete;
  BroadcastRegistration& operator=(const BroadcastRegistration&) = delete;

  int64_t id() const { return id_; }
  void unpersist();

 private:
  std::weak_ptr<SessionCore> session_;
  int64_t id_;
};

using DecodeBroadcast = std::shared_ptr<const void> (*)(Decoder& decoder);

// The value on the executor that decodes a task, which gets it from the driver's process and decodes it if it has to;
// throws when it is gone.
std::shared_ptr<const void> findBroadcast(DecodeContext* context, int64_t id, DecodeBroadcast decode);

template <class T>
std::string encodeBroadcast(const T& value) {
  Encoder encoder;
  encoder.write(value);
  return encoder.take();
}

template <class T>
std::shared_ptr<const void> decodeBroadcast(Decoder& decoder) {
  return std::make_shared<const T>(decoder.template read<T>());
}

}  // namespace detail

template <class T>
class Broadcast {
 public:
  Broadcast(const std::shared_ptr<SessionCore>& session, T value)
      : value_(std::make_shared<const T>(std::move(value))),
        registration_(std::make_shared<detail::BroadcastRegistration>(
            session, value_, [value = value_] { return detail::encodeBroadcast<T>(*value); })),
        id_(registration_->id()) {
    static_assert(Travels<T>,
                  "ferro: a broadcast value must be able to travel to executors; use values, standard "
                  "containers and plain structs of these, or specialise ferro::Codec<T>");
  }
  Broadcast(int64_t id, std::shared_ptr<const T> value) : value_(std::move(value)), id_(id) {}

  const T& value() const { return *value_; }
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  int64_t id() const { return id_; }

  // Executors drop their copies; a task that still asks for the value fails.
  void unpersist() const {
    if (registration_ != nullptr) registration_->unpersist();
  }

 private:
  std::shared_ptr<const T> value_;
  std::shared_ptr<detail::BroadcastRegistration> registration_;
  int64_t id_;
};

template <class T>
struct Codec<Broadcast<T>> {
  static void encode(Encoder& encoder, const Broadcast<T>& broadcast) { encoder.write(broadcast.id()); }
  static Broadcast<T> decode(Decoder& decoder) {
    auto id = decoder.template read<int64_t>();
    auto value = detail::findBroadcast(decoder.context(), id, &detail::decodeBroadcast<T>);
    return Broadcast<T>(id, std::static_pointer_cast<const T>(std::move(value)));
  }
};

}  // namespace ferro
