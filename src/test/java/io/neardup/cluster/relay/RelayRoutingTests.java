package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.neardup.CapturedLog;
import io.neardup.FreePort;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Which instance answers, what it is told, and what happens if it is another one by then.
@Timeout(60)
class RelayRoutingTests {

  @TempDir Path directory;

  private final List<Instance> instances = new ArrayList<>();

  private Instance start(Instance.Handler handler) {
    return start(handler, Instance.SETTINGS, InstantSource.system());
  }

  private Instance start(Instance.Handler handler, RelaySettings settings, InstantSource clock) {
    Instance instance = new Instance(directory, handler, settings, clock, _ -> {});
    instances.add(instance);
    return instance;
  }

  /// An instance that answers with its name, what it was told, and the body.
  private Instance start(String name) {
    return start((request, response) -> {
      Hop hop = Hop.of(request);
      response
          .getOutputStream()
          .print(
              name
                  + " "
                  + request.getRemoteAddr()
                  + " "
                  + request.getHeader(HopSeal.HEADER)
                  + " "
                  + (hop == null ? "no hop" : hop.attributes().get("collection"))
                  + " "
                  + request.getRequestURL()
                  + " "
                  + new String(
                      request.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
    });
  }

  @AfterEach
  void stop() {
    instances.forEach(Instance::close);
  }

  private static RelaySettings within(Duration deadline, int atOnce) {
    return new RelaySettings(
        atOnce,
        deadline,
        Duration.ofMillis(500),
        Duration.ofSeconds(60),
        Duration.ofSeconds(30),
        null);
  }

  private static String call(Instance with, String request) throws IOException {
    try (RawClient client = new RawClient(with.port())) {
      client.send(
          request.replaceFirst("\r\n", " HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n"));
      return client.readAll();
    }
  }

  private static final String PUT = "PUT /d\r\nContent-Length: 3\r\n\r\nabc";

  @Test
  void theOwnerIsToldWhatTheRouteSaysAndTheClientIsNot() throws IOException {
    Instance owner = start("owner");
    Instance edge = start("edge");
    edge.forwardTo(owner);
    assertThat(call(edge, PUT))
        .endsWith("owner 127.0.0.1 null news & more http://a.example/d abc")
        .doesNotContain(HopSeal.HEADER);
  }

  @Test
  void theCallerOfASignedHopIsThatOfTheClient() throws IOException {
    Instance owner = start("owner");
    Hop hop = new Hop("203.0.113.9", "https", 8443, Map.of("collection", "c"));
    HopSeal seal = new HopSeal(Instance.SECRET, InstantSource.system());
    String sealed = seal.seal(hop, Call.of("GET", "/x"), Duration.ZERO);
    assertThat(call(owner, "GET /x\r\n" + HopSeal.HEADER + ": " + sealed + "\r\n\r\n"))
        .endsWith("owner 203.0.113.9 null c https://a.example:8443/x ");
  }

  @Test
  void hopsOfClientsDoNotCount() throws IOException {
    Instance owner = start("owner");
    Instance edge = start("edge");
    Hop hop = new Hop("203.0.113.9", "https", 443, Map.of("collection", "c"));
    String forged =
        new HopSeal("guessed", InstantSource.system())
            .seal(hop, Call.of("GET", "/x"), Duration.ZERO);
    String request =
        "GET /x\r\n" + HopSeal.HEADER + ": " + forged + "\r\n" + HopSeal.HEADER + ": b\r\n\r\n";
    try (CapturedLog log = CapturedLog.open(Level.WARN)) {
      for (int i = 0; i < 3; i++) { // one warning in a minute
        assertThat(call(owner, request))
            .endsWith("owner 127.0.0.1 null no hop http://a.example/x ");
      }
      assertThat(log.take())
          .singleElement()
          .asString()
          .contains("A request from 127.0.0.1", "neardup.cluster.instance-key");
    }
    assertThat(call(owner, request.replace("GET /x", "POST /peers/jobs")))
        .startsWith("HTTP/1.1 401 ")
        .contains("is signed with another neardup.cluster.instance-key");
    edge.forwardTo(owner);
    assertThat(call(edge, request))
        .endsWith("owner 127.0.0.1 null news & more http://a.example/x ");
  }

  @Test
  void aHopThatIsTooOldIsRefused() throws IOException {
    Instance owner = start("owner");
    String sealed =
        new HopSeal(Instance.SECRET, InstantSource.system())
            .seal(
                new Hop("203.0.113.9", "http", 80, Map.of()),
                Call.of("GET", "/x"),
                Duration.ofMinutes(-2));
    assertThat(call(owner, "GET /x\r\n" + HopSeal.HEADER + ": " + sealed + "\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ")
        .contains("Content-Length: 0");
    assertThat(owner.handled).hasValue(0);
  }

  /// An instance that does not have the partition yet may be the only one that is known as its
  /// owner for seconds.
  @Test
  void aReadThatIsRefusedIsSentToAnotherInstance() throws IOException {
    Instance starting = start("starting");
    Instance standby = start("standby");
    Instance edge = start("edge");
    starting.owns = (_, _) -> false;
    edge.routes =
        call -> {
          URI to = edge.unreached.contains(starting.uri()) ? standby.uri() : starting.uri();
          return new Route.Elsewhere(
              to, Map.of(), call.method().equals("PUT"), Duration.ofSeconds(30));
        };
    assertThat(call(edge, "GET /d\r\n\r\n")).contains("standby 127.0.0.1");
    edge.unreached.clear();
    AtomicInteger refused = new AtomicInteger();
    starting.owns = (_, _) -> refused.incrementAndGet() > 3;
    assertThat(call(edge, PUT)).contains("starting 127.0.0.1");
    assertThat(edge.unreached).isEmpty();
  }

  /// The connection is never accepted: the queue of the listener is full.
  @Test
  void aReadDoesNotWaitLongForAConnection() throws IOException {
    Instance standby = start("standby");
    Instance edge = start("edge");
    try (ServerSocket full = new ServerSocket(0, 1);
        Socket _ = new Socket("localhost", full.getLocalPort());
        Socket _ = new Socket("localhost", full.getLocalPort())) {
      URI silent = URI.create("http://localhost:" + full.getLocalPort());
      edge.routes =
          _ ->
              new Route.Elsewhere(
                  edge.unreached.contains(silent) ? standby.uri() : silent,
                  Map.of(),
                  false,
                  Duration.ofMillis(100));
      long begun = System.nanoTime();
      assertThat(call(edge, "GET /d\r\n\r\n")).contains("standby 127.0.0.1");
      assertThat(System.nanoTime() - begun).isLessThan(Instance.SETTINGS.connect().toNanos());
    }
  }

  @Test
  void instancesWhoseClocksAreAnHourApartForwardToEachOther() throws IOException {
    Instance owner =
        start(
            (_, response) -> response.getOutputStream().print("owner"),
            Instance.SETTINGS,
            InstantSource.offset(InstantSource.system(), Duration.ofHours(1)));
    Instance edge = start("edge");
    edge.forwardTo(owner);
    assertThat(call(edge, PUT)).endsWith("owner");
    assertThat(owner.handled).hasValue(1);
  }

  @Test
  void aRequestIsNeverForwardedTwice() throws IOException {
    Instance one = start("one", within(Duration.ofMillis(200), 10));
    Instance two = start("two", within(Duration.ofMillis(200), 10));
    one.forwardTo(two);
    two.forwardTo(one);
    one.owns = (_, _) -> false;
    two.owns = (_, _) -> false;
    assertThat(call(one, PUT))
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After: 1", "urn:neardup:problem:busy", "was not executed");
    two.owns = (_, _) -> true;
    assertThat(call(one, PUT)).contains("two 127.0.0.1");
  }

  private Instance start(String name, RelaySettings settings) {
    return start(
        (request, response) ->
            response.getOutputStream().print(name + " " + request.getRemoteAddr()),
        settings,
        InstantSource.system());
  }

  @Test
  void aRequestThatWasNotReadIsSentToTheNewOwner() throws IOException {
    Instance old = start("old");
    Instance owner = start("owner");
    Instance edge = start("edge");
    AtomicInteger asked = new AtomicInteger();
    edge.routes = _ -> Instance.to((asked.getAndIncrement() % 3 < 2 ? old : owner).uri());
    old.owns = (_, _) -> false;
    String bodyOfStream = "x".repeat(100_000);
    for (String request :
        List.of(
            PUT,
            "GET /d\r\n\r\n",
            "PUT /d\r\nContent-Length: 100000\r\n\r\n" + bodyOfStream,
            "PUT /d\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n"
                + bodyOfStream
                + "\r\n0\r\n\r\n",
            "PUT /d\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc")) {
      String answer = call(edge, request);
      assertThat(answer).contains("owner 127.0.0.1").doesNotContain(HopSeal.REFUSAL);
      if (!request.startsWith("GET")) {
        assertThat(answer).containsPattern("/d (abc|x{1000})");
      }
    }
    assertThat(old.handled).hasValue(0);
    assertThat(owner.handled).hasValue(5);
  }

  @Test
  void aRequestIsAnsweredHereIfThisInstanceBecomesTheOwner() throws IOException {
    Instance old = start("old");
    old.owns = (_, _) -> false;
    Instance edge = start("edge");
    AtomicInteger asked = new AtomicInteger();
    edge.routes = _ -> asked.getAndIncrement() == 0 ? Instance.to(old.uri()) : new Route.Here();
    assertThat(call(edge, PUT)).endsWith("edge 127.0.0.1 null no hop http://a.example/d abc");
    asked.set(0);
    assertThat(call(edge, "PUT /d\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
        .endsWith(" abc");
    asked.set(0);
    try (RawClient client = new RawClient(edge.port())) { // the connection can be used again
      for (int i = 0; i < 2; i++) {
        client.send("PUT /d HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc");
        assertThat(client.readTo(" abc")).startsWith("HTTP/1.1 200");
      }
    }
  }

  @Test
  void requestsWaitForAnOwnerUntilTheDeadline() throws IOException {
    Instance owner = start("owner");
    Instance edge = start("edge", within(Duration.ofMillis(300), 10));
    AtomicInteger asked = new AtomicInteger();
    edge.routes =
        _ ->
            asked.incrementAndGet() < 3
                ? new Route.Nowhere("partition 7 has no owner")
                : Instance.to(owner.uri());
    assertThat(call(edge, PUT)).contains("owner 127.0.0.1");
    edge.routes = _ -> new Route.Nowhere("partition 7 has no owner");
    assertThat(call(edge, PUT))
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After: 1", "not executed: partition 7 has no owner");
    URI nobody = URI.create("http://127.0.0.1:" + FreePort.find());
    edge.forwardTo(nobody);
    assertThat(call(edge, PUT)).startsWith("HTTP/1.1 503 ").contains("not executed");
    AtomicInteger tries = new AtomicInteger();
    edge.routes = _ -> Instance.to(tries.getAndIncrement() == 0 ? nobody : owner.uri());
    assertThat(call(edge, PUT)).contains("owner 127.0.0.1");
  }

  @Test
  void aRequestThatMayHaveBeenReadIsNotSentAgain() throws Exception {
    Instance edge = start("edge", within(Duration.ofMillis(500), 10));
    try (ServerSocket server = new ServerSocket(0)) {
      AtomicInteger accepted = new AtomicInteger();
      Thread.ofVirtual()
          .start(() -> {
            while (true) {
              try (Socket socket = server.accept()) {
                accepted.incrementAndGet();
                socket.getInputStream().read();
              } catch (IOException e) {
                return;
              }
            }
          });
      URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort());
      edge.forwardTo(uri);
      assertThat(call(edge, PUT)).contains("urn:neardup:problem:storage", "It is not known");
      assertThat(accepted).hasValue(1);
      // One that only reads is repeated once by each instance.
      edge.routes = _ -> new Route.Elsewhere(uri, Map.of(), false, Duration.ofSeconds(10));
      assertThat(call(edge, "GET /d\r\n\r\n"))
          .startsWith("HTTP/1.1 503")
          .contains("urn:neardup:problem:busy");
      assertThat(accepted).hasValue(3);
      Instance standby = start("standby");
      AtomicInteger asked = new AtomicInteger();
      edge.routes =
          _ ->
              new Route.Elsewhere(
                  asked.getAndIncrement() == 0 ? uri : standby.uri(),
                  Map.of(),
                  false,
                  Duration.ofSeconds(10));
      assertThat(call(edge, "GET /d\r\n\r\n")).contains("standby 127.0.0.1");
      assertThat(accepted).hasValue(4);
      // A standby that is known only later is asked, too.
      edge.routes =
          _ ->
              new Route.Elsewhere(
                  accepted.get() < 6 ? uri : standby.uri(),
                  Map.of(),
                  false,
                  Duration.ofSeconds(10));
      assertThat(call(edge, "GET /d\r\n\r\n")).contains("standby 127.0.0.1");
      assertThat(accepted).hasValue(6);
    }
  }

  /// The instance adds headers, so that the owner may refuse a head that it has read.
  @Test
  void aHeadNearTheLimitIsReadOrRefused() throws IOException {
    Instance owner = start("owner");
    Instance edge = start("edge");
    edge.forwardTo(owner);
    for (int length : new int[] {129_000, 130_000, 130_500, 130_900, 131_100, 140_000}) {
      int before = owner.handled.get();
      String answer = call(edge, "GET /d\r\nA: " + "x".repeat(length) + "\r\n\r\n");
      boolean isRead = owner.handled.get() > before;
      assertThat(answer).as("%s", length).startsWith(isRead ? "HTTP/1.1 200" : "HTTP/1.1 431");
    }
    for (int count : new int[] {90, 97, 98, 99, 100, 101}) {
      int before = owner.handled.get();
      String answer = call(edge, "GET /d\r\n" + "A: b\r\n".repeat(count) + "\r\n");
      boolean isRead = owner.handled.get() > before;
      assertThat(answer).as("%s", count).startsWith(isRead ? "HTTP/1.1 200" : "HTTP/1.1 4");
    }
  }

  @Test
  void aHopIsNotValidForAnotherRequest() throws IOException {
    Instance owner = start("owner");
    Hop hop = new Hop("203.0.113.9", "https", 443, Map.of("collection", "c"));
    String sealed =
        new HopSeal(Instance.SECRET, InstantSource.system())
            .seal(hop, Call.of("GET", "/x?a=1"), Duration.ZERO);
    for (String line : List.of("GET /x?a=2", "GET /x", "GET /X?a=1", "PUT /x?a=1", "GET /x?a=1&")) {
      assertThat(call(owner, line + "\r\n" + HopSeal.HEADER + ": " + sealed + "\r\n\r\n"))
          .contains("owner 127.0.0.1 null no hop");
    }
  }

  @Test
  void anUnsignedRefusalIsAnAnswer() throws IOException {
    Instance owner = start((_, response) -> response.setStatus(421));
    Instance edge = start("edge");
    edge.forwardTo(owner);
    assertThat(call(edge, PUT)).startsWith("HTTP/1.1 421 ");
    assertThat(owner.handled).hasValue(1);
  }

  @Test
  void anAnswerIsGivenUpWhenItsInstanceIsNoLongerTheOwner() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Instance owner = start((_, _) -> release.await());
    Instance edge = start("edge");
    edge.forwardTo(owner);
    edge.valid = (_, _) -> false;
    assertThat(call(edge, PUT)).startsWith("HTTP/1.1 503").contains("urn:neardup:problem:storage");
    release.countDown();
  }

  @Test
  void forwardedRequestsAreBounded() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(3);
    Instance owner =
        start((_, _) -> {
          entered.countDown();
          release.await();
        });
    Instance edge = start("edge", within(Duration.ofSeconds(5), 4));
    edge.routes = call -> call.path().equals("/here") ? new Route.Here() : Instance.to(owner.uri());
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      clients.add(new RawClient(edge.port()).send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n"));
    }
    entered.await();
    assertThat(call(edge, PUT))
        .startsWith("HTTP/1.1 429 ")
        .contains("Retry-After: 1", "urn:neardup:problem:too-many-requests");
    assertThat(call(edge, "GET /here\r\n\r\n")).startsWith("HTTP/1.1 200");
    release.countDown();
    for (RawClient client : clients) {
      assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      client.close();
    }
    assertThat(call(edge, PUT)).startsWith("HTTP/1.1 200");
  }

  /// The catalog may not be available for seconds, and no caller is authenticated before. A request
  /// that is forwarded afterwards counts once.
  @Test
  void requestsThatWaitForTheCatalogAreBounded() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(3);
    Instance owner = start("owner");
    Instance edge = start("edge", within(Duration.ofSeconds(5), 4));
    edge.isCatalogNeeded = true;
    edge.routes =
        _ -> {
          entered.countDown();
          await(release);
          return Instance.to(owner.uri());
        };
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      clients.add(new RawClient(edge.port()).send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n"));
    }
    entered.await();
    assertThat(call(edge, PUT)).startsWith("HTTP/1.1 429 ");
    release.countDown();
    for (RawClient client : clients) {
      assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      client.close();
    }
    assertThat(call(edge, PUT)).startsWith("HTTP/1.1 200");
  }

  private static void await(CountDownLatch release) {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void refusalsOfTheRoutingAreAnswered() throws IOException {
    Instance edge = start("edge");
    edge.routes =
        _ -> {
          throw new RequestException(Fault.NOT_FOUND, "collection", "does not exist");
        };
    assertThat(call(edge, PUT))
        .startsWith("HTTP/1.1 404 ")
        .contains("application/problem+json", "\"field\":\"collection\"", "requestId");
  }

  @Test
  void anInstanceAsksOthers() throws Exception {
    Instance owner = start("owner");
    Instance edge = start("edge");
    RelayClient client = edge.client();
    RelayClient.Question question =
        new RelayClient.Question(
            Call.of("POST", "/d?x=1"),
            "application/json",
            "abc".getBytes(StandardCharsets.US_ASCII));
    Route.Elsewhere to = Instance.to(owner.uri());
    for (int i = 0; i < 2; i++) {
      RelayClient.Answer answer = client.ask(to, question, Duration.ofSeconds(20));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(new String(answer.body(), StandardCharsets.ISO_8859_1))
          .startsWith("owner 127.0.0.1 null news & more ")
          .endsWith("abc");
    }
    owner.owns = (_, _) -> false;
    assertThatThrownBy(() -> client.ask(to, question, Duration.ofSeconds(20)))
        .isInstanceOf(RelayClient.NotReadException.class);
    CountDownLatch release = new CountDownLatch(1);
    Instance silent = start((_, _) -> release.await());
    assertThatThrownBy(
            () -> client.ask(Instance.to(silent.uri()), question, Duration.ofMillis(100)))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(RelayClient.NotReadException.class);
    release.countDown();
    Instance talker =
        start((_, response) -> response.getOutputStream().write(new byte[(32 << 20) + 1]));
    assertThatThrownBy(
            () -> client.ask(Instance.to(talker.uri()), question, Duration.ofSeconds(20)))
        .hasMessageContaining("longer than 33554432 bytes");
  }
}
