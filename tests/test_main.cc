#define CATCH_CONFIG_MAIN
#include "ferro_test.h"
