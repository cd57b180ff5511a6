// The one place that includes Catch2, so that moving to v3 is one edit.
#pragma once

#include <catch2/catch.hpp>
