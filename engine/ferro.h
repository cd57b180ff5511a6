// Everything that a driver program needs: Session, Rdd, Broadcast, Accumulator, Conf, Error.
#pragma once

#include "ferro/common/error.h"
#include "ferro/common/text.h"
#include "ferro/conf/conf.h"
#include "ferro/engine/session.h"
