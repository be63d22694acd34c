package io.neardup.cluster.changes;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.cluster.changes.LogEnds.Ends;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RecentEndsTests {

  private static final long LONG = TimeUnit.MINUTES.toNanos(10);

  private final List<CompletableFuture<Ends>> questions = new ArrayList<>();
  private final RecentEnds recent =
      new RecentEnds(() -> {
        CompletableFuture<Ends> question = new CompletableFuture<>();
        questions.add(question);
        return question;
      });

  @Test
  void clientsThatWaitShareAQuestionAndNoneWaitsForAnother() throws Exception {
    AtomicReference<Ends> found = new AtomicReference<>();
    Thread patient = Thread.ofVirtual().start(() -> found.set(within(LONG)));
    await().until(() -> patient.getState() == Thread.State.TIMED_WAITING);
    assertThat(recent.within(1)).isNull();
    assertThat(questions).hasSize(1);
    Ends ends = new Ends(new long[] {3}, new long[] {2});
    questions.getFirst().complete(ends);
    patient.join();
    assertThat(found).hasValue(ends);
  }

  @Test
  void theWaitEndsWhenItsThreadIsInterrupted() throws Exception {
    AtomicReference<Object> failure = new AtomicReference<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              try {
                recent.within(LONG);
              } catch (InterruptedException e) {
                failure.set(e);
              }
            });
    waiting.interrupt();
    waiting.join();
    assertThat(failure.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void afterAnAnswerOrAFailureTheyAreAskedAgain() throws Exception {
    assertThat(recent.within(1)).isNull();
    questions.getFirst().completeExceptionally(new IllegalStateException("no owner"));
    assertThatThrownBy(() -> recent.within(LONG))
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("no owner");
    await()
        .until(() -> {
          askAgain();
          return questions.size() == 2;
        });
  }

  private void askAgain() throws InterruptedException {
    try {
      recent.within(1);
    } catch (CompletionException e) {
      // Still the failure.
    }
  }

  private Ends within(long nanos) {
    try {
      return recent.within(nanos);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
