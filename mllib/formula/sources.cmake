set(FERRO_MLLIB_FORMULA_SOURCES
  formula/column_pruner.cc
  formula/formula_loaders.cc
  formula/parsed_formula.cc
  formula/rformula.cc
  formula/vector_attribute_rewriter.cc
  formula/vector_size_hint.cc)
