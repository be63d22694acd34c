package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartUpMessageTests {

  @ParameterizedTest
  @CsvSource({
    "::1, [::1]",
    "[::1], [::1]",
    "fe80::1, [fe80::1]",
    "10.0.0.7, 10.0.0.7",
    "neardup.example, neardup.example"
  })
  void addressesOfIpv6AreInBrackets(String address, String host) {
    assertThat(StartUpMessage.host(address)).isEqualTo(host);
  }
}
