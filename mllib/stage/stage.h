// The stages of a pipeline. A Transformer makes columns of columns; an Estimator learns a Model, which is a
// Transformer, from rows. Stages are values with plain structs of parameters: copies are independent, a const one may
// be used by any driver thread, and they work through DataFrames only. Concrete stages derive from StageOf
// (typed_stage.h).
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/persist/savable.h"

namespace ferro::ml {

using SchemaPtr = std::shared_ptr<arrow::Schema>;

class Stage : public Savable {
 public:
  // The columns that come out for these columns. Errors name a missing column's nearest neighbours, a column of the
  // wrong type, and an output that is there already.
  virtual SchemaPtr transformSchema(const arrow::Schema& schema) const = 0;

  virtual std::shared_ptr<Stage> clone() const = 0;

 protected:
  using Savable::Savable;
  std::shared_ptr<const Savable> snapshot() const final { return clone(); }
};

class Transformer : public Stage {
 public:
  virtual DataFrame transform(const DataFrame& frame) const = 0;

 protected:
  using Stage::Stage;
};

// A Transformer that an Estimator has fitted; its uid is the Estimator's.
class Model : public Transformer {
 protected:
  using Transformer::Transformer;
};

class Estimator : public Stage {
 public:
  // What fit() of the concrete class gives, of a type that is not known here.
  virtual std::shared_ptr<const Transformer> fitAny(const DataFrame& frame) const = 0;

 protected:
  using Stage::Stage;
};

// A stage of any kind (or any Estimator, or any Transformer) as a value: what pipelines, grids and searches hold. The
// stage inside does not change, so copies share it.
template <class Interface>
class Any {
 public:
  template <std::derived_from<Interface> S>
  Any(S stage)  // NOLINT(google-explicit-constructor): Pipeline({StringIndexer(...), ...}) is made of it
      : stage_(std::make_shared<const S>(std::move(stage))) {}
  explicit Any(std::shared_ptr<const Interface> stage) : stage_(std::move(stage)) {}

  const Interface& operator*() const { return *stage_; }
  const Interface* operator->() const { return stage_.get(); }
  const std::shared_ptr<const Interface>& share() const { return stage_; }
  // The stage as the class it is of; null when it is of another.
  template <class S>
  const S* as() const {
    return dynamic_cast<const S*>(stage_.get());
  }
  // A copy with other parameters.
  Any with(const ParamMap& map) const {
    auto copy = std::dynamic_pointer_cast<Interface>(stage_->clone());
    copy->apply(map);
    return Any(std::shared_ptr<const Interface>(std::move(copy)));
  }

 private:
  std::shared_ptr<const Interface> stage_;
};
using PipelineStage = Any<Stage>;
using AnyEstimator = Any<Estimator>;
using AnyTransformer = Any<Transformer>;

}  // namespace ferro::ml
