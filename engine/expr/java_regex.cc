#include "ferro/engine/expr/java_regex.h"

#include "ferro/common/error.h"
#include "ferro/engine/expr/utf8_text.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace ferro {
namespace {

// A pattern that goes back and forth this often over one text is an error: Java's would keep a core busy for minutes.
constexpr uint32_t kMaxSteps = 10'000'000;
constexpr size_t kFirstStack = size_t{32} << 10;
constexpr size_t kMaxStack = size_t{8} << 20;

std::string messageOf(int code) {
  std::string text(256, '\0');
  const int size = pcre2_get_error_message(code, reinterpret_cast<PCRE2_UCHAR*>(text.data()), text.size());
  text.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return text;
}

}  // namespace

struct JavaRegex::Code {
  explicit Code(pcre2_code* compiled) : code(compiled) {}
  ~Code() { pcre2_code_free(code); }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  pcre2_code* code;
};

JavaRegex::JavaRegex(std::string_view pattern) : pattern_(pattern), translated_(translateJavaPattern(pattern)) {
  int error = 0;
  PCRE2_SIZE at = 0;
  // Texts that are not UTF-8 have parts that nothing matches.
  constexpr uint32_t kOptions = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY;
  pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated_.pcre.data()), translated_.pcre.size(),
                                   kOptions, &error, &at, nullptr);
  if (code == nullptr) throwInvalidPattern(pattern, messageOf(error));
  code_ = std::make_unique<Code>(code);
  // Without it, patterns are interpreted.
  (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
}

JavaRegex::~JavaRegex() = default;

int JavaRegex::groupNamed(std::string_view name) const {
  const auto found = translated_.names.find(name);
  return found == translated_.names.end() ? 0 : found->second;
}

struct JavaMatcher::State {
  explicit State(const pcre2_code* code)
      : data(pcre2_match_data_create_from_pattern(code, nullptr)),
        context(pcre2_match_context_create(nullptr)),
        stack(pcre2_jit_stack_create(kFirstStack, kMaxStack, nullptr)) {
    pcre2_set_match_limit(context, kMaxSteps);
    if (stack != nullptr) pcre2_jit_stack_assign(context, nullptr, stack);
  }
  ~State() {
    pcre2_match_data_free(data);
    pcre2_match_context_free(context);
    pcre2_jit_stack_free(stack);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  pcre2_match_data* data;
  pcre2_match_context* context;
  pcre2_jit_stack* stack;
};

JavaMatcher::JavaMatcher(const JavaRegex& regex) : regex_(regex), state_(std::make_unique<State>(regex.code_->code)) {}

JavaMatcher::~JavaMatcher() = default;

bool JavaMatcher::find(std::string_view text, size_t from) {
  if (from > text.size()) return false;
  text_ = text.data() == nullptr ? std::string_view("") : text;
  const int found = pcre2_match(regex_.code_->code, reinterpret_cast<PCRE2_SPTR>(text_.data()), text_.size(), from, 0,
                                state_->data, state_->context);
  if (found > 0) return true;
  if (found == PCRE2_ERROR_NOMATCH) return false;
  throw Error(ErrorCode::kInvalidArgument,
              "the regular expression '" + regex_.pattern() + "' cannot be matched against a text of " +
                  std::to_string(text.size()) + " bytes: " + messageOf(found) +
                  "; write it so that a text can be matched in one way only, for instance (a+)+ as a+");
}

size_t JavaMatcher::begin(int group) const {
  return pcre2_get_ovector_pointer(state_->data)[2 * static_cast<size_t>(group)];
}

size_t JavaMatcher::end(int group) const {
  return pcre2_get_ovector_pointer(state_->data)[2 * static_cast<size_t>(group) + 1];
}

std::string_view JavaMatcher::group(int number) const {
  const bool unset =
      static_cast<uint32_t>(number) >= pcre2_get_ovector_count(state_->data) || begin(number) == PCRE2_UNSET;
  return unset ? std::string_view() : text_.substr(begin(number), end(number) - begin(number));
}

size_t JavaMatcher::next() const {
  if (end() > begin()) return end();
  return end() < text_.size() ? end() + characterBytes(text_.substr(end())) : text_.size() + 1;
}

}  // namespace ferro
