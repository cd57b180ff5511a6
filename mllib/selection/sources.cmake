set(FERRO_MLLIB_SELECTION_SOURCES
  selection/coefficient_selector.cc
  selection/correlation_selector.cc
  selection/inner_estimator.cc
  selection/selection_loaders.cc
  selection/selection_model.cc
  selection/stepwise_selector.cc)
