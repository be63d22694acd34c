package io.neardup.cluster.kafka;

import static io.neardup.Eventually.PATIENCE;
import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Which end of a log a lookup waits for.
class SharedEndsTests {

  private final List<CompletableFuture<Long>> appends = new CopyOnWriteArrayList<>();
  private final SharedEnds ends =
      new SharedEnds(() -> {
        CompletableFuture<Long> append = new CompletableFuture<>();
        appends.add(append);
        return append;
      });

  private CompletableFuture<Long> append(int number) {
    await().until(() -> appends.size() > number);
    return appends.get(number);
  }

  @Test
  void lookupsThatComeWhileAnEndIsAskedForShareTheNextOne() {
    CompletableFuture<Long> first = ends.next();
    CompletableFuture<Long> present = append(0);
    List<CompletableFuture<Long>> later = Stream.generate(ends::next).limit(5).toList();
    assertThat(appends).hasSize(1);
    present.complete(7L);
    assertThat(first).succeedsWithin(PATIENCE).isEqualTo(7L);
    append(1).complete(9L);
    assertThat(later).allSatisfy(each -> assertThat(each).succeedsWithin(PATIENCE).isEqualTo(9L));
    assertThat(appends).hasSize(2);
  }

  /// Each position is given to an append once it has begun.
  @Test
  void noLookupGetsAnEndThatWasAskedForBeforeIt() {
    AtomicLong end = new AtomicLong();
    BlockingQueue<Runnable> broker = new LinkedBlockingQueue<>();
    SharedEnds shared =
        new SharedEnds(() -> {
          CompletableFuture<Long> append = new CompletableFuture<>();
          long position = end.incrementAndGet();
          broker.add(() -> append.complete(position));
          return append;
        });
    Thread answers =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (true) {
                  broker.take().run();
                }
              } catch (InterruptedException e) {
                // The test has ended.
              }
            });
    List<Thread> lookups =
        Stream.generate(() -> Thread.ofPlatform().unstarted(() -> ask(shared, end)))
            .limit(4)
            .toList();
    lookups.forEach(Thread::start);
    for (Thread lookup : lookups) {
      assertThat(joined(lookup)).isTrue();
    }
    answers.interrupt();
    assertThat(early).isEmpty();
    assertThat(end).hasValueGreaterThan(1);
  }

  private final List<Long> early = new CopyOnWriteArrayList<>();

  private void ask(SharedEnds shared, AtomicLong end) {
    for (int i = 0; i < 2_000; i++) {
      long before = end.get();
      long mark = shared.next().join();
      if (mark <= before) {
        early.add(mark);
      }
    }
  }

  private static boolean joined(Thread thread) {
    try {
      return thread.join(PATIENCE);
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Test
  void anEndThatFailsDoesNotFailTheNextOne() {
    CompletableFuture<Long> first = ends.next();
    CompletableFuture<Long> second = ends.next();
    append(0).completeExceptionally(new IllegalStateException("no broker"));
    append(1).complete(3L);
    assertThat(first).failsWithin(PATIENCE);
    assertThat(second).succeedsWithin(PATIENCE).isEqualTo(3L);
  }

  @Test
  void endsGoOnThoughAQuestionThrows() {
    AtomicLong calls = new AtomicLong();
    SharedEnds shared =
        new SharedEnds(() -> {
          if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("closed");
          }
          return CompletableFuture.completedFuture(calls.get());
        });
    assertThat(shared.next()).failsWithin(PATIENCE);
    await().until(() -> !shared.next().handle((mark, _) -> mark == null).join());
  }
}
