set(FERRO_ENGINE_TYPES_SOURCES
  types/data_types.cc
  types/ddl_parser.cc)
