#include "expression_table.h"
#include "ferro/engine/expr/java_regex.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("text is cut by characters") {
  checkTable(R"(
    length | string: 'héllo' | int: 5
    length | string: '' | int: 0
    length | binary: 'hé' | int: 3
    length | int: 12345 | int: 5
    octet_length | string: 'hé' | int: 3
    substring | string: 'Spark SQL' | int: 5 | int: 1 | string: k
    substring | string: 'Spark SQL' | int: 5 | string: k SQL
    substring | string: 'Spark SQL' | int: -3 | string: SQL
    substring | string: 'Spark SQL' | int: 0 | int: 5 | string: Spark
    substring | string: 'abc' | int: -5 | int: 3 | string: a
    substring | string: 'abc' | int: 9 | int: 3 | string:
    substring | string: 'abc' | int: 1 | int: -1 | string:
    substring | string: 'héllo' | int: 2 | int: 2 | string: él
    substring | string: NULL | int: 2 | int: 2 | string: NULL
    substring | string: 'abc' | int: NULL | int: 2 | string: NULL
    left | string: 'héllo' | int: 2 | string: hé
    right | string: 'héllo' | int: 2 | string: lo
    right | string: 'abc' | int: 0 | string:
    substring_index | string: 'www.apache.org' | string: '.' | int: 2 | string: www.apache
    substring_index | string: 'www.apache.org' | string: '.' | int: -2 | string: apache.org
    substring_index | string: 'www.apache.org' | string: '.' | int: 9 | string: www.apache.org
    substring_index | string: 'www.apache.org' | string: '.' | int: -9 | string: www.apache.org
    trim | string: '  a b ' | string: a b
    ltrim | string: '  a ' | string: 'a '
    rtrim | string: 'xxaxx' | string: 'x' | string: xxa
    trim | string: 'éaé' | string: 'é' | string: a
    ascii | string: 'A' | int: 65
    ascii | string: '' | int: 0
    ascii | string: 'é' | int: 233
    chr | int: 65 | string: A
    upper | string: 'straße é' | string: STRASSE É
    lower | string: 'ABC É' | string: abc é
    ascii | binary: 'abc' | int: 97
    left | binary: 'hé' | int: 2 | binary: [68 C3]
    substring | binary: 'abc' | int: 2 | binary: [62 63]
    substring | binary: 'abc' | int: -2 | int: 1 | binary: [62]
    right | binary: 'abc' | int: 2 | string: bc
    upper | binary: 'abc' | string: ABC
    trim | binary: ' a' | string: a
    reverse | binary: 'abc' | binary: [63 62 61]
    substring | string: 'abcdef' | double: 2.5 | string: bcdef
    upper | array<int>: [1] | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
  )");
}

TEST_CASE("text is built from text") {
  checkTable(R"(
    concat | string: 'a' | string: 'b' | string: 'c' | string: abc
    concat | string: 'a' | int: 1 | string: a1
    concat | string: 'a' | string: NULL | string: NULL
    concat | array<int>: [1] | array<int>: [2, null] | array<int>: [1, 2, NULL]
    concat_ws | string: ',' | string: 'a' | string: NULL | string: 'c' | string: a,c
    concat_ws | string: ',' | string: 'a' | array<string>: ["b", null, "c"] | string: a,b,c
    concat_ws | string: NULL | string: 'a' | string: NULL
    lpad | string: 'hi' | int: 5 | string: '??' | string: ???hi
    lpad | string: 'hi' | int: 1 | string: '??' | string: h
    rpad | string: 'hi' | int: 5 | string: 'ab' | string: hiaba
    rpad | string: 'é' | int: 3 | string: é
    lpad | string: 'hi' | int: 0 | string: 'x' | string:
    lpad | binary: 'a' | int: 3 | binary: '*' | binary: [2A 2A 61]
    rpad | binary: 'a' | int: 3 | binary: [61 00 00]
    rpad | binary: 'abc' | int: 2 | binary: [61 62]
    lpad | binary: 'a' | int: 3 | string: 'x' | string: xxa
    repeat | string: 'ab' | int: 3 | string: ababab
    repeat | string: 'ab' | int: -1 | string:

    initcap | string: 'hELLO wORLD' | string: Hello World
    translate | string: 'AaBbCc' | string: 'abc' | string: '123' | string: A1B2C3
    translate | string: 'abc' | string: 'bc' | string: 'x' | string: ax
    replace | string: 'ABCabc' | string: 'abc' | string: 'DEF' | string: ABCDEF
    replace | string: 'ABCabc' | string: 'abc' | string: ABC
    base64 | string: 'Spark SQL' | string: U3BhcmsgU1FM
    unbase64 | string: 'U3BhcmsgU1FM' | binary: [53 70 61 72 6B 20 53 51 4C]
    format_number | double: 12332.123456 | int: 4 | string: 12,332.1235
    format_number | double: 1234567 | int: 0 | string: 1,234,567
    format_number | int: -999 | int: 2 | string: -999.00
    format_number | bigint: 9223372036854775807 | int: 2 | string: 9,223,372,036,854,775,807.00
    format_number | double: 1e22 | int: 0 | string: 10,000,000,000,000,000,000,000
    format_number | double: 0.125 | int: 2 | string: 0.12
    format_number | double: 0.135 | int: 2 | string: 0.14
    format_number | decimal(3,1): 2.5 | int: 0 | string: 2
    format_number | decimal(3,1): 3.5 | int: 0 | string: 4
    format_number | double: -0.001 | int: 2 | string: -0.00
    format_number | double: 1.5 | int: -1 | string: NULL
    format_number | double: 12345.678 | string: '#,###.##' | string: 12,345.68
    format_number | double: 0.5 | string: '#.##' | string: 0.5
    format_number | double: 12345.678 | string: '' | string: 12,346
    format_number | double: -1234.5 | string: '$#,##0.00;($#,##0.00)' | string: ($1,234.50)
    format_number | double: 0.256 | string: '#.##%' | string: 25.6%
    format_number | int: 5 | string: '000' | string: 005
    format_number | decimal(9,3): -99999.999 | string: '0.0' | string: -100000.0
    format_number | string: '12.5' | int: 1 | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
    space | int: 2 | string:
  )");
}

TEST_CASE("text is found in text") {
  checkTable(R"(
    contains | string: 'Spark SQL' | string: 'k S' | boolean: true
    contains | string: 'Spark SQL' | string: 'x' | boolean: false
    startswith | string: 'Spark' | string: 'Sp' | boolean: true
    endswith | string: 'Spark' | string: 'rk' | boolean: true
    endswith | string: 'Spark' | string: NULL | boolean: NULL
    instr | string: 'SparkSQL' | string: 'SQL' | int: 6
    instr | string: 'éa' | string: 'a' | int: 2
    instr | string: 'a' | string: 'b' | int: 0
    locate | string: 'bar' | string: 'foobarbar' | int: 4
    locate | string: 'bar' | string: 'foobarbar' | int: 5 | int: 7
    locate | string: 'bar' | string: 'foobarbar' | int: 0 | int: 0
    locate | string: 'bar' | string: 'foobarbar' | int: NULL | int: 0
    locate | string: NULL | string: 'foobarbar' | int: 1 | int: NULL
    like | string: 'abc' | string: '\a%' | ! [INVALID_FORMAT.ESC_IN_THE_MIDDLE]
    like | string: 'abc' | string: 'a\' | ! [INVALID_FORMAT.ESC_AT_THE_END]
    like | string: 'Spark' | string: '%ar_' | boolean: true
    like | string: 'Spark' | string: '_park' | boolean: true
    like | string: 'Spark' | string: 'park' | boolean: false
    like | string: 'a%c' | string: 'a\%c' | boolean: true
    like | string: 'abc' | string: 'a\%c' | boolean: false
    like | string: 'Spark' | string: 'spark' | boolean: false
    like | string: NULL | string: 'a' | boolean: NULL
    ilike | string: 'Spark' | string: 'spark' | boolean: true
  )");
}

TEST_CASE("patterns match, extract, replace and split") {
  checkTable(R"(
    rlike | string: 'abc123' | string: '[0-9]+' | boolean: true
    rlike | string: 'abc' | string: '^b' | boolean: false
    rlike | string: 'abc' | string: '(' | ! [INVALID_PARAMETER_VALUE.PATTERN]
    regexp_extract | string: '100-200' | string: '(\\d+)-(\\d+)' | int: 2 | string:
    regexp_extract | string: '100-200' | string: '(\d+)-(\d+)' | int: 1 | string: 100
    regexp_extract | string: '100-200' | string: '(\d+)-(\d+)' | string: 100
    regexp_extract | string: '100-200' | string: '(\d+)-(?:\d+)' | int: 0 | string: 100-200
    regexp_extract | string: 'foo' | string: '(\d+)' | int: 1 | string:
    regexp_extract | string: 'foo' | string: '(\d+)' | int: 3 | string:
    regexp_extract | string: '12' | string: '(\d+)' | int: 3 | ! [INVALID_PARAMETER_VALUE.REGEX_GROUP_INDEX]
    regexp_extract | string: NULL | string: '(\d+)' | int: 1 | string: NULL
    regexp_extract | string: 'a]b' | string: '[(\]](b)' | int: 1 | string: b
    regexp_replace | string: '100-200' | string: '(\d+)' | string: 'num' | string: num-num
    regexp_replace | string: '100-200' | string: '(\d+)-(\d+)' | string: '$2-$1' | string: 200-100
    regexp_replace | string: 'a.b' | string: '\.' | string: '\$' | string: a$b
    split | string: 'oneAtwoBthree' | string: '[ABC]' | array<string>: [one, two, three]
    split | string: 'oneAtwoBthreeC' | string: '[ABC]' | int: -1 | array<string>: [one, two, three, ]
    split | string: 'oneAtwoBthreeC' | string: '[ABC]' | int: 2 | array<string>: [one, twoBthreeC]
    split | string: 'a.b.c' | string: '\.' | array<string>: [a, b, c]
    split | string: 'a,b' | string: ',' | int: 1 | array<string>: [a,b]
    split | string: 'abc' | string: '' | array<string>: [a, b, c]
    split | string: '' | string: ',' | array<string>: []
    split | string: NULL | string: ',' | array<string>: NULL
    split | string: 'abc' | string: 'b|' | array<string>: [a, , c, ]
    split | string: 'axxb' | string: 'x*' | array<string>: [a, , b, ]
    split | string: 'abc' | string: 'x*' | int: 2 | array<string>: [a, bc]
    split | string: 'a b' | string: '\b' | array<string>: [a,  , b, ]
    split | string: 'abc' | string: '^' | array<string>: [abc]
    split | string: 'abc' | string: '$' | array<string>: [abc, ]
    regexp_replace | string: 'baac' | string: 'a*' | string: 'x' | string: xbxxcx
    regexp_replace | string: 'aXbX' | string: 'X' | string: '-' | int: 3 | string: aXb-
    regexp_replace | string: 'ab' | string: '(?<x>a)' | string: '${x}$1' | string: aab
    regexp_replace | string: 'ab' | string: 'a' | string: '$1' | ! [INVALID_PARAMETER_VALUE.REPLACEMENT]
    rlike | string: 'abba' | string: '(.)\1' | boolean: true
    rlike | string: 'ab' | string: 'a(?=b)' | boolean: true
    rlike | string: 'aaa' | string: 'a++a' | boolean: false
    rlike | string: 'hello' | string: '[a-z&&[^hello]]' | boolean: false
    rlike | string: 'é' | string: '\w' | boolean: false
    rlike | string: 'aé' | string: '\bé' | boolean: false
    rlike | string: 'é' | string: '\p{Alpha}' | boolean: false
    rlike | string: 'a b' | string: 'a\hb' | boolean: true
    rlike | string: 'É' | string: '(?i)é' | boolean: false
    rlike | string: 'É' | string: '(?iu)é' | boolean: true
    rlike | string: 'a' | string: '(?P<x>a)' | ! [INVALID_PARAMETER_VALUE.PATTERN]
    rlike | string: 'a' | string: 'a**' | ! [INVALID_PARAMETER_VALUE.PATTERN]
  )");
}

TEST_CASE("a pattern ends before the line's end that closes a text") {
  const JavaRegex regex("a$");
  JavaMatcher matcher(regex);
  CHECK(matcher.find("a"));
  CHECK(matcher.find("a\n"));
  CHECK(matcher.find("a\r\n"));
  CHECK_FALSE(matcher.find("a\nb"));
  CHECK_FALSE(matcher.find("a\n\n"));
}

TEST_CASE("a pattern that would go back and forth for ever is an error") {
  const JavaRegex regex("(a+)+[bd]");
  JavaMatcher matcher(regex);
  CHECK(matcher.find("aab"));
  CHECK_THROWS_WITH(matcher.find(std::string(64, 'a') + "c"),
                    Catch::Contains("(a+)+[bd]") && Catch::Contains("65 bytes"));
}

TEST_CASE("bytes that are no UTF-8 match nothing, and their neighbours do") {
  const JavaRegex regex("b+");
  JavaMatcher matcher(regex);
  CHECK(
      matcher.find("\xff\xfe"
                   "bb"));
  CHECK(matcher.group(0) == "bb");
  CHECK_FALSE(JavaMatcher(regex).find("\xc3"));
}

TEST_CASE("a word begins with the letter's title case") {
  checkTable(R"(
    initcap | string: 'ǆ ßx ﬁsh' | string: ǅ Ssx Fish
    initcap | string: 'ΑΣ ΑΣΑ' | string: Ας Ασα
    initcap | string: 'ᾀ ᾳ ŉ և' | string: ᾈ ᾼ ʼN Եւ
    initcap | string: 'ა Ა İx' | string: ა Ა İx
  )");
}

TEST_CASE("letters change their case as in Java, also where one becomes several") {
  checkTable(R"(
    upper | string: 'straße' | string: STRASSE
    upper | string: 'ﬁn' | string: FIN
    upper | string: 'ŉ' | string: ʼN
    lower | string: 'ΑΣ ΑΣΑ' | string: ας ασα
    lower | string: 'Σ' | string: σ
    lower | string: 'İ' | string: i̇
    locate | string: '' | string: 'abc' | int: 5 | int: 1
    atan2 | double: -0.0 | double: -1 | double: 3.141592653589793
    unix_timestamp | timestamp: 1969-12-31 23:59:58.5 | bigint: -1
    date_format | timestamp: 2020-02-29 12:34:56 | string: ''at' HH' | string: at 12
    date_format | timestamp: 2020-02-29 12:34:56 | string: 'yyyy''MM' | string: 2020'02
    div | int: 5 | decimal(2,1): 2.0 | bigint: 2
  )");
}

}  // namespace ferro::test
