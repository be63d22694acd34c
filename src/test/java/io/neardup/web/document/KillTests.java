package io.neardup.web.document;

import static io.neardup.Eventually.await;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Seeds;
import io.neardup.ServiceProcess;
import io.neardup.web.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// The service is killed (SIGKILL) during many writes, and started again with the same directory:
/// acknowledged writes are stored, writes that were never requested are not, and lookups agree with
/// the documents.
///
/// `-Dtests.kills=50` sets the number of kills.
class KillTests {

  private static final int KILLS = Integer.getInteger("tests.kills", 1);
  private static final int WRITERS = 6;
  private static final int IDS = 40;
  private static final int LINES = 300;

  @TempDir private Path folder;

  private final AtomicInteger acknowledged = new AtomicInteger(); // writes of all writers
  private String profile = "";

  static Stream<String> profiles() {
    return Seeds.some(Stream.of("paper-v1", "simhash-256-v1"));
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void acknowledgedWritesSurviveKills(String name) {
    profile = name;
    Seeds.random(this::killAgainAndAgain);
  }

  private void killAgainAndAgain(SplittableRandom random) throws Exception {
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(new Writer(i, random.split(), acknowledged));
    }
    for (int kill = 0; kill < KILLS; kill++) {
      try (ServiceProcess process = start()) {
        RunningService service = process.http();
        check(service, writers, kill);
        CountDownLatch busy = new CountDownLatch(WRITERS);
        List<Thread> threads =
            writers.stream()
                .map(writer -> Thread.ofPlatform().start(() -> writer.write(service, busy)))
                .toList();
        busy.await();
        int killedAfter = acknowledged.get() + random.nextInt(600);
        await().pollInterval(ofMillis(1)).until(() -> acknowledged.get() >= killedAfter);
        process.kill();
        for (Thread thread : threads) {
          thread.join();
        }
        assertThat(writers).extracting(writer -> writer.fault).containsOnlyNulls();
      }
    }
    try (FreshService service =
        FreshService.startIn(folder.resolve("data"), "--neardup.profile=" + profile)) {
      check(service.http(), writers, KILLS);
      assertThat(writers).allSatisfy(writer -> assertThat(writer.acknowledged).isPositive());
    }
  }

  private ServiceProcess start() throws IOException, InterruptedException {
    return ServiceProcess.start(folder, "--neardup.profile=" + profile);
  }

  /// Compares the stored documents with the states that the writers expect, and records the state
  /// of unacknowledged writes.
  private static void check(RunningService service, List<Writer> writers, int kill) {
    Map<String, JsonNode> there = new TreeMap<>();
    String after = "";
    do {
      JsonNode page = service.get("/documents?limit=1000&after=" + after).json();
      page.get("documents").forEach(each -> there.put(each.get("id").asString(), each));
      after = page.path("next").asString("");
    } while (!after.isEmpty());
    Set<String> known = new HashSet<>();
    for (Writer writer : writers) {
      writer.documents.forEach((id, states) -> {
        JsonNode document = there.get(id);
        String state = document == null ? "" : document.at("/metadata/state").asString();
        assertThat(states).as("possible states of %s after kill %d", id, kill).contains(state);
        states.clear();
        states.add(state);
        known.add(id);
      });
    }
    assertThat(known).as("ids that a writer stored").containsAll(there.keySet());
    assertThat(service.get("/actuator/metrics/neardup.documents").number("/measurements/0/value"))
        .isEqualTo(there.size());
    there.forEach((id, document) -> {
      String lookup =
          "/duplicates?maxDistance=0&limit=10000&fingerprint="
              + document.get("fingerprint").asString();
      List<String> found =
          service
              .get(lookup)
              .json()
              .get("matches")
              .valueStream()
              .map(match -> match.get("id").asString())
              .toList();
      assertThat(found).as("lookup of %s after kill %d", id, kill).contains(id);
      assertThat(there.keySet()).containsAll(found);
    });
  }

  /// Writes to its own ids, and knows the possible states of each: one if the last write was
  /// acknowledged, otherwise also those of later requests.
  private static final class Writer {

    private final int number;
    private final SplittableRandom random;
    private final AtomicInteger acknowledgedByAll;
    private final Map<String, Set<String>> documents = new HashMap<>();
    private int next;
    private int acknowledged;
    private volatile @Nullable AssertionError fault;

    Writer(int number, SplittableRandom random, AtomicInteger acknowledgedByAll) {
      this.number = number;
      this.random = random;
      this.acknowledgedByAll = acknowledgedByAll;
    }

    void write(RunningService service, CountDownLatch busy) {
      AtomicInteger calls = new AtomicInteger();
      try {
        while (true) {
          if (number % 3 == 0) {
            stream(service);
          } else {
            single(service);
          }
          if (calls.incrementAndGet() == 3) {
            busy.countDown();
          }
        }
      } catch (AssertionError killed) {
        if (!(killed.getCause() instanceof IOException)) {
          fault = killed;
        }
      } finally {
        busy.countDown();
      }
    }

    private void single(RunningService service) {
      String id = id();
      if (random.nextInt(4) == 0) {
        possible(id).add("");
        Answer answer = service.delete("/documents/" + id);
        answer.require(204, 404);
        settle(id, "");
      } else {
        String state = number + "-" + next++;
        possible(id).add(state);
        Answer answer = service.put("/documents/" + id, "{" + fields(state));
        answer.require(200, 201);
        settle(id, state);
      }
    }

    /// Reads the answers line by line, so that it records those that arrived before a kill.
    private void stream(RunningService service) {
      StringBuilder lines = new StringBuilder();
      List<String> ids = new ArrayList<>();
      List<String> states = new ArrayList<>();
      for (int i = 0; i < LINES; i++) {
        ids.add(id());
        states.add(number + "-" + next++);
        possible(ids.get(i)).add(states.get(i));
        lines
            .append("{\"id\":\"")
            .append(ids.get(i))
            .append("\",")
            .append(fields(states.get(i)))
            .append('\n');
      }
      int answered = 0;
      try (Stream<String> answers = service.streamLines("/documents", lines.toString())) {
        for (String answer : (Iterable<String>) answers::iterator) {
          assertThat(answer)
              .startsWith("{\"line\":" + (answered + 1) + ",")
              .contains("\"outcome\"");
          settle(ids.get(answered), states.get(answered));
          for (int later = answered + 1; later < LINES; later++) {
            if (ids.get(later).equals(ids.get(answered))) {
              possible(ids.get(later)).add(states.get(later));
            }
          }
          answered++;
        }
      } catch (UncheckedIOException e) {
        throw new AssertionError("killed", e.getCause());
      }
      assertThat(answered).isEqualTo(LINES);
    }

    private String id() {
      return "w" + number + "-" + random.nextInt(IDS);
    }

    private String fields(String state) {
      return "\"text\":\"%s\",\"metadata\":{\"state\":\"%s\"}}"
          .formatted(Texts.of(random.nextInt(500)), state);
    }

    private Set<String> possible(String id) {
      return documents.computeIfAbsent(id, unknown -> new HashSet<>(Set.of("")));
    }

    private void settle(String id, String state) {
      Set<String> states = possible(id);
      states.clear();
      states.add(state);
      acknowledged++;
      acknowledgedByAll.incrementAndGet();
    }
  }
}
