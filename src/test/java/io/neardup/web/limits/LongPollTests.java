package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.RequestException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Each wait would take a minute, and many steps.
class LongPollTests {

  private final ShutdownSignal stopping = new ShutdownSignal();
  private final LongPoll waiting = new LongPoll(stopping, RequestQuotas.of(1, 1, 1, 4).waits());
  private final AtomicInteger steps = new AtomicInteger();

  private int await(int enough) {
    return waiting.await(
        "a",
        60,
        0,
        present -> present == enough,
        (present, millis) -> {
          assertThat(millis).isBetween(1L, 1_000L);
          return steps.incrementAndGet();
        });
  }

  @Test
  void theWaitEndsWhenThereIsEnough() {
    assertThat(await(3)).isEqualTo(3);
    assertThat(await(0)).isZero();
    assertThat(steps).hasValue(3);
  }

  @Test
  void onlyWaitsCountForTheQuota() {
    int last =
        waiting.await(
            "a",
            60,
            0,
            present -> present > 0,
            (present, millis) -> {
              assertThat(await(0)).as("enough at once").isZero();
              assertThatThrownBy(() -> await(3)).isInstanceOf(RequestException.class);
              return 1;
            });
    assertThat(last).isEqualTo(1);
    assertThat(await(3)).as("after the other one").isEqualTo(3);
  }

  @Test
  void theWaitEndsWhenTheServiceStops() {
    stopping.stop();
    assertThat(await(3)).isZero();
    assertThat(steps).hasValue(0);
  }

  @Test
  void theWaitEndsWhenItsThreadIsInterrupted() {
    int last =
        waiting.await(
            "a",
            60,
            0,
            present -> false,
            (present, millis) -> {
              steps.incrementAndGet();
              Thread.currentThread().interrupt();
              Thread.sleep(millis);
              return 1;
            });
    assertThat(last).isZero();
    assertThat(steps).hasValue(1);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void noWaitIsLongerThanAMinute() {
    for (int seconds : new int[] {-1, 61}) {
      assertThatThrownBy(() -> LongPoll.checked(seconds)).isInstanceOf(RequestException.class);
    }
    assertThat(waiting.await("a", null, 7, present -> false, (present, millis) -> 8)).isEqualTo(7);
  }
}
