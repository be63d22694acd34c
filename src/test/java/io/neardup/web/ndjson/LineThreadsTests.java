package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineThreadsTests {

  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong();
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  /// A batch of lines, each of which takes so long.
  private LineThreads.ResumableWork batch(String name, int count, long millis) {
    AtomicLong left = new AtomicLong(count);
    return more -> {
      do {
        lines.add(name);
        now.addAndGet(millis * MILLI);
      } while (left.decrementAndGet() > 0 && more.getAsBoolean());
      return left.get() == 0;
    };
  }

  /// One caller has a dozen streams before another one comes with a line.
  @Test
  void shortLineOfAnotherCallerWaitsOnlyForTheCurrentLine() {
    try (LineThreads threads = new LineThreads(1, now::get)) {
      CountDownLatch hold = hold(threads, "a");
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        all.add(threads.submit("a", "stream " + i, batch("a" + i, 6, 200)));
      }
      all.add(threads.submit("b", "stream", batch("b", 1, 1)));
      hold.countDown();
      all.forEach(CompletableFuture::join);
    }
    assertThat(lines.indexOf("b")).isLessThanOrEqualTo(1);
    assertThat(lines).hasSize(73);
    assertThat(lines.stream().filter(line -> line.startsWith("a")).limit(12).distinct())
        .hasSize(12);
  }

  @Test
  void longBatchYieldsToOthersAndCompletes() {
    try (LineThreads threads = new LineThreads(1, now::get)) {
      CountDownLatch hold = hold(threads, "a");
      var batch = threads.submit("a", "stream", batch("a", 100, 1));
      var other = threads.submit("b", "stream", batch("b", 1, 1));
      hold.countDown();
      CompletableFuture.allOf(batch, other).join();
    }
    assertThat(lines.indexOf("b")).isLessThanOrEqualTo(10); // a slice of 10 ms
    assertThat(lines).hasSize(101);
  }

  @Test
  void callersGetTheSameTimeNotTheSameNumberOfBatches() {
    try (LineThreads threads = new LineThreads(1, now::get)) {
      CountDownLatch hold = hold(threads, "c");
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(threads.submit("a", "stream", batch("a", 1, 200)));
      }
      for (int i = 0; i < 400; i++) {
        all.add(threads.submit("b", "stream", batch("b", 1, 2)));
      }
      hold.countDown();
      all.forEach(CompletableFuture::join);
    }
    int third = lines.subList(0, lines.lastIndexOf("a")).lastIndexOf("a");
    assertThat(lines.subList(0, third).stream().filter("b"::equals).count()).isBetween(99L, 301L);
  }

  @Test
  void exceptionsOfWorkAreRethrownAndThreadsContinue() {
    try (LineThreads threads = new LineThreads(2, now::get)) {
      for (int i = 0; i < 8; i++) {
        var broken =
            threads.submit(
                "a",
                "stream",
                more -> {
                  throw new IllegalStateException("broken");
                });
        assertThatThrownBy(broken::join)
            .isInstanceOf(CompletionException.class)
            .hasRootCauseMessage("broken");
      }
      threads.submit("a", "stream", batch("a", 3, 5)).join();
    }
    assertThat(lines).containsExactly("a", "a", "a");
  }

  @Test
  void closingCompletesQueuedWorkAndRefusesMore() {
    LineThreads threads = new LineThreads(1, now::get);
    CountDownLatch hold = hold(threads, "a");
    var last = threads.submit("a", "stream", batch("a", 3, 20));
    threads.close();
    assertThatThrownBy(() -> threads.submit("b", "stream", batch("b", 1, 1)))
        .isInstanceOf(RejectedExecutionException.class);
    hold.countDown();
    last.join();
    assertThat(lines).containsExactly("a", "a", "a");
  }

  /// Keeps the only thread busy, with work that takes no time by the clock, until told.
  private static CountDownLatch hold(LineThreads threads, String caller) {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch hold = new CountDownLatch(1);
    var _ =
        threads.submit(
            caller,
            "held",
            more -> {
              begun.countDown();
              await(hold);
              return true;
            });
    await(begun);
    return hold;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
