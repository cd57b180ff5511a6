set(FERRO_ENGINE_EXPR_SOURCES
  expr/expr.cc
  expr/expr_codec.cc
  expr/expr_text.cc
  expr/user_function.cc)
