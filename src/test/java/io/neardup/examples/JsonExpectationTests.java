package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Three dots match what they stand for, and everything else must be equal.
class JsonExpectationTests {

  static Stream<Arguments> same() {
    return Stream.of(
        arguments("{\"a\": 1, \"b\": [true, null]}", "{\"b\":[true,null],\"a\":1}"),
        arguments("{\"a\": \"...\"}", "{\"a\":{\"b\":[1]}}"),
        arguments("{\"a\": 1, \"...\": \"...\"}", "{\"a\":1,\"b\":2}"),
        arguments("{\"a\": 1, \"...\": \"...\"}", "{\"a\":1}"),
        arguments("[1, \"...\"]", "[1]"),
        arguments("[1, \"...\"]", "[1,2,3]"),
        arguments("\"must be 1 to ...\"", "\"must be 1 to 10\""),
        arguments("\"...was...\"", "\"was\""),
        arguments("{\"a\": 1}\n{\"a\": 2}", "{\"a\":1}\n{\"a\":2}\n"),
        arguments("1.10", "1.10"));
  }

  @ParameterizedTest
  @MethodSource("same")
  void acceptsMatchingJson(String shown, String answer) {
    assertThat(JsonExpectation.parse(shown).differences(answer)).isEmpty();
  }

  static Stream<Arguments> different() {
    return Stream.of(
        arguments("{\"a\": 1}", "{\"a\":2}", "$.a is 2, not 1"),
        arguments("{\"a\": 1}", "{\"a\":\"1\"}", "$.a is \"1\", not 1"),
        arguments("{\"a\": 1}", "{}", "$.a is missing"),
        arguments("{\"a\": \"...\"}", "{}", "$.a is missing"),
        arguments("{\"a\": 1}", "{\"a\":1,\"b\":2}", "$.b is 2, not shown"),
        arguments(
            "{\"a\": {\"b\": [1, {\"c\": 2}]}}",
            "{\"a\":{\"b\":[1,{\"c\":3}]}}",
            "$.a.b[1].c is 3, not 2"),
        arguments("[1]", "[1,2]", "$ has 2 elements, not 1"),
        arguments("[1, 2, \"...\"]", "[1]", "$ has 1 elements, not 2"),
        arguments("[1, 2]", "[2,1]", "$[0] is 2, not 1"),
        arguments("\"a ... b\"", "\"a c\"", "$ is \"a c\", not \"a ... b\""),
        arguments("{\"a\": 1}\n{\"a\": 2}", "{\"a\":1}", "has 1 values, not 2"),
        arguments("{\"a\": 1}\n{\"a\": 2}", "{\"a\":1}\n{\"a\":3}", "$2.a is 3, not 2"),
        arguments("1.10", "1.1", "$ is 1.1, not 1.10"),
        arguments("{}", "[]", "$ is [], not {}"),
        arguments("{}", "<html>", "is not JSON: <html>"));
  }

  @ParameterizedTest
  @MethodSource("different")
  void reportsDifferences(String shown, String answer, String difference) {
    assertThat(JsonExpectation.parse(shown).differences(answer)).contains(difference);
  }

  @Test
  void rejectsRepeatedFields() {
    assertThat(JsonExpectation.parse("{\"a\": 1}").differences("{\"a\":1,\"a\":1}")).isNotEmpty();
  }
}
