set(FERRO_MLLIB_STAT_SOURCES
  stat/correlation.cc
  stat/covariance.cc
  stat/distributions.cc
  stat/feature_tests.cc
  stat/summarizer.cc
  stat/vector_summary.cc)
