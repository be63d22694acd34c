package io.neardup.container;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreePort;
import io.neardup.RunningService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The container is killed while documents are stored, and started again: the volume has all
/// acknowledged documents.
@NeedsContainers
class DurabilityIT {

  private static final int KILLS = Integer.getInteger("tests.kills", 2);

  private static ComposeProject project;

  @BeforeAll
  static void choosePort() {
    project = ComposeProject.of(Map.of("NEARDUP_PORT", Integer.toString(FreePort.find())));
  }

  @AfterAll
  static void down() {
    project.down();
  }

  @Test
  void acknowledgedWritesSurviveTheContainer() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      project.up();
      check(acknowledged);
      AtomicInteger next = new AtomicInteger();
      String ids = "kill-" + kill + "-";
      Thread writer = Thread.ofPlatform().start(() -> store(ids, next, acknowledged));
      await().until(() -> next.get() >= 50);
      project.run("kill", "--signal", "KILL", "neardup");
      writer.join();
      if (kill % 2 == 0) {
        project.run("down"); // removes the container, but not the volume
      }
    }
    project.up();
    check(acknowledged);
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(50 * KILLS);
  }

  /// Stores documents until the service stops answering.
  private static void store(String ids, AtomicInteger next, List<String> acknowledged) {
    RunningService service = project.service("NEARDUP_PORT");
    try {
      while (true) {
        String id = ids + next.get();
        service
            .put(
                "/documents/" + id,
                "{\"text\":\"the text of document %s, and some more words\"}".formatted(id))
            .require(201);
        acknowledged.add(id);
        next.incrementAndGet();
      }
    } catch (AssertionError killed) {
      // A request in progress may be stored or not.
    }
  }

  private static void check(List<String> acknowledged) {
    RunningService service = project.service("NEARDUP_PORT");
    acknowledged.forEach(id -> service.get("/documents/" + id).require(200));
  }
}
