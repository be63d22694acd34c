package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HopSealTests {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Call CALL = Call.of("PUT", "/documents/a%2Fb?collection=x");
  private static final Hop HOP =
      new Hop("2001:db8::1", "https", 443, Map.of("collection", "a&b=c d", "partition", "7"));

  private final HopSeal seal = at(NOW);

  private static HopSeal at(Instant time) {
    return new HopSeal(Instance.SECRET, InstantSource.fixed(time));
  }

  @Test
  void hopsArriveAsTheyWereSealed() {
    String sealed = seal.seal(HOP, CALL, Duration.ZERO);
    assertThat(seal.open(sealed, CALL)).isEqualTo(new HopSeal.Opened(HOP));
    assertThat(sealed).isPrintable().doesNotContain(" ");
  }

  @Test
  void hopsAreValidForTheirRequestAndKeyOnly() {
    String sealed = seal.seal(HOP, CALL, Duration.ZERO);
    assertThat(seal.open(sealed, Call.of("GET", CALL.target()))).isNull();
    assertThat(seal.open(sealed, Call.of("PUT", "/documents/a/b?collection=x"))).isNull();
    assertThat(seal.open(sealed, Call.of("PUT", "/documents/a%2Fb"))).isNull();
    assertThat(new HopSeal("another secret", InstantSource.fixed(NOW)).open(sealed, CALL)).isNull();
    for (int i = 0; i < sealed.length(); i++) {
      char other = sealed.charAt(i) == '1' ? '2' : '1';
      String forged = sealed.substring(0, i) + other + sealed.substring(i + 1);
      assertThat(seal.open(forged, CALL)).as(forged).isNull();
    }
    for (String forged : new String[] {"", ".", "x", "e30.", sealed + ".1"}) {
      assertThat(seal.open(forged, CALL)).as(forged).isNull();
    }
  }

  @Test
  void hopsExpire() {
    String sealed = seal.seal(HOP, CALL, Duration.ZERO);
    assertThat(at(NOW.plusSeconds(59)).open(sealed, CALL)).isEqualTo(new HopSeal.Opened(HOP));
    assertThat(at(NOW.plusSeconds(61)).open(sealed, CALL)).isEqualTo(new HopSeal.Opened(null));
    assertThat(at(NOW.minusSeconds(61)).open(sealed, CALL)).isEqualTo(new HopSeal.Opened(null));
  }

  @Test
  void refusalsAreValidForTheirHopOnlyAndSayTheTime() {
    String sealed = seal.seal(HOP, CALL, Duration.ZERO);
    String refusal = at(NOW.plusSeconds(3600)).refuse(sealed);
    assertThat(seal.refused(refusal, sealed)).isEqualTo(Duration.ofHours(1));
    assertThat(seal.refused(refusal, seal.seal(HOP, CALL, Duration.ofMillis(1)))).isNull();
    assertThat(seal.refused(sealed, sealed)).isNull();
    assertThat(seal.open(refusal, CALL)).isNull();
    assertThat(at(NOW.plusSeconds(3600)).open(seal.seal(HOP, CALL, Duration.ofHours(1)), CALL))
        .isEqualTo(new HopSeal.Opened(HOP));
  }
}
