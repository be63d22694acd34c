package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Streams in both directions: order, backpressure, and what is seen when a side ends or fails.
@Timeout(60)
class RelayStreamTests {

  private static final String STREAM =
      "POST /lines HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

  /// More than all buffers between a client and an owner hold, those of the system included.
  private static final long MORE_THAN_BUFFERS = 40L << 20;

  @TempDir Path directory;

  private Instance owner;
  private Instance edge;
  private volatile Instance.Handler handler = RelayStreamTests::echo;

  /// How reading or writing at the owner has ended.
  private final CompletableFuture<String> end = new CompletableFuture<>();

  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicLong moved = new AtomicLong();

  @BeforeEach
  void start() {
    owner = new Instance(directory, (request, response) -> handler.handle(request, response));
    edge = new Instance(directory, (_, _) -> {});
    edge.forwardTo(owner);
  }

  @AfterEach
  void stop() {
    release.countDown();
    edge.close();
    owner.close();
  }

  /// Answers what has arrived.
  private static void echo(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("application/x-ndjson");
    byte[] buffer = new byte[8192];
    InputStream in = request.getInputStream();
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      response.getOutputStream().write(buffer, 0, count);
      response.flushBuffer();
    }
  }

  /// Reads the body to its end, and records how that went.
  private void swallow(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      byte[] buffer = new byte[8192];
      InputStream in = request.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        moved.addAndGet(count);
      }
      end.complete("whole");
    } catch (IOException e) {
      end.complete("cut");
      throw e;
    }
  }

  @Test
  void answersArriveWhileTheRequestIsWritten() throws IOException {
    try (RawClient client = new RawClient(edge.port())) {
      client.send(STREAM).chunk("one\n");
      client.readHead();
      assertThat(client.readTo("one\n\r\n")).isEqualTo("4\r\none\n\r\n");
      client.chunk("two\n");
      assertThat(client.readTo("two\n\r\n")).isEqualTo("4\r\ntwo\n\r\n");
      client.send("0\r\n\r\n");
      assertThat(client.readTo("0\r\n\r\n")).isEqualTo("0\r\n\r\n");
      // The connection can be used again.
      client.send(STREAM).chunk("three\n").send("0\r\n\r\n");
      assertThat(client.readTo("0\r\n\r\n")).contains("three");
    }
  }

  @Test
  void streamsOf100MegabytesPassInBothDirections() throws Exception {
    String line = "x".repeat(64 << 10);
    handler =
        (request, response) -> {
          byte[] buffer = new byte[16 << 10];
          InputStream in = request.getInputStream();
          for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            response.getOutputStream().write(buffer, 0, count);
          }
        };
    try (RawClient client = new RawClient(edge.port())) {
      client.send(STREAM);
      Thread writer =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int i = 0; i < 1600; i++) {
                    client.chunk(line);
                  }
                  client.send("0\r\n\r\nGET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      client.readHead();
      long read = 0;
      int xs = 0;
      byte[] buffer = new byte[64 << 10];
      for (int count = client.in.read(buffer); count >= 0; count = client.in.read(buffer)) {
        read += count;
        for (int i = 0; i < count; i++) {
          xs += buffer[i] == 'x' ? 1 : 0;
        }
      }
      writer.join();
      assertThat(xs).isEqualTo(1600 << 16);
      assertThat(read).isLessThan((1600 << 16) + (2 << 20));
    }
  }

  @Test
  void anOwnerThatDoesNotReadStopsTheClient() throws Exception {
    handler =
        (request, response) -> {
          request.getInputStream().read();
          release.await();
          swallow(request, response);
        };
    try (RawClient client = new RawClient(edge.port())) {
      client.send(STREAM);
      long sent = fill(client);
      assertThat(sent).isLessThan(MORE_THAN_BUFFERS);
      assertThat(moved).hasValue(0);
      release.countDown();
    }
    assertThat(end.get()).isEqualTo("cut");
  }

  /// Writes until nothing is taken any more.
  private static long fill(RawClient client) throws Exception {
    byte[] chunk = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    AtomicLong sent = new AtomicLong();
    Thread writer =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (sent.get() < 2 * MORE_THAN_BUFFERS) {
                  client.send(chunk);
                  sent.addAndGet(chunk.length);
                }
              } catch (IOException e) {
                // The test has closed the connection.
              }
            });
    awaitStill(sent, writer);
    return sent.get();
  }

  /// Waits until a count does not grow within half a second.
  private static void awaitStill(AtomicLong count, Thread worker) throws InterruptedException {
    long before = -1;
    while (before != count.get()) {
      before = count.get();
      if (worker.join(Duration.ofMillis(500))) {
        return;
      }
    }
  }

  @Test
  void aClientThatDoesNotReadStopsTheOwner() throws Exception {
    CompletableFuture<Thread> writing = new CompletableFuture<>();
    handler =
        (_, response) -> {
          writing.complete(Thread.currentThread());
          byte[] part = new byte[16 << 10];
          while (moved.get() < 2 * MORE_THAN_BUFFERS) {
            response.getOutputStream().write(part);
            moved.addAndGet(part.length);
          }
        };
    try (RawClient client = new RawClient(edge.port())) {
      client.send("GET /long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      awaitStill(moved, writing.get());
      assertThat(moved.get()).isLessThan(MORE_THAN_BUFFERS);
      assertThat((long) client.readAll().length()).isGreaterThan(2 * MORE_THAN_BUFFERS);
    }
  }

  @Test
  void anUploadThatEndsEarlyIsCutAtTheOwner() throws Exception {
    handler = this::swallow;
    for (String begin :
        new String[] {
          "",
          "3",
          "3\r\n",
          "3\r\na",
          "3\r\nabc",
          "3\r\nabc\r\n",
          "3\r\nabc\r\n0",
          "3\r\nabc\r\n0\r\n"
        }) {
      for (boolean reset : new boolean[] {false, true}) {
        assertThat(cutUpload(STREAM.replace("/lines", "/cut"), begin, reset))
            .as("%s", begin)
            .isNotEqualTo("whole");
      }
    }
    String long70 =
        "POST /cut HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 70000\r\n\r\n";
    for (int sent : new int[] {0, 1, 69_999}) {
      for (boolean reset : new boolean[] {false, true}) {
        assertThat(cutUpload(long70, "x".repeat(sent), reset)).as("%s", sent).isNotEqualTo("whole");
      }
    }
  }

  /// @return how the owner has seen the end of the upload
  private String cutUpload(String head, String begin, boolean reset) throws Exception {
    CompletableFuture<String> seen = new CompletableFuture<>();
    CountDownLatch entered = new CountDownLatch(1);
    handler =
        (request, _) -> {
          entered.countDown();
          try {
            request.getInputStream().readAllBytes();
            seen.complete("whole");
          } catch (IOException e) {
            seen.complete("cut");
            throw e;
          }
        };
    try (RawClient client = new RawClient(edge.port())) {
      client.send(head);
      entered.await();
      client.send(begin);
      if (reset) {
        client.reset();
      } else {
        client.socket.shutdownOutput();
        assertThat(client.readAll()).doesNotStartWith("HTTP/1.1 200");
      }
      return seen.get();
    }
  }

  @Test
  void anAnswerThatEndsEarlyIsCutAtTheClient() throws Exception {
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    String known = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    String packed =
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (boolean reset : new boolean[] {false, true}) {
      for (boolean upload : new boolean[] {false, true}) {
        for (String begin :
            new String[] {
              "", "3", "3\r\n", "3\r\na", "3\r\nabc", "3\r\nabc\r\n", "3\r\nabc\r\n0", "zz\r\n"
            }) {
          assertThat(answerOf(chunked + begin, reset, upload))
              .as("%s", begin)
              .doesNotContain("0\r\n\r\n")
              .doesNotContain("Content-Length");
          assertThat(answerOf(packed + begin, reset, upload)).doesNotContain("0\r\n\r\n");
        }
        for (String begin : new String[] {"", "a", "abcd"}) {
          assertThat(answerOf(known + begin, reset, upload)).doesNotContain("abcde");
        }
        for (String begin :
            new String[] {
              "",
              "HTTP/1.1 2",
              "HTTP/1.1 200 OK\r\n",
              "HTTP/1.1 200 OK\r\nA: b\r\n",
              "nonsense\r\n\r\n"
            }) {
          assertThat(answerOf(begin, reset, upload))
              .as("%s", begin)
              .startsWith("HTTP/1.1 503")
              .contains("urn:neardup:problem:storage")
              .contains("It is not known whether");
        }
      }
    }
  }

  /// In HTTP/1.0, the end of the connection is that of the answer.
  @Test
  void aClientOfHttp10SeesThatItsAnswerIsCut() throws Exception {
    for (String answer :
        new String[] {
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
          "HTTP/1.1 200 OK\r\n\r\nabc"
        }) {
      boolean isCut = answer.contains("chunked");
      try (ServerSocket server = new ServerSocket(0);
          RawClient client = new RawClient(edge.port())) {
        edge.forwardTo(java.net.URI.create("http://127.0.0.1:" + server.getLocalPort()));
        client.send("GET /x HTTP/1.0\r\n\r\n");
        try (Socket accepted = server.accept()) {
          readHead(accepted);
          accepted.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
          client.readTo("\r\n\r\nabc"); // the id of the request may contain the letters
        }
        if (isCut) {
          assertThatThrownBy(client.in::read).isInstanceOf(java.net.SocketException.class);
        } else {
          assertThat(client.in.read()).isNegative();
        }
      }
    }
  }

  /// What a client gets if an owner sends only this.
  private String answerOf(String bytes, boolean reset, boolean upload) throws IOException {
    try (ServerSocket server = new ServerSocket(0);
        RawClient client = new RawClient(edge.port())) {
      edge.forwardTo(java.net.URI.create("http://127.0.0.1:" + server.getLocalPort()));
      if (upload) {
        client.send(STREAM.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      } else {
        client.send("DELETE /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      }
      try (Socket accepted = server.accept()) {
        accepted.setSoTimeout(20_000);
        OutputStream out = accepted.getOutputStream();
        readHead(accepted);
        if (upload) {
          out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        out.write(bytes.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        if (reset) {
          accepted.setSoLinger(true, 0);
        }
      }
      return client.readAll();
    }
  }

  @Test
  void ambiguousAnswersDoNotReachTheClient() throws Exception {
    for (String head :
        new String[] {
          "Content-Length: 3\r\nContent-Length: 60",
          "Content-Length: 3, 60",
          "Content-Length: -3",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: xchunked",
          "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
          "A: " + "x".repeat(600 << 10),
          "A: b\r\n".repeat(1001) + "A: b",
          "A b"
        }) {
      assertThat(answerOf("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\nxyz", false, false))
          .as("%.60s", head)
          .startsWith("HTTP/1.1 503")
          .doesNotContain("xyz");
    }
    assertThat(answerOf("HTTP/1.1 101 X\r\n\r\nxyz", false, false)).startsWith("HTTP/1.1 503");
    String both = "HTTP/1.1 200 OK\r\nContent-Length: 60\r\nTransfer-Encoding: chunked\r\n\r\n";
    assertThat(answerOf(both + "3;a=b\r\nxyz\r\n0\r\nX-Trailer: 1\r\n\r\n", false, false))
        .contains("xyz")
        .doesNotContain("X-Trailer", "a=b", "Content-Length")
        .endsWith("0\r\n\r\n");
    String early =
        "HTTP/1.1 103 Hints\r\nLink: a\r\n\r\nHTTP/1.1 204 \r\nContent-Length: 3\r\n\r\n";
    assertThat(answerOf(early + "xyz", false, false))
        .startsWith("HTTP/1.1 204")
        .doesNotContain("Link", "xyz");
  }

  /// A connection with bytes that no request has asked for is not used again.
  @Test
  void bytesAfterAnAnswerAreNotTheNextAnswer() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n";
    try (ServerSocket server = new ServerSocket(0);
        RawClient client = new RawClient(edge.port())) {
      edge.forwardTo(java.net.URI.create("http://127.0.0.1:" + server.getLocalPort()));
      try (Socket first = closing(server, client, answer + "a" + answer + "x");
          Socket second = closing(server, client, answer + "b")) {
        assertThat(first.getPort()).isNotEqualTo(second.getPort());
      }
    }
  }

  private static Socket closing(ServerSocket server, RawClient client, String answer)
      throws IOException {
    client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
    server.setSoTimeout(20_000);
    Socket accepted = server.accept();
    readHead(accepted);
    accepted.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    client.readHead();
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertThat((char) client.in.read()).isEqualTo(body.charAt(0));
    return accepted;
  }

  private static String readHead(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      assertThat(next).isNotNegative();
      head.append((char) next);
    }
    return head.toString();
  }

  @Test
  void anOwnerThatIsNotReadAnyMoreSeesIt() throws Exception {
    handler =
        (_, response) -> {
          try {
            byte[] part = new byte[16 << 10];
            while (true) {
              response.getOutputStream().write(part);
              response.flushBuffer();
              moved.addAndGet(part.length);
            }
          } catch (IOException e) {
            end.complete("cut");
          }
        };
    try (RawClient client = new RawClient(edge.port())) {
      client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n");
      client.readHead();
      client.reset();
    }
    assertThat(end.get()).isEqualTo("cut");
  }

  @Test
  void anAnswerBeforeTheEndOfTheUploadEndsTheUpload() throws Exception {
    AtomicInteger answers = new AtomicInteger();
    handler =
        (request, response) -> {
          request.getInputStream().read();
          response.setStatus(413);
          response.getOutputStream().print("too large");
          answers.incrementAndGet();
        };
    try (RawClient client = new RawClient(edge.port())) { // one that is silent then
      client.send(STREAM).chunk("a\n");
      assertThat(client.readAll()).startsWith("HTTP/1.1 413").contains("too large");
    }
    try (RawClient client = new RawClient(edge.port())) { // one that sends on
      client.send(STREAM);
      String part = "x".repeat(1 << 20);
      for (int i = 0; i < 8; i++) {
        client.chunk(part);
      }
      client.send("0\r\n\r\n");
      assertThat(client.readTo("too large")).startsWith("HTTP/1.1 413");
    }
    assertThat(answers).hasValue(2);
  }

  @Test
  void anInstanceMayCloseItsConnectionsAfterAnyRequest() throws Exception {
    try (Instance closing =
        new Instance(
            directory,
            (request, response) -> {
              response.flushBuffer(); // so the body is sent without a 100
              echo(request, response);
            },
            Instance.SETTINGS,
            InstantSource.system(),
            connector -> connector.setProperty("maxKeepAliveRequests", "2"))) {
      edge.forwardTo(closing);
      String part = "x".repeat(10_000);
      try (RawClient client = new RawClient(edge.port())) {
        for (int i = 0; i < 7; i++) {
          client.send("GET /d HTTP/1.1\r\nHost: a\r\n\r\n");
          assertThat(client.readTo("0\r\n\r\n")).startsWith("HTTP/1.1 200");
          client.send(STREAM).chunk(part).send("0\r\n\r\n");
          assertThat(client.readHead()).startsWith("HTTP/1.1 200");
          assertThat(RawClient.joined(client.readTo("\r\n0\r\n\r\n"))).isEqualTo(part);
        }
      }
    }
  }

  @Test
  void aClientThatHasSentEverythingAndReadsNothingIsLeft() throws Exception {
    try (Instance impatient =
        new Instance(
            directory,
            (_, _) -> {},
            Instance.SETTINGS,
            InstantSource.system(),
            connector -> connector.setProperty("connectionTimeout", "500"))) {
      impatient.forwardTo(owner);
      handler =
          (request, response) -> {
            request.getInputStream().readAllBytes();
            try {
              byte[] part = new byte[16 << 10];
              while (true) {
                response.getOutputStream().write(part);
              }
            } catch (IOException e) {
              end.complete("cut");
            }
          };
      try (RawClient client = new RawClient(impatient.port())) {
        client.send(STREAM).chunk("abc").send("0\r\n\r\n");
        assertThat(end.get()).isEqualTo("cut");
        assertThat(client.readAll()).startsWith("HTTP/1.1 200").doesNotEndWith("0\r\n\r\n");
      }
    }
  }
}
