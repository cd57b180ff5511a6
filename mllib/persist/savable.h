// What can be saved in Spark's layout: stages and evaluators. Values; a const one may be used by any driver thread.
#pragma once

#include <memory>
#include <string>

#include "ferro/mllib/params/parameterized.h"
#include "ferro/mllib/persist/writer.h"

namespace ferro::ml {

class Savable : public Parameterized {
 public:
  // write().overwrite().save(path).
  MLWriter write() const { return MLWriter(snapshot()); }
  void save(const std::string& path) const { write().save(path); }

  // What has been learned, beside parameters, and what else is inside.
  virtual void writeData(StageWriter&) const {}

 protected:
  using Parameterized::Parameterized;
  // A copy for the writer, which may live longer than this does.
  virtual std::shared_ptr<const Savable> snapshot() const = 0;
};

}  // namespace ferro::ml
