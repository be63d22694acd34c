package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class JobContextTests {

  @TempDir private Path directory;

  @Test
  void stoppingAJobDoesNotWaitForTheDisk() throws InterruptedException {
    JobFiles files = new JobFiles(directory, 0, JsonMapper.shared());
    Share share =
        new CallerQuota(1 << 30, 1 << 30, (_, _) -> new IllegalStateException()).open("caller");
    JobResultWriter undo = files.writeUndo("a", share);
    JobContext context =
        new JobContext("a", files.write("a", share), () -> undo, JobMemory.unlimited());
    context.undo();
    Thread closing;
    synchronized (undo) { // as a disk that does not answer
      closing = Thread.ofPlatform().start(context::closeUndo);
      Eventually.await().until(() -> closing.getState() == Thread.State.BLOCKED);
      assertThat(CompletableFuture.runAsync(context::stop)).succeedsWithin(Eventually.PATIENCE);
    }
    closing.join();
    assertThat(context.isStopped()).isTrue();
  }
}
