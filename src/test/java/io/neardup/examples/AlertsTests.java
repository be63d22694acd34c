package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The tests of `promtool test rules` cover each alert: that it fires, and that it does not fire.
class AlertsTests {

  @Test
  void eachAlertIsTestedToFire() throws IOException {
    assertThat(expected(true)).isEqualTo(Alerts.names());
  }

  @Test
  void eachAlertIsTestedNotToFire() throws IOException {
    assertThat(expected(false)).isEqualTo(Alerts.names());
  }

  private static Set<String> expected(boolean fires) throws IOException {
    return Alerts.expectations().stream()
        .filter(expectation -> expectation.fires() == fires)
        .map(Alerts.Expectation::alert)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
