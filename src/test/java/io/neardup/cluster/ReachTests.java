package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReachTests {

  private final AtomicLong now = new AtomicLong(17);
  private final AtomicInteger attempts = new AtomicInteger();
  private CompletableFuture<Boolean> next = CompletableFuture.completedFuture(true);

  private final Reach reach =
      new Reach(
          () -> {
            attempts.incrementAndGet();
            return next;
          },
          now::get);

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void itIsLostAfterThirtySecondsOfFailures() {
    assertThat(reach.isKept()).isTrue();
    next = CompletableFuture.completedFuture(false);
    for (int i = 0; i < 6; i++) {
      pass(Duration.ofSeconds(5));
      assertThat(reach.isKept()).isTrue();
    }
    next = CompletableFuture.failedFuture(new IllegalStateException("no brokers"));
    pass(Duration.ofSeconds(5));
    assertThat(reach.isKept()).isFalse();
    next = CompletableFuture.completedFuture(true);
    pass(Duration.ofSeconds(5));
    reach.isKept();
    assertThat(reach.isKept()).isTrue();
  }

  @Test
  void nobodyAskingIsNoFailure() {
    assertThat(reach.isKept()).isTrue();
    pass(Duration.ofHours(1));
    next = CompletableFuture.completedFuture(false);
    assertThat(reach.isKept()).isTrue();
    assertThat(reach.isKept()).isTrue();
  }

  @Test
  void attemptsAreNotMadeAtOnceNorOften() {
    next = new CompletableFuture<>();
    reach.isKept();
    pass(Duration.ofSeconds(20));
    reach.isKept();
    assertThat(attempts).hasValue(1);
    next.complete(false);
    pass(Duration.ofSeconds(12));
    assertThat(reach.isKept()).as("failing since the attempt began").isFalse();
    assertThat(attempts).hasValue(2);
    reach.isKept();
    assertThat(attempts).hasValue(2);
  }
}
