package io.neardup.web.ndjson;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AnswerMemoryTests {

  private final AnswerMemory memory = new AnswerMemory(10, 100, 150);

  @Test
  void streamUsesItsOwnMemoryBeforeSharedMemory() {
    AnswerMemory.Room one = memory.open();
    assertThat(one.take(10)).isTrue();
    assertThat(memory.taken()).isZero();
    assertThat(one.take(90)).isTrue();
    assertThat(memory.taken()).isEqualTo(90);
    assertThat(one.take(1)).as("more than the limit of one stream").isFalse();
    one.giveBack(60);
    assertThat(memory.taken()).isEqualTo(30);
    one.giveBack(40);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void sharedMemoryIsGrantedInOrderOfRequests() {
    AnswerMemory.Room one = memory.open();
    AnswerMemory.Room two = memory.open();
    AnswerMemory.Room three = memory.open();
    assertThat(one.take(100)).isTrue();
    assertThat(two.take(10) && two.take(60)).isTrue();
    assertThat(memory.taken()).isEqualTo(150);
    assertThat(two.take(1)).as("no shared memory left").isFalse();
    assertThat(three.take(5) && three.take(5)).as("the memory of its own stream").isTrue();
    assertThat(three.take(1)).isFalse();
    one.giveBack(50);
    assertThat(three.take(50)).isTrue();
    assertThat(memory.taken()).isEqualTo(150);
  }

  @Test
  void singleAnswerOfAnyLengthIsSent() {
    AnswerMemory.Room one = memory.open();
    AnswerMemory.Room two = memory.open();
    assertThat(one.take(1_000) && two.take(1_000)).isTrue();
    assertThat(one.take(1)).isFalse();
    one.giveBack(1_000);
    two.giveBack(1_000);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void abortedStreamReleasesAllMemory() throws Exception {
    CountDownLatch full = new CountDownLatch(1);
    try (Stage<String> relay =
        new Stage<>(
            "test",
            memory.open(),
            next -> {
              full.await();
              throw new IOException("the client left");
            })) {
      relay.put("worked on", 60);
      relay.put("waits", 40);
      assertThat(memory.taken()).isEqualTo(90);
      full.countDown();
    }
    assertThat(memory.taken()).isZero();
  }

  @Test
  void streamContinuesWhenOthersReleaseMemory() throws Exception {
    AnswerMemory.Room other = memory.open();
    assertThat(other.take(10) && other.take(90)).isTrue();
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch came = new CountDownLatch(1);
    try (Stage<String> relay = new Stage<>("test", memory.open(), next -> reads.await())) {
      relay.put("first", 70);
      Thread waiting =
          Thread.startVirtualThread(() -> {
            try {
              relay.put("second", 20);
              came.countDown();
            } catch (IOException | InterruptedException e) {
              throw new AssertionError(e);
            }
          });
      await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
      assertThat(came.getCount()).as("no memory left").isOne();
      other.giveBack(100);
      came.await();
      reads.countDown();
      relay.finish();
    }
    assertThat(memory.taken()).isZero();
  }
}
