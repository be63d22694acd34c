package io.neardup.web.ndjson;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.web.limits.RequestQuotas;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StageTests {

  private static final long OWN = 10;
  private static final long MOST = 100;

  private final CallerQuota answers = RequestQuotas.of(1, 1, 150, 1).answers();
  private final CountDownLatch reads = new CountDownLatch(1);

  private Stage<String> stage(Share shared) {
    return new Stage<>("test", OWN, MOST, shared, next -> reads.await());
  }

  private static Thread put(Stage<String> stage, int weight) {
    Thread waiting =
        Thread.startVirtualThread(() -> {
          try {
            stage.put("waits", weight);
          } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    return waiting;
  }

  @Test
  void usesItsOwnMemoryBeforeSharedMemoryUpToItsLimit() throws Exception {
    try (Share shared = answers.open("a");
        Stage<String> stage = stage(shared)) {
      stage.put("first", 5);
      stage.put("second", 5);
      assertThat(answers.taken()).isZero();
      stage.put("third", 90);
      assertThat(answers.taken()).isEqualTo(90);
      Thread waiting = put(stage, 1);
      reads.countDown();
      waiting.join();
      stage.finish();
      assertThat(answers.taken()).isZero();
    }
  }

  @Test
  void continuesWhenOthersReleaseMemory() throws Exception {
    Share other = answers.open("a");
    try (Share shared = answers.open("a");
        Stage<String> stage = stage(shared)) {
      other.take(140);
      stage.put("first", 5);
      Thread waiting = put(stage, 20);
      other.close();
      waiting.join();
      assertThat(answers.taken()).isEqualTo(20);
      reads.countDown();
      stage.finish();
    }
  }

  @Test
  void singleAnswerOfAnyLengthIsSent() throws Exception {
    try (Share shared = answers.open("a");
        Stage<String> stage = stage(shared)) {
      stage.put("alone", 1_000);
      Thread waiting = put(stage, 1);
      reads.countDown();
      waiting.join();
      stage.finish();
    }
  }

  @Test
  void abortedStreamReleasesAllMemory() throws Exception {
    try (Share shared = answers.open("a");
        Stage<String> stage =
            new Stage<>(
                "test",
                OWN,
                MOST,
                shared,
                next -> {
                  reads.await();
                  throw new IOException("the client left");
                })) {
      stage.put("worked on", 5);
      stage.put("waits", 40);
      assertThat(answers.taken()).isEqualTo(40);
      reads.countDown();
    }
    assertThat(answers.taken()).isZero();
  }
}
