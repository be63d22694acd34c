package io.neardup.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Kept;
import io.neardup.cluster.kafka.LogRecord.Key;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.DocumentEvent.Delete;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which records of a partition are valid.
class LogStateTests {

  @Test
  void theFirstOfTwoClaimsOfAnEpochCounts() {
    LogState state = new LogState();
    assertThat(state.claim(new Claim(3, "one"))).isTrue();
    assertThat(state.claim(new Claim(3, "two"))).isFalse();
    assertThat(state.admits(new Stamp(2, 1))).isFalse();
    assertThat(state.admits(new Stamp(3, 1))).isTrue();
    LogState again = LogState.decode(state.encode());
    assertThat(again.latest()).isEqualTo(new Claim(3, "one"));
    assertThat(again.admits(new Stamp(2, 1))).isFalse();
  }

  @Test
  void allRecordsOfAReplacedOwnerAreExcludedUntilTheyAreRepeated() {
    LogState state = new LogState();
    state.claim(new Claim(2, "one"));
    Delete document = new Delete("c", "id", Instant.EPOCH);
    Change mark = new Change(Kind.BOILERPLATE, "id", new byte[] {1});
    assertThat(state.apply(new Written(5, document, new Stamp(1, 1)), true)).isFalse();
    assertThat(state.apply(Kept.of("c", 5, mark, new Stamp(1, 2)), true)).isFalse();
    LogState again = LogState.decode(state.encode());
    assertThat(again.excluded())
        .containsExactly(
            new Key(LogRecord.DOCUMENT, "c", 5, "id"),
            Kept.of("c", 5, mark, new Stamp(0, 0)).key());
    assertThat(again.apply(new Written(5, document, new Stamp(2, 1)), true)).isTrue();
    assertThat(again.apply(Kept.of("c", 5, mark, new Stamp(2, 2)), true)).isTrue();
    assertThat(again.excluded()).isEmpty();
  }

  @Test
  void documentsOfACollectionThatHasEndedAreNotRepeated() {
    LogState state = new LogState();
    state.claim(new Claim(2, "one"));
    for (long created : new long[] {5, 7}) {
      for (String collection : List.of("ended", "other")) {
        Delete change = new Delete(collection, "id", Instant.EPOCH);
        assertThat(state.apply(new Written(created, change, new Stamp(1, 1)), true)).isFalse();
      }
    }
    state.end(new End("ended", 7));
    assertThat(state.excluded())
        .containsExactlyInAnyOrder(
            new Key(LogRecord.DOCUMENT, "other", 5, "id"),
            new Key(LogRecord.DOCUMENT, "ended", 7, "id"),
            new Key(LogRecord.DOCUMENT, "other", 7, "id"));
  }
}
