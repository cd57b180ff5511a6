#include <string_view>

#include "ferro/submit/documents.h"
#include "ferro/submit/flags.h"

namespace ferro::submit {
namespace {

constexpr std::string_view kBeginning = R"(.TH FERRO\-SUBMIT 1
.SH NAME
ferro\-submit \- run a Ferro application on one machine or many
.SH SYNOPSIS
.B ferro\-submit
[\fIflags\fR] \fIapp\fR [\fIargs\fR]
.br
.B ferro\-submit \-\-master slurm
(\fB\-\-status\fR | \fB\-\-kill\fR) \fIID\fR
.br
.B ferro\-submit
[\fIflags\fR] \fB\-\-explain\-conf\fR \fIKEY\fR
.SH DESCRIPTION
Runs a program that uses Ferro, with the settings of its flags. What follows the program belongs to it. SIGINT and SIGTERM
go on to the program, which cleans up.
.SH OPTIONS
)";

constexpr std::string_view kEnd = R"(.SH SETTINGS
Of several values for one setting the first counts: the program's own (in code, then \-\-ferro.KEY=VALUE among its
arguments), flags, \-\-conf, the properties file, ferro\-defaults.conf, spark\-defaults.conf, the default. Secrets are
refused among arguments, which other users of the machine can see; write them into a file.
.SH EXIT STATUS
That of the program, or 128 and the number of the signal that killed it. 1 for wrong flags or settings and when the program
could not be started, 2 when there is no such program, 255 without arguments.
.SH ENVIRONMENT
.TP
.B FERRO_CONF_DIR
Directory of ferro\-defaults.conf and spark\-defaults.conf; conf without it.
.TP
.B FERRO_PROPERTIES_FILE
The properties file where no flag names one.
)";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '-' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string manPage() {
  std::string text(kBeginning);
  for (const Flag& flag : flags()) {
    text += ".TP\n";
    if (!flag.shortName.empty()) text += "\\fB" + escaped(flag.shortName) + "\\fR, ";
    text += "\\fB" + escaped(flag.name) + "\\fR";
    if (!flag.value.empty()) text += " \\fI" + escaped(flag.value) + "\\fR";
    text += "\n" + escaped(flag.meaning) + "\n";
  }
  return text.append(kEnd);
}

}  // namespace ferro::submit
