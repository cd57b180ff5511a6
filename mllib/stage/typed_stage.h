// What concrete stages derive from, so that each says only what is its own. Self has a kClassName (Spark's name of the
// class) and a public constructor from (P settings, std::string uid); P is a plain struct with a table().
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "ferro/mllib/params/setters.h"
#include "ferro/mllib/persist/reader.h"
#include "ferro/mllib/stage/stage.h"

namespace ferro::ml {

template <class Self, class Interface, class P>
class StageOf : public Interface, public HasSettings<Self, P> {
 public:
  using Settings = P;

  std::string_view className() const final { return Self::kClassName; }
  std::shared_ptr<Stage> clone() const final { return std::make_shared<Self>(static_cast<const Self&>(*this)); }
  // What save() wrote, or Spark. Errors say what is missing, or of which other stage it is.
  static Self load(const std::string& path) { return Self::read(SavedStage(path, Self::kClassName)); }
  // Models that have learned something hide this with their own.
  static Self read(const SavedStage& saved) {
    P settings{};
    saved.readParams(P::table(), &settings);
    return Self(std::move(settings), saved.uid());
  }

 protected:
  // Error kInvalidArgument for a parameter out of range. An empty uid makes a new one.
  explicit StageOf(P settings, std::string uid)
      : Interface(uid.empty() ? newUid(Self::kClassName) : std::move(uid)), HasSettings<Self, P>(std::move(settings)) {}

  const ParamTable& paramTable() const final { return P::table(); }
  const void* fields() const final { return &this->settings_; }
  void* mutableFields() final { return &this->settings_; }
};

template <class Self, class P>
class TransformerOf : public StageOf<Self, Transformer, P> {
 protected:
  using StageOf<Self, Transformer, P>::StageOf;
};

template <class Self, class P>
class ModelOf : public StageOf<Self, Model, P> {
 protected:
  using StageOf<Self, Model, P>::StageOf;
};

// Self has `SomeModel fit(const DataFrame&) const`.
template <class Self, class P>
class EstimatorOf : public StageOf<Self, Estimator, P> {
 public:
  std::shared_ptr<const Transformer> fitAny(const DataFrame& frame) const final {
    using Fitted = decltype(std::declval<const Self&>().fit(frame));
    return std::make_shared<const Fitted>(static_cast<const Self&>(*this).fit(frame));
  }

 protected:
  using StageOf<Self, Estimator, P>::StageOf;
};

}  // namespace ferro::ml
