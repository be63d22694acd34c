package io.neardup.cluster.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobIdsTests {

  private static final long CREATION = (1L << 44) + 7;

  @Test
  void theIdOfAJobNamesItsCollection() {
    for (String chosen : List.of("a", "a.b", "a.b.c", "." + JobIds.of("a", CREATION + 1))) {
      String id = JobIds.of(chosen, CREATION);
      assertThat(JobIds.creation(id)).contains(CREATION);
      assertThat(JobIds.of(id, CREATION)).as("sent again").isEqualTo(id);
    }
    for (String other : List.of("a", "a.b", "", ".", "a.", "a.?")) {
      assertThat(JobIds.creation(other)).as(other).isNotEqualTo(Optional.of(CREATION));
    }
  }
}
