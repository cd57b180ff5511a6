// A program that runs beside a task, with pipes to its input, output and error output, none of which ever blocks us. It
// is killed, with what it started, when the object goes. One owner thread.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ferro {

// Our end of a pipe.
class PipeEnd {
 public:
  PipeEnd() = default;
  explicit PipeEnd(int descriptor) : descriptor_(descriptor) {}
  ~PipeEnd() { close(); }
  PipeEnd(PipeEnd&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  PipeEnd& operator=(PipeEnd&& other) noexcept;

  bool isOpen() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  void close();

  // Nothing when it would have to wait; 0 at the end.
  std::optional<size_t> read(char* to, size_t capacity);
  // Nothing when it would have to wait; 0 when nobody reads any more.
  std::optional<size_t> write(std::string_view bytes);

 private:
  int descriptor_ = -1;
};

class ChildProcess {
 public:
  // The first word is the program, looked up in PATH. Error kNotFound or kPermissionDenied when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  PipeEnd& input() { return input_; }
  PipeEnd& output() { return output_; }
  PipeEnd& complaints() { return complaints_; }
  const PipeEnd& input() const { return input_; }
  const PipeEnd& output() const { return output_; }
  const PipeEnd& complaints() const { return complaints_; }

  // Readable when the process has ended; not open on kernels that cannot tell.
  const PipeEnd& end() const { return end_; }
  bool hasEnded();
  // How it ended, in words as in "ended with exit code 1"; empty when it ended well.
  const std::string& failure() const { return failure_; }

 private:
  void start(const std::vector<std::string>& command);

  PipeEnd input_;
  PipeEnd output_;
  PipeEnd complaints_;
  PipeEnd end_;
  pid_t process_ = -1;
  std::string failure_;
};

}  // namespace ferro
