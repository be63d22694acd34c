package io.neardup.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogState.Excluded;
import io.neardup.cluster.wire.Term;
import io.neardup.store.DocumentEvent.Delete;
import java.time.Instant;
import java.util.List;
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

  @Test
  void documentsOfACollectionThatHasEndedAreNotRepeated() {
    LogState state = new LogState();
    state.claim(new Claim(LogRecord.OWNER, 2, "one"));
    for (long created : new long[] {5, 7}) {
      for (String collection : List.of("ended", "other")) {
        Delete change = new Delete(collection, "id", Instant.EPOCH);
        assertThat(state.apply(new Written(created, change, new Stamp(1, 1, null)), true))
            .isFalse();
      }
    }
    state.end(new End("ended", 7));
    assertThat(state.excluded())
        .containsExactlyInAnyOrder(
            new Excluded("other", 5, "id"),
            new Excluded("ended", 7, "id"),
            new Excluded("other", 7, "id"));
  }
}
