#include <sstream>

#include <arrow/array/array_base.h>
#include <arrow/memory_pool.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/linalg/matrix.h"
#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::ml;

TEST_CASE("a vector is the same dense or sparse, and prints as Spark prints it") {
  const Vector dense = Vectors::dense({1, 0, -2.5});
  const Vector sparse = Vectors::sparse(3, {0, 2}, {1, -2.5});
  CHECK(dense == sparse);
  CHECK(dense.toString() == "[1.0,0.0,-2.5]");
  CHECK(sparse.toString() == "(3,[0,2],[1.0,-2.5])");
  CHECK(sparse[1] == 0);
  CHECK(sparse.dot(dense) == 7.25);
  CHECK(sparse.norm(1) == 3.5);
  CHECK(dense.toSparse().numActives() == 2);
  CHECK(dense.argmax() == 0);
  CHECK(Vector::zeros(100).compressed().toString() == "(100,[],[])");
  CHECK(sparse.compressed().isDense());
}

TEST_CASE("a vector is a range of doubles, prints itself, and takes values at an index") {
  const Vector sparse = Vectors::sparse(4, {1, 3}, {2, -1});
  const Vector dense = sparse.toDense();
  for (const Vector& vector : {sparse, dense}) {
    CHECK(std::vector<double>(vector.begin(), vector.end()) == std::vector<double>{0, 2, 0, -1});
    double sum = 0;
    for (const double value : vector) sum += value;
    CHECK(sum == 1);
  }
  CHECK(Vector().begin() == Vector().end());
  std::ostringstream printed;
  printed << dense << " " << sparse;
  CHECK(printed.str() == "[0.0,2.0,0.0,-1.0] (4,[1,3],[2.0,-1.0])");

  Vector changed = dense;
  changed[0] = 5;
  changed[1] += 1;
  changed[2] = changed[0];
  CHECK(changed == Vectors::dense({5, 3, 5, -1}));
  Vector stored = sparse;
  const double read = stored[0];
  CHECK(read == 0);
  CHECK(stored.numActives() == 2);
  stored[0] = 5;
  stored[3] *= 2;
  CHECK(stored.toString() == "(4,[0,1,3],[5.0,2.0,-2.0])");
  CHECK_THROWS_WITH(stored[4] = 1, "index 4 is outside of a vector of size 4");
  CHECK_THROWS_WITH(dense[-1], Catch::Contains("index -1 is outside"));
}

TEST_CASE("a sparse vector that contradicts itself is an error that says how") {
  CHECK_THROWS_WITH(Vectors::sparse(3, {0, 3}, {1, 1}), Catch::Contains("index 3"));
  CHECK_THROWS_WITH(Vectors::sparse(3, {1, 0}, {1, 1}), Catch::Contains("must ascend"));
  CHECK_THROWS_WITH(Vectors::sparse(3, {1}, {1, 1}), Catch::Contains("one value for each index"));
}

TEST_CASE("a column of vectors gives back what was put in, in any slice") {
  VectorColumnBuilder builder(arrow::default_memory_pool());
  const std::vector<Vector> vectors = {Vectors::dense({1, 2}), Vectors::sparse(5, {1, 4}, {0.5, -2}), Vector(),
                                       Vectors::sparse(4, {}, {})};
  for (const Vector& vector : vectors) builder.append(vector);
  builder.appendNull();
  const auto column = builder.finish();
  CHECK(isVector(*column->type()));
  CHECK(column->ValidateFull().ok());
  const VectorColumn rows(column);
  for (size_t i = 0; i < vectors.size(); ++i) CHECK(Vector::of(rows[static_cast<int64_t>(i)]) == vectors[i]);
  CHECK(rows.isNull(4));
  CHECK_FALSE(rows.isNull(3));
  const VectorColumn slice(column->Slice(1, 2));
  CHECK(Vector::of(slice[0]).toString() == "(5,[1,4],[0.5,-2.0])");
  CHECK_FALSE(slice.denseWidth());
  CHECK(VectorColumn(column->Slice(0, 1)).denseWidth() == 2);
}

TEST_CASE("assembled rows take whichever form is smaller") {
  VectorColumnBuilder builder(arrow::default_memory_pool());
  const std::vector<int32_t> indices = {0, 2, 9};
  const std::vector<double> values = {1, 0, 3};
  builder.appendCompressed(10, indices, values);
  builder.appendCompressed(3, {indices.data(), 2}, {values.data(), 2});
  const VectorColumn rows(builder.finish());
  CHECK(Vector::of(rows[0]).toString() == "(10,[0,9],[1.0,3.0])");
  CHECK(Vector::of(rows[1]).toString() == "[1.0,0.0,0.0]");
}

TEST_CASE("a matrix is the same by rows and by columns") {
  const Matrix byColumns(2, 3, {1, 4, 2, 5, 3, 6});
  const Matrix byRows(2, 3, {1, 2, 3, 4, 5, 6}, true);
  CHECK(byColumns == byRows);
  CHECK(byRows(1, 0) == 4);
  CHECK(byRows.columnMajor() == byColumns.values());
  CHECK_THROWS_WITH(Matrix(2, 2, {1}), Catch::Contains("one for each place"));
}
