package io.neardup.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService.Answer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who may start, see, apply and end which jobs.
class JobAccessTests {

  private static final String PAIRS = "{\"kind\":\"pairs\"}";

  @TempDir static Path folder;
  @AutoClose private static Keys keys;

  @BeforeAll
  static void start() throws Exception {
    keys = Keys.start(folder);
    for (String name : new String[] {"other", "hidden"}) {
      send(Keys.ADMIN, "PUT", "/collections/" + name, "{}").require(201);
    }
  }

  @Test
  void readersStartJobsThatChangeNothing() {
    String id = started(Keys.READER_HERE, "default", "{\"kind\":\"dedupe\"}");
    send(Keys.READER_HERE, "GET", "/jobs/" + id + "/results", "").require(200);
    String writing = "{\"kind\":\"dedupe\",\"dryRun\":false}";
    send(Keys.READER_HERE, "POST", "/collections/default/jobs", writing)
        .requireProblem(403, "kind", "role write");
    send(Keys.READER_HERE, "POST", "/jobs/" + id + "/apply", "").require(403);
    String applying =
        send(Keys.WRITER_HERE, "POST", "/jobs/" + id + "/apply", "").require(202).text("/id");
    send(Keys.READER_HERE, "POST", "/jobs/" + applying + "/restart", "")
        .requireProblem(403, "kind", "role write");
    send(Keys.READER_HERE, "POST", "/jobs/" + id + "/undo", "").require(403);
    send(Keys.WRITER_HERE, "POST", "/jobs/" + id + "/undo", "").require(409);
    String written = started(Keys.WRITER, "default", writing);
    send(Keys.READER, "POST", "/jobs/" + written + "/restart", "")
        .requireProblem(403, "kind", "role write");
  }

  @Test
  void jobsOfOtherCollectionsAreHidden() {
    String id = started(Keys.ADMIN, "hidden", PAIRS);
    String across =
        started(Keys.ADMIN, "default", "{\"kind\":\"compare-with\",\"with\":\"hidden\"}");
    for (String hidden : new String[] {id, across}) {
      for (String path : new String[] {"", "/results"}) {
        send(Keys.WRITER_HERE, "GET", "/jobs/" + hidden + path, "").requireProblem(404, "id");
        send(Keys.READER, "GET", "/jobs/" + hidden + path, "").require(200);
      }
      send(Keys.WRITER_HERE, "DELETE", "/jobs/" + hidden, "").requireProblem(404, "id");
      send(Keys.WRITER_HERE, "POST", "/jobs/" + hidden + "/restart", "").requireProblem(404, "id");
      send(Keys.WRITER_HERE, "POST", "/jobs/" + hidden + "/apply", "").requireProblem(404, "id");
      send(Keys.WRITER_HERE, "POST", "/jobs/" + hidden + "/undo", "").requireProblem(404, "id");
    }
    assertThat(send(Keys.WRITER_HERE, "GET", "/jobs?limit=1000", "").require(200).body())
        .doesNotContain(id, across);
    assertThat(send(Keys.READER, "GET", "/jobs?limit=1000", "").require(200).body())
        .contains(id, across);
    send(Keys.WRITER_HERE, "POST", "/collections/hidden/jobs", PAIRS).require(403);
    send(Keys.WRITER_HERE, "GET", "/jobs?collection=hidden", "").require(403);
    send(
            Keys.WRITER_HERE,
            "POST",
            "/collections/default/jobs",
            "{\"kind\":\"compare-with\",\"with\":\"hidden\"}")
        .requireProblem(403, "with");
  }

  @Test
  void readersEndTheirOwnJobsAlone() {
    String own = started(Keys.READER, "default", PAIRS);
    String foreign = started(Keys.WRITER, "default", PAIRS);
    send(Keys.READER, "DELETE", "/jobs/" + foreign, "")
        .requireProblem(403, "id", "of another caller");
    send(Keys.READER, "POST", "/jobs/" + foreign + "/restart", "")
        .requireProblem(403, "id", "of another caller");
    send(Keys.READER, "POST", "/jobs/" + own + "/restart", "").require(202);
    send(Keys.READER, "GET", "/jobs/" + own + "?wait=60", "").require(200);
    send(Keys.READER, "DELETE", "/jobs/" + own, "").require(204);
    send(Keys.WRITER_HERE, "DELETE", "/jobs/" + foreign, "").require(204);
  }

  /// Starts a job and waits until it is done.
  private static String started(String key, String collection, String body) {
    Answer answer = send(key, "POST", "/collections/" + collection + "/jobs", body).require(202);
    String id = answer.text("/id");
    assertThat(send(key, "GET", "/jobs/" + id + "?wait=60", "").text("/state")).isEqualTo("done");
    return id;
  }

  private static Answer send(String key, String method, String target, String body) {
    return keys.http()
        .send(
            method,
            target,
            body.isEmpty()
                ? Map.of("X-API-Key", key)
                : Map.of("X-API-Key", key, "Content-Type", "application/json"),
            body);
  }
}
