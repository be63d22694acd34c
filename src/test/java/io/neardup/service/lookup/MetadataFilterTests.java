package io.neardup.service.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.RequestException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataFilterTests {

  private static final String METADATA =
      """
      {"lang":"en","n":1.50,"on":true,"none":null,"by":{"name":"x,y"},"a.b":"c:d",
       "tags":["t1",2,["t3"],{"k":"v"}],"long":12345678901234567.75,"e":1E+5,"huge":1E+999999999}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lang:en | true",
        "lang:EN | false",
        "lang: | false",
        "n:1.5 | true",
        "n:1.50 | true",
        "n:1.51 | false",
        "n:one | false",
        "n:1e99999999999 | false",
        "e:100000 | true",
        "huge:1E999999999 | true",
        "huge:1 | false",
        "long:12345678901234567.75 | true",
        "long:12345678901234567.25 | false",
        "on:true | true",
        "none:null | false",
        "by.name:x,y | true",
        "by:x,y | false",
        "a.b:c:d | true",
        "a:c:d | false",
        "tags:t1 | true",
        "tags:2 | true",
        "tags:t3 | false",
        "tags.k:v | false",
        "missing.x:1 | false",
      })
  void acceptsMetadataThatHaveTheField(String condition, boolean accepted) {
    assertThat(MetadataFilter.of(List.of(condition)).accepts(METADATA)).isEqualTo(accepted);
  }

  @Test
  void acceptsOnlyMetadataThatMeetAllConditions() {
    assertThat(MetadataFilter.of(List.of("lang:en", "on:true")).accepts(METADATA)).isTrue();
    assertThat(MetadataFilter.of(List.of("lang:en", "on:false")).accepts(METADATA)).isFalse();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "{", "[]"})
  void refusesMetadataWithoutFieldsUnlessEmpty(String metadata) {
    assertThat(MetadataFilter.of(List.of("lang:en")).accepts(metadata)).isFalse();
    assertThat(MetadataFilter.of(List.of()).accepts(metadata)).isTrue();
    assertThat(MetadataFilter.of(null)).isSameAs(MetadataFilter.NONE);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "lang", ":en"})
  void rejectsConditionsWithoutFieldOrColon(String condition) {
    assertThatThrownBy(() -> MetadataFilter.of(Arrays.asList("a:b", condition)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("such as lang:en; was '" + condition + "'");
  }
}
