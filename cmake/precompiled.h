// What most sources include, parsed once for all rooms. A source still includes what it uses: Ferro builds without this
// too (-DFERRO_PRECOMPILE=OFF).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <arrow/api.h>
