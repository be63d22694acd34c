package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.ownership.PendingAppends.Append;
import io.neardup.store.Position;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// When an owner that waits for the brokers accepts no further writes.
class PendingAppendsTests {

  private final AtomicLong nanos = new AtomicLong();
  private final PendingAppends appends =
      new PendingAppends(Runnable::run, IllegalStateException::new, nanos::get);

  private Append append() {
    return appends.add(1, () -> true);
  }

  private void apply(Append append) {
    appends.applied(append.first(), new Position(0, append.first()), null);
  }

  private void pass(int millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  @Test
  void isStalledWhileTheBrokersTakeNothing() {
    append();
    pass(499);
    assertThat(appends.isStalled()).isFalse();
    pass(1);
    assertThat(appends.isStalled()).isTrue();
  }

  @Test
  void isNotStalledByManyWritesThatAreTaken() {
    Append first = append();
    Append second = append();
    Append third = append();
    pass(400);
    apply(first);
    pass(400);
    assertThat(appends.isStalled()).isFalse();
    apply(second);
    pass(499);
    assertThat(appends.isStalled()).isFalse();
    pass(1);
    assertThat(appends.isStalled()).isTrue();
    apply(third);
    assertThat(appends.isStalled()).isFalse();
    assertThat(third.done()).isCompletedWithValue(List.of(new Position(0, third.first())));
  }

  @Test
  void isNotStalledByTheFirstWriteAfterAPause() {
    apply(append());
    pass(10_000);
    append();
    assertThat(appends.isStalled()).isFalse();
  }
}
