set(FERRO_ENGINE_TYPES_SOURCES
  types/column_metadata.cc
  types/data_types.cc
  types/ddl_parser.cc)
