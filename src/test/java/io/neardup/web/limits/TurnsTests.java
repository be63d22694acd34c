package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.service.RequestException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnsTests {

  private static final Duration LONG = Duration.ofMinutes(1);

  /// One caller has five pieces waiting before another one comes with two.
  @Test
  void callersAlternateRegardlessOfTheirRequests() throws InterruptedException {
    Turns turns = new Turns(1, LONG);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch hold = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    threads.add(start(turns, "x", () -> await(hold)));
    awaitState(threads.getFirst(), Thread.State.WAITING);
    for (String name : List.of("a1", "a2", "a3", "a4", "a5", "b1", "b2")) {
      Thread waiting = start(turns, name.substring(0, 1), () -> order.add(name));
      awaitState(waiting, Thread.State.TIMED_WAITING);
      threads.add(waiting);
    }
    hold.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(order).containsExactly("a1", "b1", "a2", "b2", "a3", "a4", "a5");
  }

  @Test
  void runsAtMostTheAllowedNumberConcurrentlyAndCompletesAll() throws InterruptedException {
    Turns turns = new Turns(3, LONG);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String caller = "caller-" + i % 4;
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int j = 0; j < 500; j++) {
              turns.take(
                  caller,
                  () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.yield();
                    running.decrementAndGet();
                    return done.incrementAndGet();
                  });
            }
          }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(done).hasValue(10_000);
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void waitingTooLongIsRefusedWithoutConsumingAPermit() throws InterruptedException {
    Turns turns = new Turns(1, Duration.ofMillis(20));
    CountDownLatch hold = new CountDownLatch(1);
    Thread holder = start(turns, "a", () -> await(hold));
    awaitState(holder, Thread.State.WAITING);
    assertThatThrownBy(() -> turns.take("b", () -> 1))
        .isInstanceOfSatisfying(
            RequestException.class,
            e -> assertThat(e.kind()).isEqualTo(RequestException.Fault.UNAVAILABLE));
    hold.countDown();
    holder.join();
    assertThat(turns.take("b", () -> 1)).isEqualTo(1);
    assertThat(turns.take("c", () -> 2)).isEqualTo(2);
  }

  @Test
  void failedWorkReleasesItsPermit() {
    Turns turns = new Turns(1, Duration.ofMillis(20));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() ->
              turns.take(
                  "a",
                  () -> {
                    throw new IllegalStateException("broken");
                  }))
          .hasMessage("broken");
    }
    assertThat(turns.take("a", () -> 1)).isEqualTo(1);
  }

  private static Thread start(Turns turns, String caller, Runnable work) {
    return Thread.ofPlatform()
        .start(() ->
            turns.take(
                caller,
                () -> {
                  work.run();
                  return 0;
                }));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitState(Thread thread, Thread.State state) {
    Eventually.await().until(() -> thread.getState() == state);
  }
}
