package io.neardup.web.lookup;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// `GET` and `POST /passages` find the documents that quote a text, or are quoted in it.
@HttpTest
class PassagesHttpTests {

  private static final String QUOTE =
      "the ferry will not sail on Monday because the harbour is dredged, and all tickets that were"
          + " sold for that day are valid on any other day of the month without a fee";

  private static final int MANY = 5_000;

  @Autowired private RunningService service;

  private final String name = "quoted-" + UUID.randomUUID();

  @AfterEach
  void dropCollection() {
    service.delete("/collections/" + name);
  }

  @Test
  void aQuotationIsFoundWithItsPlaces() {
    create();
    String document =
        words(1, 300) + " — „" + QUOTE.replace("Monday", "MONDAY") + "” " + words(2, 300);
    store("quoting", document, "{\"lang\":\"en\"}");
    store("other", words(3, 600), "{}");
    String text = "Notice: " + QUOTE + ". Thank you!";
    JsonNode found = find("\"text\":" + Json.quote(text));
    assertThat(found.get("matches").size()).isEqualTo(1);
    JsonNode match = found.at("/matches/0");
    assertThat(match.get("id").asString()).isEqualTo("quoting");
    assertThat(match.at("/metadata/lang").asString()).isEqualTo("en");
    assertThat(match.get("sharedWords").asInt()).isEqualTo(QUOTE.split(" ").length);
    assertThat(match.get("share").asDouble()).isGreaterThan(0.9);
    assertThat(match.get("documentShare").asDouble()).isBetween(0.04, 0.06);
    assertThat(part(text, match.at("/passages/0/a"))).isEqualTo(QUOTE);
    assertThat(part(document, match.at("/passages/0/b"))).isEqualToIgnoringCase(QUOTE);
    assertThat(found.has("cut")).isFalse();
    assertThat(found.has("text")).isFalse();
    assertThat(found.get("guaranteedWords").asInt()).isEqualTo(17);
    JsonNode reversed = find("\"text\":" + Json.quote(document) + ",\"minShare\":0.9");
    assertThat(reversed.at("/matches/0/share").asDouble()).isEqualTo(1);
  }

  @Test
  void editedWordsAreBridgedAndMarked() {
    create();
    store("original", words(4, 100) + " " + QUOTE, "{}");
    String text = QUOTE.replace("harbour", "port");
    JsonNode match = find("\"text\":" + Json.quote(text)).at("/matches/0");
    assertThat(match.get("passages").size()).isEqualTo(1);
    assertThat(part(text, match.at("/passages/0/gaps/0/a"))).isEqualTo("port");
  }

  @Test
  void comparisonEndsWhenTheOthersHaveTooFewAnchors() {
    create();
    String part = String.join(" ", List.of(QUOTE.split(" ")).subList(0, 18));
    for (int i = 0; i < 50; i++) {
      store("d" + i, words(100 + i, 20) + " " + (i % 2 == 0 ? QUOTE : part), "{}");
    }
    JsonNode all = find(query(",\"limit\":100"));
    assertThat(all.get("matches").size()).isEqualTo(50);
    assertThat(all.get("compared").asInt()).isEqualTo(50);
    assertThat(all.get("truncated").asBoolean()).isFalse();
    JsonNode some = find(query(",\"limit\":5"));
    assertThat(some.get("truncated").asBoolean()).isTrue();
    assertThat(some.get("candidates").asInt()).isEqualTo(50);
    assertThat(some.get("compared").asInt()).isLessThan(50);
    for (int i = 0; i < 5; i++) {
      assertThat(some.at("/matches/" + i)).isEqualTo(all.at("/matches/" + i));
    }
  }

  @Test
  void documentsAreFoundByIdAndHtml() {
    create();
    store("a", QUOTE + " " + words(5, 50), "{}");
    store("b", words(6, 50) + " " + QUOTE, "{}");
    JsonNode byId = service.get("/passages?id=a&collection=" + name).require(200).json();
    assertThat(byId.get("matches").size()).isEqualTo(1);
    assertThat(byId.at("/matches/0/id").asString()).isEqualTo("b");
    assertThat(byId.get("text").asString()).startsWith(QUOTE);
    JsonNode page = find("\"html\":\"<html><body><p>" + QUOTE + "</p></body></html>\"");
    assertThat(page.get("matches").size()).isEqualTo(2);
    assertThat(part(page.get("text").asString(), page.at("/matches/0/passages/0/a")))
        .isEqualTo(QUOTE);
    service.get("/passages?id=c&collection=" + name).requireProblem(404, "id", "c");
    service.get("/passages?collection=" + name).requireProblem(400, "query", "text, id");
  }

  @Test
  void whatIsWrittenLaterIsFoundAndWhatIsDeletedIsNot() {
    service.put("/collections/" + name, "{}").require(201);
    store("before", words(7, 20) + " " + QUOTE, "{\"kind\":\"x\"}");
    service
        .get("/passages?text=a&collection=" + name)
        .requireProblem("409 conflict", "collection", "{\"passages\": true}");
    service.patch("/collections/" + name, "{\"passages\":true}").require(200);
    store("after", words(8, 20) + " " + QUOTE, "{\"kind\":\"y\"}");
    assertThat(ids("")).containsExactly("after", "before");
    assertThat(ids(",\"filter\":\"kind:y\"")).containsExactly("after");
    assertThat(ids(",\"limit\":1")).containsExactly("after");
    assertThat(find(query(",\"limit\":1")).get("truncated").asBoolean()).isTrue();
    service.patch("/documents/after?collection=" + name, "{\"enabled\":false}").require(200);
    assertThat(ids("")).containsExactly("before");
    store("before", words(7, 20), "{}");
    assertThat(ids("")).isEmpty();
    service.patch("/documents/after?collection=" + name, "{\"enabled\":true}").require(200);
    assertThat(ids("")).containsExactly("after");
    service.delete("/documents/after?collection=" + name).require(204);
    assertThat(ids("")).isEmpty();
    service.patch("/collections/" + name, "{\"passages\":false}").require(200);
    service.get("/passages?text=a&collection=" + name).requireProblem("409 conflict", "collection");
  }

  @Test
  void boilerplateIsReportedAsCut() {
    create();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 70; i++) {
      lines.append("{\"id\":\"d%d\",\"text\":\"%s %s\"}\n".formatted(i, words(100 + i, 30), QUOTE));
    }
    service.postLines("/documents?collection=" + name, lines.toString()).require(200);
    String text = words(99, 30) + " " + QUOTE;
    JsonNode found = find("\"limit\":100,\"text\":" + Json.quote(text));
    assertThat(found.get("matches").size()).isEqualTo(64);
    assertThat(QUOTE).contains(part(text, found.at("/cut/0")));
  }

  @Test
  void markedBoilerplateDoesNotCountUntilItIsUnmarked() {
    create();
    String own = words(20, 30);
    store("footer", words(21, 30) + " " + QUOTE, "{}");
    store("both", own + " " + QUOTE, "{}");
    String text = QUOTE + " " + own;
    String body = "\"text\":" + Json.quote(text) + ",\"minShared\":6";
    assertThat(find(body).get("matches").size()).isEqualTo(2);
    String path = "/collections/" + name + "/boilerplate";
    String mark = "{\"text\":\"" + QUOTE + "\"}";
    JsonNode marked = service.post(path, mark).require(200).json();
    assertThat(service.post(path, mark).require(200).json()).isEqualTo(marked);
    assertThat(service.get(path).require(200).json().get("passages").valueStream())
        .containsExactly(marked);

    JsonNode found = find(body);
    assertThat(found.get("matches").size()).isEqualTo(1);
    assertThat(found.get("candidates").asInt()).isEqualTo(1);
    assertThat(found.at("/matches/0/id").asString()).isEqualTo("both");
    assertThat(found.at("/matches/0/sharedWords").asInt()).isEqualTo(30);
    assertThat(found.at("/matches/0/share").asDouble()).isEqualTo(1);
    assertThat(found.at("/matches/0/documentShare").asDouble()).isEqualTo(1);
    assertThat(found.get("boilerplate").size()).isEqualTo(1);
    assertThat(part(text, found.at("/boilerplate/0"))).isEqualTo(QUOTE);
    assertThat(ids("")).isEmpty();

    String id = marked.get("id").asString();
    service.delete(path + "?id=" + id).require(204);
    service.delete(path + "?id=" + id).requireProblem(404, "id", "GET");
    assertThat(find(body).get("matches").size()).isEqualTo(2);
    assertThat(find(body).has("boilerplate")).isFalse();
    service.post(path, mark).require(200);
    service.delete(path).require(204);
    assertThat(service.get(path).require(200).json().get("passages")).isEmpty();
    assertThat(ids("")).containsExactly("both", "footer");
  }

  @Test
  void passagesAndMarksSurviveARestartAndBelongToTheCollection(@TempDir Path data) {
    String path = "/collections/" + name + "/boilerplate";
    String mark = "{\"text\":\"" + QUOTE + "\"}";
    try (FreshService first = FreshService.startIn(data)) {
      RunningService http = first.http();
      http.get(path).requireProblem(404, "collection", name);
      http.put("/collections/" + name, "{\"passages\":true}").require(201);
      http.put("/documents/a?collection=" + name, mark).require(201);
      http.post(path, "{}").requireProblem(400, "text", "missing");
      http.post(path, "{\"text\":\"one two three four five\"}")
          .requireProblem(400, "text", "6 words");
      http.post(path, "{\"text\":\"" + "a".repeat(10_001) + "\"}")
          .requireProblem(400, "text", "10000 characters");
      http.post(path, "{\"text\":\"" + words(6, 6) + "\"}").require(200);
      http.post(path, "{\"text\":\"" + words(7, 6) + "\"}").require(200);
    }
    try (FreshService second = FreshService.startIn(data)) {
      RunningService http = second.http();
      assertThat(http.get("/collections/" + name).text("/passages")).isEqualTo("true");
      assertThat(http.post("/passages?collection=" + name, mark).text("/matches/0/id"))
          .isEqualTo("a");
      assertThat(http.get(path).require(200).json().get("passages").size()).isEqualTo(2);
      http.delete("/collections/" + name).require(204);
      http.put("/collections/" + name, "{}").require(201);
      assertThat(http.get(path).require(200).json().get("passages")).isEmpty();
    }
  }

  @Test
  void aTextThatAStoredOneContainsIsSkipped() {
    create();
    store("notices", words(40, 30) + " " + QUOTE + " " + words(41, 30), "{}");
    String path = "/documents/b?collection=" + name;
    String body = "{\"text\":\"%s\",\"onDuplicate\":\"%s\",\"skipContained\":%s}";
    service
        .put(path, body.formatted(QUOTE, "add", 0.9))
        .requireProblem(400, "skipContained", "onDuplicate=skip");
    for (String share : List.of("0", "1.1", "-1")) {
      service
          .put(path, body.formatted(QUOTE, "skip", share))
          .requireProblem(400, "skipContained", "above 0, at most 1");
    }
    service
        .put(path, "{\"tokens\":[\"a\"],\"onDuplicate\":\"skip\",\"skipContained\":1}")
        .requireProblem(400, "skipContained", "needs a text");
    service
        .put("/documents/b", body.formatted(QUOTE, "skip", 0.9))
        .requireProblem("409 conflict", "collection", "passages");

    JsonNode skipped =
        service.put(path, body.formatted(QUOTE + " Thanks", "skip", 0.9)).require(200).json();
    assertThat(skipped.get("outcome").asString()).isEqualTo("skipped");
    assertThat(skipped.at("/containedIn/id").asString()).isEqualTo("notices");
    assertThat(skipped.at("/containedIn/share").asDouble()).isBetween(0.9, 0.99);
    String lines =
        "{\"id\":\"b\",\"text\":\"%s\"}\n{\"id\":\"c\",\"text\":\"%s\"}\n"
            .formatted(QUOTE, words(42, 30));
    String stream = "&onDuplicate=skip&skipContained=0.9";
    assertThat(
            service.postLines("/documents?collection=" + name + stream, lines).require(200).lines())
        .extracting(line -> line.get("outcome").asString())
        .containsExactly("skipped", "added");
    service
        .post("/collections/" + name + "/boilerplate", "{\"text\":\"" + QUOTE + "\"}")
        .require(200);
    JsonNode added =
        service.put(path, body.formatted(QUOTE + " " + words(43, 9), "skip", 0.9)).json();
    assertThat(added.get("outcome").asString()).isEqualTo("added");
    assertThat(added.has("containedIn")).isFalse();
  }

  @Test
  void linesAreAnsweredOneByOne() {
    create();
    store("a", words(9, 20) + " " + QUOTE, "{}");
    Answer answer =
        service.postLines(
            "/passages?collection=" + name,
            "{\"ref\":\"1\",\"text\":\"%s\"}\n{\"ref\":\"2\",\"minShared\":6,\"text\":\"a\"}\n{\"ref\":\"3\",\"text\":\"b\"}\n"
                .formatted(QUOTE));
    String[] lines = answer.require(200).body().split("\n");
    assertThat(Json.read(lines[0]).at("/matches/0/id").asString()).isEqualTo("a");
    assertThat(lines[1])
        .contains("minShared belongs in the address: POST /passages?minShared=…, for all");
    assertThat(Json.read(lines[2]).get("matches")).isEmpty();
    assertThat(Json.read(lines[2]).get("ref").asString()).isEqualTo("3");
  }

  @Test
  void documentsThatAreWrittenWhileTextsAreIndexedAreFound() throws Exception {
    service.put("/collections/" + name, "{}").require(201);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      lines.append("{\"id\":\"d%d\",\"text\":\"%s\"}\n".formatted(i, words(i, 25)));
    }
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> service.postLines("/documents?limit=0&collection=" + name, lines.toString()));
    await().until(() -> documents() > 0);
    service.patch("/collections/" + name, "{\"passages\":true}").require(200);
    writer.join();
    assertThat(documents()).isEqualTo(MANY);
    StringBuilder queries = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      queries.append("{\"text\":\"%s\"}\n".formatted(words(i, 25)));
    }
    String[] found =
        service
            .postLines("/passages?collection=" + name, queries.toString())
            .require(200)
            .body()
            .split("\n");
    for (int i = 0; i < MANY; i++) {
      assertThat(Json.read(found[i]).at("/matches/0/id").asString()).isEqualTo("d" + i);
    }
  }

  private int documents() {
    return service.get("/collections/" + name).require(200).json().get("documents").asInt();
  }

  @Test
  void textsAreNeeded() {
    service
        .put("/collections/" + name, "{\"passages\":true,\"storeText\":false}")
        .requireProblem(400, "passages", "storeText");
    create();
    service
        .patch("/collections/" + name, "{\"storeText\":false}")
        .requireProblem(400, "passages", "storeText");
    service.put("/documents/f?collection=" + name, "{\"tokens\":[\"a\",\"b\",\"c\"]}").require(201);
    service.get("/passages?id=f&collection=" + name).requireProblem(400, "id", "without a text");
    for (String body : List.of("{}", "{\"text\":\"a b c\",\"id\":\"f\"}")) {
      service
          .post("/passages?collection=" + name, body)
          .requireProblem(400, "body", "text, html, id");
    }
  }

  @Test
  void aShareThatIsNoNumberIsRefusedWithTheRange() {
    create();
    Answer refused =
        service.postLines("/documents?skipContained=x&collection=" + name, "{\"text\":\"a\"}");
    assertThat(refused.require(400).text("/detail"))
        .isEqualTo("skipContained must be a number above 0, at most 1, was 'x'");
  }

  private void create() {
    service.put("/collections/" + name, "{\"passages\":true}").require(201);
  }

  private void store(String id, String text, String metadata) {
    service
        .put(
            "/documents/" + id + "?collection=" + name,
            "{\"text\":%s,\"metadata\":%s}".formatted(Json.quote(text), metadata))
        .require(200, 201);
  }

  private String query(String more) {
    return "\"text\":\"" + QUOTE + "\"" + more;
  }

  private String[] ids(String more) {
    return find(query(more))
        .get("matches")
        .valueStream()
        .map(match -> match.get("id").asString())
        .toArray(String[]::new);
  }

  private JsonNode find(String fields) {
    return service.post("/passages?collection=" + name, "{" + fields + "}").require(200).json();
  }

  private static String part(String text, JsonNode range) {
    return text.substring(range.get("start").asInt(), range.get("end").asInt());
  }

  private static String words(int seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, count)
        .mapToObj(i -> "w" + random.nextInt(100_000))
        .collect(Collectors.joining(" "));
  }
}
