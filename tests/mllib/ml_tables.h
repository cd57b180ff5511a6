// Tables for tests of stages: made from JSON text, and read back as numbers, texts and vectors. For the test's thread.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/ferro.h"
#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/persist/json.h"

namespace ferro::test {

// Rows such as `[{"a":1},{"a":null}]` in the schema that a DDL text gives.
DataFrame frameOf(const Session& session, const std::string& ddl, const std::string& json);
// A column `features` of these vectors, and an `id`, in so many partitions.
DataFrame vectorsFrame(const Session& session, const std::vector<ml::Vector>& vectors, int partitions = 2);

// A column, in the rows' order: nulls are NaN, `null` and an empty vector.
std::vector<double> numbersOf(const DataFrame& frame, const std::string& column);
std::vector<std::string> textsOf(const DataFrame& frame, const std::string& column);
std::vector<ml::Vector> vectorsOf(const DataFrame& frame, const std::string& column);
// The vectors as Spark prints them, with `null`.
std::vector<std::string> vectorTexts(const DataFrame& frame, const std::string& column);

// The folder of real data, empty when it is not here: then it says so.
std::string dataFolder();
ml::JsonValue goldenOf(const std::string& name);
std::vector<double> numbersIn(const ml::JsonValue& json, const std::string& member);
// Equal up to a relative difference.
bool near(const std::vector<double>& a, const std::vector<double>& b, double tolerance);

}  // namespace ferro::test
