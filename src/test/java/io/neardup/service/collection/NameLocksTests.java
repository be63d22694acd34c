package io.neardup.service.collection;

import static io.neardup.Eventually.PATIENCE;
import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class NameLocksTests {

  private final NameLocks locks = new NameLocks();

  @Test
  void tasksOfANameRunOneAfterTheOtherAndThoseOfOthersMeanwhile() {
    CountDownLatch released = new CountDownLatch(1);
    CompletableFuture<String> first = locked("a", () -> after(released, "first"));
    await().until(() -> locks.size() == 1);
    AtomicInteger begun = new AtomicInteger();
    CompletableFuture<String> second = locked("a", () -> "second" + begun.incrementAndGet());
    assertThat(locked("b", () -> "third")).succeedsWithin(PATIENCE).isEqualTo("third");
    assertThat(begun).hasValue(0);
    released.countDown();
    assertThat(first).succeedsWithin(PATIENCE).isEqualTo("first");
    assertThat(second).succeedsWithin(PATIENCE).isEqualTo("second1");
  }

  @Test
  void namesAreKeptWhileTheyAreInUseAlone() {
    assertThatThrownBy(() ->
            locks.locked(
                "a",
                () -> {
                  throw new IllegalStateException("fails");
                }))
        .hasMessage("fails");
    AtomicInteger held = new AtomicInteger();
    locks.locked("b", () -> locks.locked("b", () -> held.set(locks.size())));
    assertThat(held).hasValue(1);
    assertThat(locks.size()).isZero();
  }

  private CompletableFuture<String> locked(String name, Supplier<String> task) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread.ofPlatform().start(() -> locks.locked(name, () -> result.complete(task.get())));
    return result;
  }

  private static String after(CountDownLatch latch, String result) {
    try {
      latch.await();
      return result;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
