// All settings of Ferro, by theme. Code that reads a few of them may include just the theme's header.
#pragma once

#include "ferro/conf/keys_application.h"  // IWYU pragma: export
#include "ferro/conf/keys_executor.h"     // IWYU pragma: export
#include "ferro/conf/keys_network.h"      // IWYU pragma: export
#include "ferro/conf/keys_scheduler.h"    // IWYU pragma: export
#include "ferro/conf/keys_security.h"     // IWYU pragma: export
#include "ferro/conf/keys_shuffle.h"      // IWYU pragma: export
#include "ferro/conf/keys_storage.h"      // IWYU pragma: export
#include "ferro/conf/keys_submit.h"       // IWYU pragma: export
#include "ferro/conf/keys_ui.h"           // IWYU pragma: export
