#include "ferro/conf/redaction.h"

#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro_test.h"

using namespace ferro;

namespace {
const std::string kHidden = "*********(redacted)";
}

TEST_CASE("values of keys that name a secret are hidden, in any letter case") {
  Conf conf;
  CHECK(conf.redacted("ferro.authenticate.secret", "abc") == kHidden);
  CHECK(conf.redacted("spark.hadoop.fs.s3a.access.key", "abc") == kHidden);
  CHECK(conf.redacted("spark.accessKey", "abc") == kHidden);
  CHECK(conf.redacted("my.PassWord", "abc") == kHidden);
  CHECK(conf.redacted("ferro.app.name", "abc") == "abc");
}

TEST_CASE("a value that names a secret is hidden too") {
  CHECK(Conf().redacted("ferro.app.name", "--password=abc") == kHidden);
}

TEST_CASE("the expression that finds secrets is a setting") {
  Conf conf;
  conf.set(keys::kRedactionRegex, "app[.]name");
  CHECK(conf.redacted("ferro.app.name", "abc") == kHidden);
  CHECK(conf.redacted("FERRO.APP.NAME", "abc") == "abc");
  CHECK(conf.redacted("ferro.token", "abc") == "abc");
}

TEST_CASE("the expression itself is no secret") {
  CHECK(Conf().redacted("spark.redaction.regex", "password|token") == "password|token");
}

TEST_CASE("very long values are hidden without a search") {
  CHECK(redact("secret", "ferro.app.name", std::string(1'000'000, 'a')) == kHidden);
}

TEST_CASE("a broken expression is recognised") {
  CHECK(isRegularExpression("a|b"));
  CHECK(isRegularExpression("(?i)a|b"));
  CHECK_FALSE(isRegularExpression("(a"));
  CHECK_FALSE(isRegularExpression("[z-a]"));
}
