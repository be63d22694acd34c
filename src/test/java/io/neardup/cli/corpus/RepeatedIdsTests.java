package io.neardup.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// How many records have the id of an earlier one.
class RepeatedIdsTests {

  @Test
  void allAreCounted() {
    RepeatedIds ids = new RepeatedIds(8);
    assertThat(ids.sentence()).isEmpty();
    for (int i = 0; i < 100; i++) {
      ids.add(i < 4 ? "a" + i : "a1");
    }
    assertThat(ids.sentence())
        .isEqualTo("96 records have the id of an earlier record; lists cannot tell these apart");
  }

  @Test
  void ofManyIdsAPartIsCounted() {
    RepeatedIds ids = new RepeatedIds(1 << 10);
    for (int i = 0; i < 50_000; i++) {
      ids.add("id-" + i);
    }
    assertThat(ids.sentence()).isEmpty();
    for (int i = 0; i < 50_000; i++) {
      ids.add("id-" + i);
    }
    assertThat(ids.sentence()).startsWith("at least ").contains(" records have the id of an earli");
    int counted = Integer.parseInt(ids.sentence().replaceAll("\\D", ""));
    assertThat(counted).isBetween(200, 1_000);
  }
}
