// What judges a table of predictions by one number: model selection maximises or minimises it. Evaluators are values
// with a plain struct of parameters; a const one may be used by any driver thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/params/setters.h"
#include "ferro/mllib/persist/reader.h"
#include "ferro/mllib/persist/savable.h"

namespace ferro::ml {

class Evaluator : public Savable {
 public:
  virtual double evaluate(const DataFrame& frame) const = 0;
  virtual bool isLargerBetter() const = 0;
  virtual std::shared_ptr<Evaluator> clone() const = 0;

 protected:
  using Savable::Savable;
  std::shared_ptr<const Savable> snapshot() const final { return clone(); }
};

// Self has a kClassName and a public constructor from (P settings, std::string uid); P is a plain struct with a
// table().
template <class Self, class P>
class EvaluatorOf : public Evaluator, public HasSettings<Self, P> {
 public:
  std::string_view className() const final { return Self::kClassName; }
  std::shared_ptr<Evaluator> clone() const final { return std::make_shared<Self>(static_cast<const Self&>(*this)); }
  // What save() wrote, or Spark.
  static Self load(const std::string& path) { return read(SavedStage(path, Self::kClassName)); }
  static Self read(const SavedStage& saved) {
    P settings{};
    saved.readParams(P::table(), &settings);
    return Self(std::move(settings), saved.uid());
  }

 protected:
  EvaluatorOf(P settings, std::string uid)
      : Evaluator(uid.empty() ? newUid(Self::kClassName) : std::move(uid)), HasSettings<Self, P>(std::move(settings)) {}
  const ParamTable& paramTable() const final { return P::table(); }
  const void* fields() const final { return &this->settings_; }
  void* mutableFields() final { return &this->settings_; }
};

// An evaluator of any class that Ferro knows, by the class name that was saved with it.
std::shared_ptr<const Evaluator> loadEvaluator(const SavedStage& saved);

// An evaluator of any kind as a value.
class AnyEvaluator {
 public:
  template <std::derived_from<Evaluator> E>
  AnyEvaluator(E evaluator)  // NOLINT(google-explicit-constructor): as stages in a pipeline
      : evaluator_(std::make_shared<const E>(std::move(evaluator))) {}
  explicit AnyEvaluator(std::shared_ptr<const Evaluator> evaluator) : evaluator_(std::move(evaluator)) {}
  const Evaluator& operator*() const { return *evaluator_; }
  const Evaluator* operator->() const { return evaluator_.get(); }

 private:
  std::shared_ptr<const Evaluator> evaluator_;
};

}  // namespace ferro::ml
