set(FERRO_ENGINE_PLAN_SOURCES
  plan/build_columns.cc
  plan/build_tables.cc
  plan/names.cc
  plan/plan.cc
  plan/resolver.cc)
