// What has a uid and parameters: stages and evaluators. A value; one thread at a time may change it.
#pragma once

#include <string>
#include <string_view>

#include "ferro/mllib/params/params.h"

namespace ferro::ml {

class Parameterized {
 public:
  virtual ~Parameterized() = default;

  // `StringIndexer_4f3a9c0b1d2e`: kept when it is saved, and shared by a model and the estimator that fitted it.
  const std::string& uid() const { return uid_; }
  // Spark's name of the class, as saved models have it.
  virtual std::string_view className() const = 0;
  // The last part of it.
  std::string_view shortName() const;

  Params params() { return {paramTable(), mutableFields()}; }
  ConstParams params() const { return {paramTable(), fields()}; }
  std::string explainParams() const { return params().explain(); }
  // Sets the parameters in the map that belong to this or to something inside of it.
  virtual void apply(const ParamMap& map);
  // Whether that is this, or something inside of it.
  virtual bool contains(const std::string& uid) const { return uid == uid_; }

 protected:
  explicit Parameterized(std::string uid) : uid_(std::move(uid)) {}
  Parameterized(const Parameterized&) = default;
  Parameterized(Parameterized&&) = default;
  Parameterized& operator=(const Parameterized&) = default;
  Parameterized& operator=(Parameterized&&) = default;

  virtual const ParamTable& paramTable() const = 0;
  virtual const void* fields() const = 0;
  virtual void* mutableFields() = 0;

 private:
  std::string uid_;
};

// A uid that nothing else has, made from a class name's last part.
std::string newUid(std::string_view className);

}  // namespace ferro::ml
