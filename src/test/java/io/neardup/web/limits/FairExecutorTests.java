package io.neardup.web.limits;

import static io.neardup.Eventually.PATIENCE;
import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class FairExecutorTests {

  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong();
  private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

  private FairExecutor executor(int permits) {
    return executor(permits, PATIENCE);
  }

  private FairExecutor executor(int permits, Duration deadline) {
    return new FairExecutor(permits, new Deadline.Limit(deadline, System::nanoTime), now::get);
  }

  /// A task of several steps, each of which takes this time.
  private Function<Slot, Integer> steps(String name, int count, long millis) {
    return slot -> {
      for (int i = 0; i < count; i++) {
        steps.add(name);
        now.addAndGet(millis * MILLI);
        slot.check();
      }
      return count;
    };
  }

  private static MockHttpServletRequest request(String caller) {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.setRemoteUser(caller);
    return request;
  }

  private static <T> CompletableFuture<T> call(
      FairExecutor executor, String caller, Function<Deadline, T> task) {
    return CompletableFuture.supplyAsync(
        () -> executor.call(request(caller), TimedWork.LOOKUP, task), Thread::startVirtualThread);
  }

  /// One caller has five waiting requests before another one sends two.
  @Test
  void alternatesBetweenCallersHoweverManyRequestsEachHas() {
    try (FairExecutor executor = executor(1)) {
      CountDownLatch hold = hold(executor, "x");
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (String name : List.of("a1", "a2", "a3", "a4", "a5", "b1", "b2")) {
        int before = executor.waiting();
        all.add(
            call(
                executor,
                name.substring(0, 1),
                deadline -> {
                  now.addAndGet(MILLI);
                  return steps.add(name);
                }));
        await().until(() -> executor.waiting() == before + 1);
      }
      hold.countDown();
      all.forEach(CompletableFuture::join);
    }
    assertThat(steps).containsExactly("a1", "b1", "a2", "b2", "a3", "a4", "a5");
  }

  /// Two instances of a cluster may ask each other while each of them has all its permits in use.
  @Test
  void questionsOfOtherInstancesDoNotWaitForWhatWaitsForInstances() {
    try (FairExecutor executor = executor(1)) {
      CountDownLatch hold = hold(executor, "a");
      MockHttpServletRequest question = request("instance");
      question.setAttribute(Peers.INTERNAL, true);
      int running = executor.call(question, TimedWork.LOOKUP, deadline -> executor.running());
      assertThat(running).isEqualTo(2);
      hold.countDown();
    }
  }

  @Test
  void runsAtMostAsManyTasksAsPermitsAndAllOfThem() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    try (FairExecutor executor = executor(3)) {
      List<CompletableFuture<?>> callers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String caller = "caller-" + i % 4;
        callers.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int j = 0; j < 500; j++) {
                    executor.call(
                        request(caller),
                        TimedWork.LOOKUP,
                        deadline -> {
                          most.accumulateAndGet(running.incrementAndGet(), Math::max);
                          Thread.yield();
                          running.decrementAndGet();
                          now.addAndGet(20 * MILLI);
                          deadline.check(); // may be preempted here
                          return done.incrementAndGet();
                        });
                  }
                },
                Thread::startVirtualThread));
      }
      callers.forEach(CompletableFuture::join);
      await().until(() -> executor.running() == 0);
      assertThat(executor.waiting()).isZero();
    }
    assertThat(done).hasValue(10_000);
    assertThat(most.get()).isBetween(1, 3);
  }

  /// One caller has twelve streams before another one sends a line.
  @Test
  void aShortTaskOfAnotherCallerWaitsForOneStepOfALongTask() {
    try (FairExecutor executor = executor(1)) {
      CountDownLatch hold = hold(executor, "a");
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        all.add(executor.submit("a", "stream " + i, steps("a" + i, 6, 200)));
      }
      all.add(executor.submit("b", "stream", steps("b", 1, 1)));
      hold.countDown();
      all.forEach(CompletableFuture::join);
    }
    assertThat(steps.indexOf("b")).isLessThanOrEqualTo(1);
    assertThat(steps).hasSize(73);
    assertThat(steps.stream().filter(step -> step.startsWith("a")).limit(12).distinct())
        .hasSize(12);
  }

  @Test
  void aLookupOfARequestIsInterruptedAtItsChecksForAnotherCaller() {
    try (FairExecutor executor = executor(1)) {
      AtomicBoolean enough = new AtomicBoolean();
      var scan =
          call(
              executor,
              "a",
              deadline -> {
                while (!enough.get()) {
                  now.addAndGet(MILLI);
                  deadline.check();
                }
                return "scan";
              });
      await().until(() -> executor.running() == 1);
      assertThat(call(executor, "b", deadline -> "probe").join()).isEqualTo("probe");
      assertThat(executor.submit("c", "stream", steps("c", 3, 1)).join()).isEqualTo(3);
      assertThat(scan).isNotDone();
      enough.set(true);
      assertThat(scan.join()).isEqualTo("scan");
    }
  }

  @Test
  void aTaskOfManyShortStepsIsInterruptedAfterItsSliceAndEndsAllTheSame() {
    try (FairExecutor executor = executor(1)) {
      CountDownLatch hold = hold(executor, "a");
      var batch = executor.submit("a", "stream", steps("a", 100, 1));
      var other = executor.submit("b", "stream", steps("b", 1, 1));
      hold.countDown();
      CompletableFuture.allOf(batch, other).join();
    }
    assertThat(steps.indexOf("b")).isLessThanOrEqualTo(10); // a slice of 10 ms
    assertThat(steps).hasSize(101);
  }

  @Test
  void givesCallersTheSameTimeNotTheSameNumberOfTasks() {
    try (FairExecutor executor = executor(1)) {
      CountDownLatch hold = hold(executor, "c");
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(executor.submit("a", "stream", steps("a", 1, 200)));
      }
      for (int i = 0; i < 400; i++) {
        all.add(executor.submit("b", "stream", steps("b", 1, 2)));
      }
      hold.countDown();
      all.forEach(CompletableFuture::join);
    }
    int third = steps.subList(0, steps.lastIndexOf("a")).lastIndexOf("a");
    assertThat(steps.subList(0, third).stream().filter("b"::equals).count()).isBetween(99L, 301L);
  }

  @Test
  void aRequestThatCannotBeginBeforeItsDeadlineIsRefusedAndLeavesTheQueue() {
    try (FairExecutor executor = executor(1, Duration.ofMillis(20))) {
      CountDownLatch hold = hold(executor, "a");
      assertThatThrownBy(() -> executor.call(request("b"), TimedWork.LOOKUP, deadline -> 1))
          .isInstanceOfSatisfying(
              RequestException.class,
              e -> assertThat(e.kind()).isEqualTo(RequestException.Fault.UNAVAILABLE))
          .hasMessageContaining("must wait longer than neardup.limits.deadline");
      assertThat(executor.waiting()).isZero();
      hold.countDown();
      for (String caller : List.of("b", "c")) {
        assertThat(executor.submit(caller, "stream", slot -> 1).join()).isEqualTo(1);
      }
    }
  }

  @Test
  void aRequestWhoseThreadIsInterruptedLeavesTheQueue() throws InterruptedException {
    try (FairExecutor executor = executor(1)) {
      CountDownLatch hold = hold(executor, "a");
      CompletableFuture<Integer> answer = new CompletableFuture<>();
      Thread waiting =
          Thread.startVirtualThread(() -> {
            try {
              answer.complete(executor.call(request("b"), TimedWork.LOOKUP, deadline -> 1));
            } catch (RequestException e) {
              answer.completeExceptionally(e);
            }
          });
      await().until(() -> executor.waiting() == 1);
      waiting.interrupt();
      waiting.join();
      assertThatThrownBy(answer::join).hasMessageContaining("because the service stops");
      assertThat(executor.waiting()).isZero();
      hold.countDown();
    }
  }

  @Test
  void passesOnWhatATaskThrowsAndReturnsItsPermit() {
    try (FairExecutor executor = executor(1)) {
      for (int i = 0; i < 4; i++) {
        assertThatThrownBy(() ->
                executor.call(
                    request("a"),
                    TimedWork.LOOKUP,
                    deadline -> {
                      throw new IllegalStateException("broken");
                    }))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("broken");
        var broken =
            executor.submit(
                "a",
                "stream",
                slot -> {
                  throw new IllegalStateException("broken");
                });
        assertThatThrownBy(broken::join)
            .isInstanceOf(CompletionException.class)
            .hasRootCauseMessage("broken");
      }
      executor.submit("a", "stream", steps("a", 3, 5)).join();
    }
    assertThat(steps).containsExactly("a", "a", "a");
  }

  @Test
  void finishesWhatWaitsAtTheEndAndTakesNothingMore() {
    FairExecutor executor = executor(1);
    CountDownLatch hold = hold(executor, "a");
    var last = executor.submit("a", "stream", steps("a", 3, 20));
    executor.close();
    assertThatThrownBy(() -> executor.submit("b", "stream", steps("b", 1, 1)))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> executor.call(request("b"), TimedWork.LOOKUP, deadline -> 1))
        .isInstanceOf(RequestException.class);
    hold.countDown();
    last.join();
    assertThat(steps).containsExactly("a", "a", "a");
  }

  /// An interrupted thread cannot wait for its next task: it would take a processor instead.
  @Test
  void anInterruptionEndsWithItsTask() {
    try (FairExecutor executor = executor(1)) {
      Thread interrupted =
          executor
              .submit(
                  "a",
                  "stream",
                  slot -> {
                    Thread.currentThread().interrupt();
                    return Thread.currentThread();
                  })
              .join();
      await().until(() -> interrupted.getState() == Thread.State.WAITING);
      assertThat(interrupted.isInterrupted()).isFalse();
      interrupted.interrupt(); // from outside
      await().until(() -> !interrupted.isInterrupted());
      await().until(() -> interrupted.getState() == Thread.State.WAITING);
      Thread next = executor.submit("a", "stream", slot -> Thread.currentThread()).join();
      assertThat(next).isEqualTo(interrupted);
      assertThat(next.isInterrupted()).isFalse();
    }
  }

  /// Holds the only permit until the latch is counted down, in a task that takes no time by the
  /// clock and is never preempted.
  private static CountDownLatch hold(FairExecutor executor, String caller) {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch hold = new CountDownLatch(1);
    var _ =
        executor.submit(
            caller,
            "held",
            slot -> {
              begun.countDown();
              awaitLatch(hold);
              return true;
            });
    awaitLatch(begun);
    return hold;
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
