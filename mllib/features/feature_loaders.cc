#include "ferro/mllib/features/binarizer.h"
#include "ferro/mllib/features/bucketizer.h"
#include "ferro/mllib/features/feature_hasher.h"
#include "ferro/mllib/features/hashing_tf.h"
#include "ferro/mllib/features/idf.h"
#include "ferro/mllib/features/imputer.h"
#include "ferro/mllib/features/index_to_string.h"
#include "ferro/mllib/features/interaction.h"
#include "ferro/mllib/features/max_abs_scaler.h"
#include "ferro/mllib/features/min_max_scaler.h"
#include "ferro/mllib/features/normalizer.h"
#include "ferro/mllib/features/one_hot_encoder.h"
#include "ferro/mllib/features/pca.h"
#include "ferro/mllib/features/polynomial_expansion.h"
#include "ferro/mllib/features/quantile_discretizer.h"
#include "ferro/mllib/features/robust_scaler.h"
#include "ferro/mllib/features/sql_transformer.h"
#include "ferro/mllib/features/standard_scaler.h"
#include "ferro/mllib/features/string_indexer.h"
#include "ferro/mllib/features/tokenizer.h"
#include "ferro/mllib/features/univariate_feature_selector.h"
#include "ferro/mllib/features/variance_threshold_selector.h"
#include "ferro/mllib/features/vector_assembler.h"
#include "ferro/mllib/features/vector_indexer.h"
#include "ferro/mllib/features/vector_slicer.h"
#include "ferro/mllib/persist/registry.h"

namespace ferro::ml {

std::vector<StageLoader> featureLoaders() {
  return {loaderOf<Binarizer>(),
          loaderOf<Bucketizer>(),
          loaderOf<FeatureHasher>(),
          loaderOf<HashingTF>(),
          loaderOf<IDF>(),
          loaderOf<IDFModel>(),
          loaderOf<Imputer>(),
          loaderOf<ImputerModel>(),
          loaderOf<IndexToString>(),
          loaderOf<Interaction>(),
          loaderOf<MaxAbsScaler>(),
          loaderOf<MaxAbsScalerModel>(),
          loaderOf<MinMaxScaler>(),
          loaderOf<MinMaxScalerModel>(),
          loaderOf<Normalizer>(),
          loaderOf<OneHotEncoder>(),
          loaderOf<OneHotEncoderModel>(),
          loaderOf<PCA>(),
          loaderOf<PCAModel>(),
          loaderOf<PolynomialExpansion>(),
          loaderOf<QuantileDiscretizer>(),
          loaderOf<RobustScaler>(),
          loaderOf<RobustScalerModel>(),
          loaderOf<SQLTransformer>(),
          loaderOf<StandardScaler>(),
          loaderOf<StandardScalerModel>(),
          loaderOf<StringIndexer>(),
          loaderOf<StringIndexerModel>(),
          loaderOf<Tokenizer>(),
          loaderOf<UnivariateFeatureSelector>(),
          loaderOf<UnivariateFeatureSelectorModel>(),
          loaderOf<VarianceThresholdSelector>(),
          loaderOf<VarianceThresholdSelectorModel>(),
          loaderOf<VectorAssembler>(),
          loaderOf<VectorIndexer>(),
          loaderOf<VectorIndexerModel>(),
          loaderOf<VectorSlicer>()};
}

}  // namespace ferro::ml
