package io.neardup.web.job;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// A client of jobs.
public record JobClient(RunningService http) {

  /// Starts a job and returns its id.
  public String start(String collection, String body) {
    Answer answer = http.post("/collections/" + collection + "/jobs", body).require(202);
    String id = answer.text("/id");
    assertThat(answer.header("Location")).isEqualTo("/jobs/" + id);
    return id;
  }

  /// The job once it has ended.
  JsonNode ended(String id) {
    return await()
        .until(
            () -> http.get("/jobs/" + id + "?wait=30").require(200).json(),
            job -> job.has("finishedAt"));
  }

  /// The job once it is done.
  public JsonNode done(String id) {
    JsonNode job = ended(id);
    assertThat(job.get("state").asString()).as(job.toString()).isEqualTo("done");
    assertThat(job.get("done").asLong()).isEqualTo(job.get("total").asLong());
    return job;
  }

  /// Runs a job and returns its results.
  List<JsonNode> run(String collection, String body) {
    String id = start(collection, body);
    JsonNode job = done(id);
    List<JsonNode> results = lines(id);
    assertThat(results).hasSize(job.get("results").asInt());
    return results;
  }

  /// The results of a job.
  List<JsonNode> lines(String id) {
    return results(id, RunningService.NDJSON).lines();
  }

  /// The results of a job in a media type.
  Answer results(String id, String type) {
    Answer answer =
        http.send("GET", "/jobs/" + id + "/results", Map.of("Accept", type), "").require(200);
    assertThat(answer.header("Content-Type")).startsWith(type);
    return answer;
  }

  /// The ids of the documents of a collection.
  Set<String> documents(String collection) {
    Set<String> ids = new TreeSet<>();
    http.get("/documents?limit=10000&collection=" + collection)
        .json()
        .get("documents")
        .forEach(document -> ids.add(document.get("id").asString()));
    return ids;
  }

  /// Documents in clusters of about four; each seed has the same centres.
  void storeClusters(String collection, TreeMap<String, Long> into, int count, long seed) {
    SplittableRandom centres = new SplittableRandom(7);
    SplittableRandom random = new SplittableRandom(seed);
    long[] centre = centres.longs(50).toArray();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      long fingerprint = centre[random.nextInt(centre.length)];
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        fingerprint ^= 1L << random.nextInt(64);
      }
      String id = "%s-%03d".formatted(collection, i);
      into.put(id, fingerprint);
      lines.append(line(id, fingerprint, "en"));
    }
    http.postLines("/documents?limit=0&collection=" + collection, lines.toString()).require(200);
  }

  /// A document to be stored.
  static String line(String id, long fingerprint, String lang) {
    return "{\"id\":\"%s\",\"fingerprint\":\"%016x\",\"metadata\":{\"lang\":\"%s\"}}\n"
        .formatted(id, fingerprint, lang);
  }
}
