// The programs over tables of cases.txt, run step by step: Ferro's side of case_frames.py. For the test's one thread.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

class Session;

// What the last step gives, as show() prints it behind the types of its columns; or what was wrong.
std::string frameAnswer(const Session& session, std::string_view program);

}  // namespace ferro
