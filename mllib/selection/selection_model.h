// What a model of features that were chosen derives from: it gives the chosen ones of each vector, and saves which they
// are. P has featuresCol and outputCol. Values; a const one may be used by any driver thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

namespace detail {

DataFrame transformSelected(const DataFrame& frame, const std::string& featuresCol, const std::string& outputCol,
                            const std::vector<int32_t>& features, const std::string& uid);
SchemaPtr selectedSchema(const arrow::Schema& schema, const std::string& featuresCol, const std::string& outputCol,
                         const std::string& uid);
std::vector<int32_t> readSelected(const SavedStage& saved);

}  // namespace detail

template <class Self, class P>
class SelectionModelOf : public ModelOf<Self, P> {
 public:
  const std::vector<int32_t>& selectedFeatures() const { return selectedFeatures_; }  // ascending

  DataFrame transform(const DataFrame& frame) const override {
    return detail::transformSelected(frame, this->settings().featuresCol, this->settings().outputCol, selectedFeatures_,
                                     this->uid());
  }
  SchemaPtr transformSchema(const arrow::Schema& schema) const override {
    return detail::selectedSchema(schema, this->settings().featuresCol, this->settings().outputCol, this->uid());
  }

 protected:
  SelectionModelOf(P settings, std::string uid, std::vector<int32_t> selectedFeatures)
      : ModelOf<Self, P>(std::move(settings), std::move(uid)), selectedFeatures_(std::move(selectedFeatures)) {
    std::sort(selectedFeatures_.begin(), selectedFeatures_.end());
  }

 private:
  std::vector<int32_t> selectedFeatures_;
};

}  // namespace ferro::ml
