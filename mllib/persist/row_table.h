// The tables that models are saved as, mostly of one row, built value by value in Spark's types. Belongs to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/mllib/linalg/matrix.h"
#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

class RowTable {
 public:
  RowTable& add(const std::string& name, bool value);
  RowTable& add(const std::string& name, int32_t value);
  RowTable& add(const std::string& name, int64_t value);
  RowTable& add(const std::string& name, double value);
  RowTable& add(const std::string& name, const std::string& value);
  RowTable& add(const std::string& name, const Vector& value);
  RowTable& add(const std::string& name, const Matrix& value);
  RowTable& add(const std::string& name, const std::vector<int32_t>& value);
  RowTable& add(const std::string& name, const std::vector<int64_t>& value);
  RowTable& add(const std::string& name, const std::vector<double>& value);
  RowTable& add(const std::string& name, const std::vector<std::string>& value);
  RowTable& add(const std::string& name, const std::vector<std::vector<std::string>>& value);
  RowTable& add(const std::string& name, std::shared_ptr<arrow::Array> oneValue);

  std::shared_ptr<arrow::Table> table() const;

 private:
  std::vector<std::pair<std::string, std::shared_ptr<arrow::Array>>> columns_;
};

}  // namespace ferro::ml
