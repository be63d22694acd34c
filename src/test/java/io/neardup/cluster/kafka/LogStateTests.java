package io.neardup.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.wire.Term;
import org.junit.jupiter.api.Test;

/// Which records of a partition are valid.
class LogStateTests {

  @Test
  void theFirstOfTwoClaimsOfAnEpochCounts() {
    LogState state = new LogState();
    assertThat(state.claim(new Claim(LogRecord.OWNER, 3, "one"))).isTrue();
    assertThat(state.claim(new Claim(LogRecord.OWNER, 3, "two"))).isFalse();
    assertThat(state.admits(new Stamp(2, 1, null))).isFalse();
    assertThat(state.admits(new Stamp(3, 1, null))).isTrue();
    state.claim(new Claim(LogRecord.arbiter(1), 7, "one"));
    LogState again = LogState.decode(state.encode());
    assertThat(again.admits(new Stamp(3, 1, new Term(1, 6)))).isFalse();
    assertThat(again.admits(new Stamp(3, 1, new Term(1, 7)))).isTrue();
    assertThat(again.of(LogRecord.OWNER)).isEqualTo(3);
  }
}
