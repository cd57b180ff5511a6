// An operator of a lineage and how it is named in bytes. Every operator type registers, before main, the function that
// makes one from bytes; its name is that function's place in the module, which is the same in every process that runs
// the same executable. Operators are immutable once built; any thread may use one.
#pragma once

#include <memory>
#include <vector>

#include "ferro/common/codec.h"
#include "ferro/common/make_as.h"

namespace ferro {

class Operator;
class OperatorReader;

using OperatorFactory = std::shared_ptr<const Operator> (*)(OperatorReader& reader);

class Operator {
 public:
  virtual ~Operator() = default;
  virtual OperatorFactory factory() const = 0;
  virtual void encodeArguments(Encoder& encoder) const = 0;
};

// One entry of the list that registrations form before main.
class OperatorRegistration {
 public:
  explicit OperatorRegistration(OperatorFactory made);
  OperatorFactory factory() const { return factory_; }
  const OperatorRegistration* next() const { return next_; }
  static const OperatorRegistration* first();

 private:
  OperatorFactory factory_;
  const OperatorRegistration* next_;
};

// Using Registered<Op>::factory() anywhere puts Op in the list.
template <class Op>
class Registered {
 public:
  static OperatorFactory factory() { return kRegistration.factory(); }

 private:
  static inline const OperatorRegistration kRegistration{&Op::decode};
};

}  // namespace ferro
