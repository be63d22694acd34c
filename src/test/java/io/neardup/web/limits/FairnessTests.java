package io.neardup.web.limits;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.support.GenericApplicationContext;

/// One caller sends as many requests as possible, and another one is answered nevertheless.
class FairnessTests {

  private static final String[] KEYS = {
    "--neardup.security.api-keys[0].name=greedy",
    "--neardup.security.api-keys[0].key=greedy",
    "--neardup.security.api-keys[0].roles=admin",
    "--neardup.security.api-keys[1].name=modest",
    "--neardup.security.api-keys[1].key=modest",
    "--neardup.security.api-keys[1].roles=admin",
    "--neardup.security.api-keys[2].name=third",
    "--neardup.security.api-keys[2].key=third",
    "--neardup.security.api-keys[2].roles=admin",
  };

  private static final String LINE = "{\"text\":\"a\"}\n";

  @AutoClose private static FreshService fresh;
  private static RunningService service;

  @BeforeAll
  static void start() {
    fresh = start("--neardup.limits.streams=2");
    service = fresh.http();
  }

  private static void registerExecutor(GenericApplicationContext context) {
    Deadline.Limit deadlines = new Deadline.Limit(Eventually.PATIENCE, System::nanoTime);
    context.registerBean(
        "executorOfTheTest",
        FairExecutor.class,
        () -> new FairExecutor(1, deadlines, System::nanoTime),
        definition -> definition.setPrimary(true));
  }

  private static FreshService start(String... configuration) {
    List<String> all = new ArrayList<>(List.of(KEYS));
    all.addAll(List.of(configuration));
    return FreshService.startWith(FairnessTests::registerExecutor, all.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET  | /duplicates?text=a       | ",
        "POST | /duplicates              | {'text':'a'}",
        "PUT  | /documents/one           | {'text':'a'}",
        "POST | /documents               | {'text':'a'}",
        "POST | /fingerprint             | {'text':'a','explain':true}",
        "POST | /fingerprint             | {'html':'<p>a'}",
        "POST | /fingerprint             | {'text':'LONG'}",
        "POST | /compare                 |"
            + " {'a':{'text':'a'},'b':{'text':'b'},'measures':['jaccard']}",
        "POST | /compare                 | {'a':{'text':'a'},'b':{'text':'b'},'explain':true}",
        "POST | /compare                 | {'a':{'html':'a'},'b':{'text':'b'}}",
        "POST | /compare                 | {'a':{'text':'a'},'b':{'html':'b'}}",
        "POST | /compare                 | {'a':{'text':'a'},'b':{'text':'LONG'}}",
      })
  void longRequestsWaitForAPermit(String method, String target, String body) throws Exception {
    FairExecutor executor = fresh.context().getBean(FairExecutor.class);
    try (Held held = Held.permit(executor)) {
      CompletableFuture<Answer> answer =
          CompletableFuture.supplyAsync(() -> send("modest", method, target, body));
      await().until(() -> answer.isDone() || executor.waiting() > 0);
      assertThat(answer).isNotDone();
      held.letGo();
      answer.join().require(200, 201);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST | /fingerprint | {'text':'a short text'}",
        "POST | /compare     | {'a':{'text':'a'},'b':{'text':'b'}}",
        "GET  | /documents   | ",
      })
  void shortRequestsDoNotWaitBehindLookups(String method, String target, String body)
      throws Exception {
    try (Held _ = Held.permit(fresh.context().getBean(FairExecutor.class))) {
      send("modest", method, target, body).require(200);
    }
  }

  /// The lines of the greedy caller never end.
  @ParameterizedTest
  @CsvSource({"/fingerprint", "/duplicates", "/documents"})
  void streamIsAnsweredDuringEndlessWorkOfAnotherCaller(String target) {
    FairExecutor executor = fresh.context().getBean(FairExecutor.class);
    AtomicBoolean enough = new AtomicBoolean();
    List<CompletableFuture<?>> endless = new ArrayList<>();
    try {
      for (int stream = 0; stream < 12 + Runtime.getRuntime().availableProcessors(); stream++) {
        endless.add(
            executor.submit(
                "greedy",
                "stream " + stream,
                slot -> {
                  while (!enough.get()) {
                    slot.check();
                    Thread.onSpinWait();
                  }
                  return true;
                }));
      }
      String line = target.contains("frequencies") ? "{\"text\":\"a b\"}" : "{\"text\":\"a\"}";
      Answer answer = stream("modest", target, line + "\n");
      answer.require(200);
      assertThat(endless).noneMatch(CompletableFuture::isDone);
    } finally {
      enough.set(true);
    }
    endless.forEach(CompletableFuture::join);
  }

  @Test
  void concurrentStreamsAreLimited() throws Exception {
    try (Socket first = openStream("greedy")) {
      Answer own = stream("greedy", "/fingerprint", LINE).require(429);
      assertThat(own.header("Retry-After")).isEqualTo("1");
      try (Socket second = openStream("modest")) {
        Answer other = stream("third", "/fingerprint", LINE).require(503);
        assertThat(other.header("Retry-After")).isEqualTo("1");
        assertThat(other.text("/type")).isEqualTo("urn:neardup:problem:busy");
        end(second);
      }
      end(first);
    }
    stream("third", "/fingerprint", LINE).require(200);
    stream("greedy", "/fingerprint", LINE).require(200);
  }

  /// Opens a stream and waits for its first answer.
  private static Socket openStream(String key) throws IOException {
    Socket socket = service.connect();
    send(
        socket,
        "POST /fingerprint HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: "
            + key
            + "\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(LINE.length())
            + "\r\n"
            + LINE
            + "\r\n");
    assertBegins(socket);
    return socket;
  }

  private static void end(Socket socket) throws IOException {
    send(socket, "0\r\n\r\n");
    socket.getInputStream().readAllBytes();
  }

  private static void send(Socket socket, String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
  }

  private static void assertBegins(Socket socket) throws IOException {
    assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
        .isEqualTo("HTTP/1.1 200");
  }

  @Test
  void linesDoNotWaitForALongLookupOfTheirOwnCaller() {
    FairExecutor executor = fresh.context().getBean(FairExecutor.class);
    AtomicBoolean enough = new AtomicBoolean();
    var lookup =
        executor.submit(
            "modest",
            "a lookup",
            slot -> {
              while (!enough.get()) {
                slot.check();
              }
              return true;
            });
    try {
      Answer answer = stream("modest", "/duplicates", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n");
      assertThat(answer.lines()).hasSize(2).allMatch(line -> line.has("matches"));
      assertThat(lookup).isNotDone();
    } finally {
      enough.set(true);
    }
    lookup.join();
  }

  private static Answer send(String key, String method, String target, String body) {
    String json =
        body == null ? "" : body.replace('\'', '"').replace("LONG", "word ".repeat(4_000));
    return service.send(
        method, target, Map.of("X-API-Key", key, "Content-Type", RunningService.JSON), json);
  }

  private static Answer stream(String key, String target, String lines) {
    return service.send(
        "POST", target, Map.of("X-API-Key", key, "Content-Type", RunningService.NDJSON), lines);
  }

  /// The only permit, held by another caller.
  private record Held(CountDownLatch end, CompletableFuture<?> holder) implements AutoCloseable {

    static Held permit(FairExecutor executor) throws InterruptedException {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      var holder =
          executor.submit(
              "greedy",
              "held",
              slot -> {
                begun.countDown();
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return true;
              });
      begun.await();
      return new Held(end, holder);
    }

    void letGo() {
      end.countDown();
      holder.join();
    }

    @Override
    public void close() {
      letGo();
    }
  }
}
