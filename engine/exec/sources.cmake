set(FERRO_ENGINE_EXEC_SOURCES
  exec/batch_node.cc)
