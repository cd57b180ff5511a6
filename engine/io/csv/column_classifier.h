// Finds the narrowest type that all fields of a CSV column have, as Spark's schema inference does. Belongs to one
// thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "ferro/engine/io/csv/csv_fields.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/inferred_type.h"

namespace ferro {

// What a column's fields are tried as; the same for all columns of a scan.
class ColumnClassifier {
 public:
  // The options must outlive it.
  explicit ColumnClassifier(const CsvOptions& options);

  // Widens the type until the fields fit it.
  void add(const char* text, const CsvColumn& fields, size_t count, InferredType& type) const;

 private:
  // The first field, from a place on, that is not at a glance no reason to widen the type.
  template <class FieldAt>
  size_t skipFitting(const char* text, FieldAt fieldAt, size_t from, size_t count, InferredKind kind) const;
  // What a field is, tried from what its column is so far on.
  InferredType typeOf(std::string_view field, InferredKind from) const;
  bool isDouble(std::string_view field) const;

  const CsvOptions& options_;
  bool datesAreTimestamps_;
};

// Whether dates as the options write them are read as timestamps, too.
bool datesAreTimestamps(const CsvOptions& options);

}  // namespace ferro
