# Tests of training, as a program of their own: blocks, losses, solvers, models, evaluation and tuning.
add_library(ferro_training ALIAS ferro_mllib)
ferro_room_tests(training
  SOURCES
    ../engine/process_role.cc
    ../engine/session_state.cc
    ../formats/tables.cc
    blocks_test.cc
    census_test.cc
    dense_kernels_test.cc
    evaluation_errors_test.cc
    evaluation_test.cc
    golden_cases.cc
    linear_training_test.cc
    logistic_regression_test.cc
    logistic_training_test.cc
    losses_test.cc
    ml_tables.cc
    odd_values_test.cc
    regression_summary_test.cc
    search_files_test.cc
    selection_test.cc
    solvers_test.cc
    training_errors_test.cc
    training_rows.cc
    tuning_test.cc
  DEPENDS Arrow::compute Arrow::parquet)
target_include_directories(training_tests PRIVATE ../engine ../formats)
target_compile_definitions(training_tests PRIVATE FERRO_DEFAULT_TEST_DATA="${PROJECT_SOURCE_DIR}/../shared/data")
