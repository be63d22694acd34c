package io.neardup.web.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.MediaType;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// Answers are JSON only, and requests that do not accept JSON have no effect.
@HttpTest
class AnswerFormatTests {

  @Autowired private RunningService service;

  @Autowired
  @Qualifier("requestMappingHandlerMapping")
  private RequestMappingHandlerMapping mapping;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /fingerprint | {'text':'a'}",
        "POST | /compare | {'a':{'text':'a'},'b':{'text':'b'}}",
        "POST | /duplicates | {'text':'a'}",
        "POST | /documents | {'id':'never-stored','text':'a'}",
        "PUT | /documents/never-stored | {'text':'a'}",
        "PUT | /collections/never-made | {}",
      })
  void refusesOtherFormatsBeforeExecution(String method, String target, String json) {
    for (String format :
        new String[] {
          "application/yaml", "application/problem+json", "application/cbor", "image/png"
        }) {
      Answer refused =
          service.send(
              method,
              target,
              Map.of("Content-Type", RunningService.JSON, "Accept", format),
              json.replace('\'', '"'));
      assertThat(refused.status()).as(format).isEqualTo(406);
      assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(refused.text("/detail"))
          .isEqualTo("Accept must allow application/json, was '" + format + "'");
    }
    service.get("/documents/never-stored").require(404);
    service.get("/collections/never-made").require(404);
  }

  @Test
  void everyAnswerHasItsContentType() {
    Map<RequestMappingInfo, HandlerMethod> ours = new HashMap<>(mapping.getHandlerMethods());
    ours.values().removeIf(method -> !isOurs(method) || method.isVoid());
    assertThat(ours)
        .hasSizeGreaterThan(10)
        .allSatisfy((info, method) ->
            assertThat(info.getProducesCondition().getProducibleMediaTypes())
                .as(method.toString())
                .isEqualTo(Set.of(MediaType.APPLICATION_JSON)));
  }

  private static boolean isOurs(HandlerMethod method) {
    return method.getBeanType().getPackageName().startsWith("io.neardup.web.")
        && !method.getMethod().toGenericString().contains("ResponseEntity<java.lang.Void>");
  }
}
