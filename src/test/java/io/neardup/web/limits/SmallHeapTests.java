package io.neardup.web.limits;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.Seeds;
import io.neardup.ServiceProcess;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests each of which fits the heap, but not all of them together. Those beyond the limit are
/// refused, and the process is the same afterwards: after an OutOfMemoryError it would have exited.
class SmallHeapTests {

  /// Bytes: most of the 32nd of the heap that unread answers share.
  private static final int MOST_OF_ANSWERS = 9 << 19;

  /// Of a text: half of what is usual, since the time of the tests grows with it.
  private static final int MAX_CHARS = 2_500_000;

  private static String job; // a list of duplicates

  @TempDir private static Path folder;
  @AutoClose private static ServiceProcess service;

  @BeforeAll
  static void start() throws Exception {
    service =
        ServiceProcess.start(
            folder,
            List.of("-Xmx192m", "-XX:+ExitOnOutOfMemoryError"),
            "--neardup.limits.max-text-chars=" + MAX_CHARS);
    store();
  }

  @Test
  void concurrentLongTextsAreRefusedInPart() throws Exception {
    byte[] body =
        ("{\"text\":\"" + "слово и дело ".repeat(155_000) + "\"}").getBytes(StandardCharsets.UTF_8);
    Map<Integer, Integer> statuses = atOnce(100, () -> post("", body));
    assertThat(statuses.keySet()).isSubsetOf(200, 429, 503);
    assertThat(statuses.keySet()).as("refused").containsAnyOf(429, 503);
    // All may be refused if they arrive slowly, since each has a part of the memory.
    await().until(() -> post("", body) == 200);
    assertThatItAnswers();
  }

  /// Calls that read documents: long texts, or many of them with long metadata.
  ///
  /// @param lines whether the answer is NDJSON
  record Call(String method, String target, String body, boolean lines) {

    @Override
    public String toString() {
      return method + " " + target + " " + body + (lines ? " as lines" : "");
    }
  }

  static Stream<Call> readsOfDocuments() {
    return Seeds.some(
        Stream.of(
            get("/documents?collection=many&limit=1000"),
            get("/documents?collection=many&limit=1000&filter=a:1"),
            lines("/documents?collection=many"),
            get("/documents/0?collection=many"),
            get("/documents?collection=long&limit=1000&texts=true"),
            lines("/documents?collection=long"),
            get("/documents/a?collection=long"),
            new Call("PATCH", "/documents/a?collection=long", "{\"metadata\":{\"b\":1}}", false),
            lines("/changes?limit=10000"),
            lines("/changes?limit=10000&texts=true"),
            get("/duplicates?collection=many&id=0&limit=1000"),
            get("/duplicates?collection=many&text=w1+w2+w3+w4&nearest=300"),
            get("/duplicates?collection=long&id=a"),
            get("/duplicates?collection=long&id=a&explain=true"),
            get("/duplicates?collection=long&id=x&explain=true"),
            get("/passages?collection=long&id=a"),
            get("/passages?collection=long&id=repeats"),
            compare("a", "b", ""),
            compare("a", "b", ",\"passages\":true"),
            compare("a", "b", ",\"explain\":true"),
            compare("x", "y", ",\"explain\":true"),
            compare("x", "y", ",\"measures\":[\"cosine\",\"minhash\"]"),
            put("/documents/0?collection=many", "{\"limit\":100,\"text\":\"w1 w2 w3 w4\"}"),
            get("/pairs?collection=long&limit=1000"),
            get("/groups?collection=long&limit=1000"),
            get("/pairs?collection=many&limit=1000"),
            get("/groups?collection=many&limit=1000"),
            get("/collections/many/samples?limit=100&maxDistance=256"),
            get("/collections/long/samples?limit=100&maxDistance=256&textChars=20000"),
            get("/jobs/{job}/results?limit=1000"),
            lines("/jobs/{job}/results")));
  }

  private static Call get(String target) {
    return new Call("GET", target, "", false);
  }

  private static Call lines(String target) {
    return new Call("GET", target, "", true);
  }

  private static Call put(String target, String body) {
    return new Call("PUT", target, body, false);
  }

  private static Call compare(String a, String b, String further) {
    String sides =
        """
        {"a":{"id":"%s","collection":"long"},"b":{"id":"%s","collection":"long"}%s}\
        """;
    return new Call("POST", "/compare", sides.formatted(a, b, further), false);
  }

  /// Documents with texts of the maximum length, near-duplicates of each other, and documents with
  /// metadata of the maximum length that have one text.
  private static void store() {
    service.http().put("/collections/long", "{\"passages\":true}").require(201);
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder(MAX_CHARS + 10);
    while (text.length() < MAX_CHARS - 10) {
      text.append('w').append(random.nextInt(100_000)).append(' ');
    }
    String metadata = "{\"a\":1,\"long\":\"" + "x".repeat(65_000) + "\"}";
    for (String id : List.of("a", "b", "x", "y", "repeats", "repeated")) {
      String own =
          switch (id) {
            case "a", "b" -> text + " " + id;
            case "x", "y" -> text.substring(0, 800_000) + " " + id;
            default -> "word ".repeat(480_000) + id;
          };
      String document = "{\"text\":\"" + own + "\",\"metadata\":" + metadata + "}";
      service.http().put("/documents/" + id + "?collection=long", document).require(201);
    }
    for (int i = 0; i < 10; i++) { // which evaluations need
      service
          .http()
          .put("/documents/short" + i + "?collection=long", "{\"text\":\"short text " + i + "\"}")
          .require(201);
    }
    service.http().put("/collections/many", "{}").require(201);
    String lines =
        IntStream.range(0, 300)
            .mapToObj(i ->
                "{\"id\":\"" + i + "\",\"text\":\"w1 w2 w3 w4\",\"metadata\":" + metadata + "}\n")
            .collect(Collectors.joining());
    service
        .http()
        .postLines("/documents?collection=many&onDuplicate=add&limit=0", lines)
        .require(200);
    job = submit("long", "{\"kind\":\"dedupe\"}");
    await().until(() -> service.http().get("/jobs/" + job).text("/state").equals("done"));
  }

  /// Requests of a few bytes that read the longest documents are answered wholly or refused.
  @ParameterizedTest
  @MethodSource("readsOfDocuments")
  void concurrentReadsOfLongDocumentsAreRefusedInPart(Call call) throws Exception {
    Map<Integer, Integer> statuses = atOnce(30, () -> answer(call).status());
    assertThat(statuses.keySet()).as(statuses.toString()).isSubsetOf(200, 429, 503);
    // All may be refused if each has a part of the memory.
    Eventually.await().untilAsserted(() -> answer(call).require(200));
    assertThatItAnswers();
  }

  /// Jobs that read the longest texts wait for the memory of requests, and are done in the end.
  @Test
  @Tag("nightly")
  void jobsOfLongTextsWaitForTheMemoryOfRequests() throws Exception {
    service.http().put("/collections/other", "{\"passages\":true}").require(201);
    for (String request :
        List.of(
            "{\"kind\":\"passages\"}",
            "{\"kind\":\"boilerplate\"}",
            "{\"kind\":\"pairs\"}",
            "{\"kind\":\"groups\"}",
            "{\"kind\":\"evaluate\"}",
            "{\"kind\":\"copy\",\"to\":\"other\"}",
            "{\"kind\":\"compare-with\",\"with\":\"other\"}")) {
      awaitWithRequests(submit("long", request));
    }
    String cleanUp = submit("other", "{\"kind\":\"dedupe\",\"dryRun\":false}");
    awaitWithRequests(cleanUp);
    awaitWithRequests(submit("other", "{\"kind\":\"undo\",\"of\":\"" + cleanUp + "\"}"));
    service.http().delete("/collections/other").require(204);
  }

  /// Requests that take all of the memory at times, until a job has ended.
  private static void awaitWithRequests(String job) throws Exception {
    String state;
    do {
      Map<Integer, Integer> statuses =
          atOnce(30, () -> answer(get("/documents/a?collection=long")).status());
      assertThat(statuses.keySet()).as(statuses.toString()).isSubsetOf(200, 429, 503);
      state = service.http().get("/jobs/" + job).text("/state");
    } while (state.equals("queued") || state.equals("running"));
    assertThat(state).as(service.http().get("/jobs/" + job).body()).isEqualTo("done");
    assertThatItAnswers();
  }

  /// The answers to a batch of lines, each of which has many matches with long metadata, are longer
  /// than the heap.
  @ParameterizedTest
  @ValueSource(strings = {"/duplicates?", "/documents?onDuplicate=skip&"})
  void linesWithLongAnswersAreAnsweredInParts(String target) throws Exception {
    String lines = "{\"text\":\"w1 w2 w3 w4\"}\n".repeat(200);
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://localhost:"
                        + service.http().port()
                        + target
                        + "collection=many&limit=20"))
            .header("Content-Type", RunningService.NDJSON)
            .POST(BodyPublishers.ofString(lines))
            .build();
    try (HttpClient client = HttpClient.newHttpClient();
        Stream<String> answers = client.send(request, BodyHandlers.ofLines()).body()) {
      assertThat(answers.mapToInt(answer -> answer.split("xxx\"", -1).length))
          .hasSize(200)
          .containsOnly(21);
    }
    assertThatItAnswers();
  }

  private static String submit(String collection, String request) {
    return service
        .http()
        .post("/collections/" + collection + "/jobs", request)
        .require(202)
        .text("/id");
  }

  /// The answer, whose body is whole, or the client would have failed.
  private static Answer answer(Call call) {
    Map<String, String> headers =
        Map.of(
            "Content-Type",
            RunningService.JSON,
            "Accept",
            call.lines ? RunningService.NDJSON : RunningService.JSON);
    String target = call.target.replace("{job}", job);
    Answer answer = service.http().send(call.method, target, headers, call.body);
    if (answer.status() == 200) {
      assertThat(answer.body().strip()).endsWith("}").doesNotContain("\"problem\"");
    } else if (answer.status() != 404) {
      assertThat(answer.header("Retry-After")).as(answer.body()).isNotEmpty();
    }
    return answer;
  }

  /// Every token takes many times its four bytes, and almost nothing in gzip.
  @Test
  void manyTokensInGzipAreRefused() throws Exception {
    byte[] body = gzip("{\"tokens\":[" + "\"a\",".repeat(2_000_000) + "\"b\"]}");
    Map<Integer, Integer> statuses = atOnce(12, () -> post("Content-Encoding: gzip\r\n", body));
    assertThat(statuses.keySet()).isSubsetOf(413, 429, 503);
    assertThatItAnswers();
  }

  @Test
  @Tag("nightly")
  void manyDistinctWordsAndManyTagsAreAnsweredOrRefused() throws Exception {
    String words =
        IntStream.range(0, 350_000)
            .mapToObj(i -> Integer.toString(i, 36))
            .collect(Collectors.joining(" "));
    byte[] text = ("{\"text\":\"" + words + "\"}").getBytes(StandardCharsets.UTF_8);
    byte[] html =
        ("{\"html\":\"" + "<b>x".repeat(500_000) + "\"}").getBytes(StandardCharsets.UTF_8);
    assertThat(atOnce(10, () -> post("", text)).keySet()).isSubsetOf(200, 429, 503);
    assertThat(atOnce(10, () -> post("", html)).keySet()).isSubsetOf(200, 413, 429, 503);
    assertThatItAnswers();
  }

  @Test
  void longLinesOfManyStreamsAreRefusedInPart() throws Exception {
    String line = "{\"text\":\"" + "word and more ".repeat(150_000) + "\"}\n";
    byte[] body = line.repeat(3).getBytes(StandardCharsets.UTF_8);
    Map<Integer, Integer> statuses =
        atOnce(12, () -> post("Content-Type: application/x-ndjson\r\n", body));
    assertThat(statuses.keySet()).isSubsetOf(200, 429, 503);
    assertThatItAnswers();
  }

  /// Answers that are many times longer than their request lines.
  @Test
  @Tag("nightly")
  void unreadAnswersTakeLittleMemory() throws Exception {
    String words =
        IntStream.range(0, 1_400).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    byte[] line =
        ("{\"text\":\"" + words + "\",\"explain\":true}\n").getBytes(StandardCharsets.UTF_8);
    List<Socket> streams = new ArrayList<>();
    List<Thread> senders = new ArrayList<>();
    try {
      for (int i = 0; i < 12; i++) {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        service.http().connect(socket);
        streams.add(socket);
        senders.add(Thread.startVirtualThread(() -> sendUntilClosed(socket, line)));
      }
      await()
          .until(() -> {
            assertThatItAnswers();
            return Scrape.of(service.http().get("/actuator/prometheus").body())
                    .sum("neardup_answers_waiting_bytes")
                > MOST_OF_ANSWERS;
          });
    } finally {
      for (Socket socket : streams) {
        socket.close();
      }
    }
    for (Thread sender : senders) {
      sender.join();
    }
    assertThatItAnswers();
  }

  /// A stream may buffer far more than its share of the memory while others need none.
  @Test
  @Tag("nightly")
  void clientMaySendMuchBeforeItReads() throws Exception {
    awaitFreeStream();
    int count = 40_000;
    byte[] line =
        ("{\"text\":\"" + "some words of a text ".repeat(56) + "\"}\n")
            .getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4096);
      service.http().connect(socket);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 64 << 10);
      // HTTP/1.0 has no chunks, whose lengths would interrupt lines.
      String head =
          "POST /fingerprint HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
              + "Content-Length: "
              + (long) count * line.length
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < count; i++) {
        out.write(line);
      }
      out.flush();
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      assertThat(in.lines().filter(answer -> answer.contains("\"fingerprint\""))).hasSize(count);
    }
  }

  @Test
  void malformedHttpIsNotLogged() {
    String before = service.logged();
    service.http().sendRaw("GET /duplicates?text=" + "a".repeat(200_000) + " HTTP/1.1");
    service.http().sendRaw("GET /duplicates?text=\u0001 HTTP/1.1");
    assertThat(service.logged().substring(before.length()).lines())
        .allMatch(line -> line.contains("The client of a stream disconnected")); // of earlier tests
  }

  /// Waits until the streams of earlier tests have ended: the service may still be answering lines
  /// of clients that have disconnected.
  private static void awaitFreeStream() {
    await()
        .until(
            () -> service.http().postLines("/fingerprint", "{\"text\":\"a\"}\n").status() == 200);
  }

  private static void sendUntilClosed(Socket socket, byte[] line) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(head("Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n"));
      byte[] chunk = Integer.toHexString(line.length).getBytes(StandardCharsets.US_ASCII);
      while (true) {
        out.write(chunk);
        out.write(new byte[] {'\r', '\n'});
        out.write(line);
        out.write(new byte[] {'\r', '\n'});
      }
    } catch (IOException e) {
      // Closed by the test, or by the service because the client does not read.
    }
  }

  private static void assertThatItAnswers() {
    service.http().post("/fingerprint", "{\"text\":\"a\"}").require(200);
    service.http().get("/actuator/health/liveness").require(200);
    assertThat(service.logged()).doesNotContain("OutOfMemoryError");
  }

  /// The number of answers with each status; 0 if the connection was closed before the answer could
  /// be read.
  private static Map<Integer, Integer> atOnce(int count, Callable<Integer> request)
      throws Exception {
    Map<Integer, Integer> statuses = new TreeMap<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      for (Future<Integer> status : threads.invokeAll(Collections.nCopies(count, request))) {
        statuses.merge(status.get(), 1, Integer::sum);
      }
    }
    return statuses;
  }

  private static int post(String headers, byte[] body) throws IOException {
    try (Socket socket = service.http().connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(head(headers + "Content-Length: " + body.length + "\r\n"));
      try {
        out.write(body);
      } catch (SocketException e) {
        // Refused; the answer may still be readable.
      }
      String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
      return Integer.parseInt(answer.substring("HTTP/1.1 ".length()));
    }
  }

  private static byte[] head(String headers) {
    String type =
        headers.contains("Content-Type") ? "" : "Content-Type: " + RunningService.JSON + "\r\n";
    return ("POST /fingerprint HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + type
            + headers
            + "\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return packed.toByteArray();
  }
}
