# Training: blocks of rows, losses, solvers, the models trained with them, evaluation and tuning.
set(FERRO_MLLIB_TRAINING_SOURCES
  blocks/block_builder.cc
  blocks/block_node.cc
  blocks/block_view.cc
  blocks/training_data.cc
  blocks/training_summary.cc
  blocks/value_kinds.cc
  classification/classification_summary.cc
  classification/linear_scorer.cc
  classification/linear_svc.cc
  classification/logistic_regression.cc
  classification/logistic_regression_model.cc
  classification/logistic_training.cc
  classification/model_loaders.cc
  classification/probabilistic_columns.cc
  evaluation/binary_metrics.cc
  evaluation/evaluators.cc
  evaluation/multiclass_metrics.cc
  evaluation/regression_metrics.cc
  evaluation/scored_rows.cc
  losses/curvature_sample.cc
  losses/dense_kernels.cc
  losses/dense_kernels_avx2.cc
  losses/feature_scaling.cc
  losses/link_kernels.cc
  losses/loss_pass.cc
  losses/scaled_objective.cc
  losses/sweep_kernels.cc
  regression/linear_regression.cc
  regression/linear_training.cc
  regression/regression_summary.cc
  solvers/bounded_model.cc
  solvers/cholesky_factor.cc
  solvers/choose_solver.cc
  solvers/descent.cc
  solvers/dual_pass.cc
  solvers/dual_solver.cc
  solvers/inverse_hessian.cc
  solvers/lbfgs.cc
  solvers/lbfgsb.cc
  solvers/newton.cc
  solvers/owlqn.cc
  solvers/preconditioned_lbfgs.cc
  solvers/wolfe_search.cc
  tuning/cross_validator.cc
  tuning/model_search.cc
  tuning/param_grid_builder.cc
  tuning/search_files.cc
  tuning/search_loaders.cc
  tuning/train_validation_split.cc)

# The loops that time is spent in are vectorised in every build, also where the rest is compiled for debugging.
set(FERRO_LOOP_OPTIONS -O3 -fopenmp-simd -ffp-contract=fast -fno-math-errno -fno-trapping-math)
set(FERRO_AVX2_OPTIONS ${FERRO_LOOP_OPTIONS})
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  list(APPEND FERRO_AVX2_OPTIONS -mavx2 -mfma)
endif()
set_source_files_properties(blocks/block_builder.cc blocks/block_node.cc blocks/training_summary.cc blocks/value_kinds.cc
  losses/dense_kernels.cc losses/link_kernels.cc losses/sweep_kernels.cc solvers/dual_pass.cc
  PROPERTIES COMPILE_OPTIONS "${FERRO_LOOP_OPTIONS}" SKIP_PRECOMPILE_HEADERS ON)
set_source_files_properties(losses/dense_kernels_avx2.cc
  PROPERTIES COMPILE_OPTIONS "${FERRO_AVX2_OPTIONS}" SKIP_PRECOMPILE_HEADERS ON)
