#include "ferro/mllib/features/polynomial_expansion.h"

#include <limits>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/vector_rows.h"

namespace ferro::ml {
namespace {

// How many products of up to `degree` of so many features there are, the constant included.
int64_t productsOf(int64_t features, int64_t degree) {
  int64_t count = 1;
  for (int64_t i = 1; i <= degree; ++i) {
    count = count * (features + i) / i;
    if (count > std::numeric_limits<int32_t>::max()) {
      throw Error(ErrorCode::kInvalidArgument, "PolynomialExpansion: " + std::to_string(features) +
                                                   " features have more than 2^31 products; use a smaller degree");
    }
  }
  return count;
}

// Spark's order: for each feature, with its powers, all products of those before it. Place -1 is the constant's.
class Products {
 public:
  Products(std::span<const double> values, std::span<double> out) : values_(values), out_(out) {}

  int64_t expand(int64_t last, int64_t degree, double factor, int64_t place) {
    if (factor != 0 && (degree == 0 || last < 0)) {
      if (place >= 0) out_[static_cast<size_t>(place)] = factor;
    } else if (factor != 0) {
      int64_t next = place;
      double power = factor;
      for (int64_t i = 0; i <= degree && power != 0; ++i) {
        next = expand(last - 1, degree - i, power, next);
        power *= values_[static_cast<size_t>(last)];
      }
    }
    return place + productsOf(last + 1, degree);
  }

 private:
  std::span<const double> values_;
  std::span<double> out_;
};

struct ExpandVectors {
  std::string column{};
  int32_t degree = 2;

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    std::vector<double> expanded;
    return mapVectors(arguments, pool, {column, -1}, [&](const VectorView& row, VectorColumnBuilder& builder) {
      const std::vector<double> values = Vector::of(row).toArray();
      expanded.assign(static_cast<size_t>(productsOf(row.size, degree) - 1), 0);
      Products(values, expanded).expand(row.size - 1, degree, 1, -1);
      if (row.isDense) {
        builder.appendDense(expanded);
      } else {
        builder.append(Vector::dense(expanded).toSparse());
      }
    });
  }
};

}  // namespace

const ParamTable& PolynomialExpansionParams::table() {
  using P = PolynomialExpansionParams;
  static const ParamTable kTable = ParamTableOf<P>("PolynomialExpansion")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("degree", &P::degree, "how many features a product has at most", atLeast(1))
                                       .build();
  return kTable;
}

SchemaPtr PolynomialExpansion::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame PolynomialExpansion::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const ExpandVectors function{settings().inputCol, settings().degree};
  return withOutputs(frame,
                     {{outputOr(settings().outputCol, uid()),
                       columnFunction("polynomialExpansion", function, {columnOf(frame, settings().inputCol)})}},
                     uid());
}

}  // namespace ferro::ml
