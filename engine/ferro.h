// Everything that a driver program needs: Session, Rdd, DataFrame and its functions, Broadcast, Accumulator, Conf,
// Error.
#pragma once

#include "ferro/common/error.h"
#include "ferro/common/text.h"
#include "ferro/conf/conf.h"
#include "ferro/engine/files.h"
#include "ferro/engine/frame/frame_rdd.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/frame/na_functions.h"
#include "ferro/engine/frame/reader.h"
#include "ferro/engine/frame/stat_functions.h"
#include "ferro/engine/frame/udf.h"
#include "ferro/engine/frame/writer.h"
#include "ferro/engine/session.h"
