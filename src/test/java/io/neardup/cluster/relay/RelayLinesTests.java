package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.cluster.relay.RelayClient.Answer;
import io.neardup.cluster.relay.RelayClient.Question;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An answer of many lines, from an instance that sends bytes.
@Timeout(60)
class RelayLinesTests {

  private static final String HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String END = "0\r\n\r\n";

  private final Relay relay =
      new Relay(new HopSeal(Instance.SECRET, InstantSource.system()), Instance.SETTINGS);
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private ServerSocket server;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    relay.close();
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  /// What the instance does once it has a request.
  private interface Sender {
    void send(RawSender to) throws Exception;
  }

  private interface RawSender {
    void send(String text) throws IOException;
  }

  private void answer(Sender sender) {
    Thread.ofVirtual()
        .start(() -> {
          try (Socket socket = server.accept()) {
            byte[] request = new byte[1 << 16];
            assertThat(socket.getInputStream().read(request)).isPositive();
            sender.send(text -> {
              socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
              socket.getOutputStream().flush();
            });
          } catch (Exception e) {
            // The client has given up.
          }
        });
  }

  private Answer ask(BooleanSupplier goesOn) throws IOException {
    URI instance = URI.create("http://127.0.0.1:" + server.getLocalPort());
    return new RelayClient(relay)
        .lines(
            new Route.Elsewhere(instance, Map.of(), false, Duration.ofMinutes(1)),
            new Question(Call.of("POST", "/x"), "application/json", null),
            Duration.ofMinutes(1),
            goesOn,
            line -> lines.add(new String(line, StandardCharsets.UTF_8)));
  }

  @Test
  void linesArePassedWhileOthersAreWritten() throws IOException {
    CountDownLatch first = new CountDownLatch(1);
    answer(to -> {
      to.send(HEAD + chunk("one\ntw"));
      first.await();
      to.send(chunk("o\n") + END);
    });
    Thread.ofVirtual()
        .start(() -> {
          while (lines.isEmpty()) {
            Thread.onSpinWait();
          }
          first.countDown();
        });
    Answer answer = ask(() -> true);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
    assertThat(lines).containsExactly("one", "two");
  }

  @Test
  void anAnswerThatIsCutFails() {
    answer(to -> to.send(HEAD + chunk("one\ntwo\n")));
    assertThatThrownBy(() -> ask(() -> true)).isInstanceOf(IOException.class);
    assertThat(lines).containsExactly("one", "two");
  }

  @Test
  void anAnswerThatEndsWithinALineFails() {
    answer(to -> to.send(HEAD + chunk("one\ntw") + END));
    assertThatThrownBy(() -> ask(() -> true)).isInstanceOf(IOException.class);
    assertThat(lines).containsExactly("one");
  }

  @Test
  void aRefusalIsReadWhole() throws IOException {
    answer(to -> to.send("HTTP/1.1 404 \r\nContent-Length: 5\r\n\r\na\nb\nc"));
    Answer answer = ask(() -> true);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).asString().isEqualTo("a\nb\nc");
    assertThat(lines).isEmpty();
  }

  @Test
  void whoGivesUpDoesNotWaitForASilentInstance() {
    AtomicBoolean goesOn = new AtomicBoolean(true);
    CountDownLatch end = new CountDownLatch(1);
    answer(to -> {
      to.send(HEAD + chunk("one\n"));
      goesOn.set(false);
      end.await();
    });
    assertThatThrownBy(() -> ask(goesOn::get)).isInstanceOf(IOException.class);
    end.countDown();
  }
}
