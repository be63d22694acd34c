package io.neardup.cluster.check;

import io.neardup.Json;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import tools.jackson.databind.JsonNode;

/// A request whose lines are sent while its answer is read, which the client of the JDK cannot do.
final class LineStream implements AutoCloseable {

  private static final String STOPPING = "urn:neardup:problem:stopping";

  private final Socket socket = new Socket();
  private final URI server;
  private final String target;
  private final Duration timeout;

  /// @param timeout for the connection, and for each line of the answer
  LineStream(URI server, String target, Duration timeout) {
    this.server = server;
    this.target = target;
    this.timeout = timeout;
  }

  /// How an answer has ended.
  enum End {
    /// With the last chunk.
    IN_ORDER,
    /// Without it, or with a problem in place of further answers: not taken for an answer to all.
    CUT,
    /// Without a connection: nothing was sent.
    NOT_REACHED
  }

  /// Receives an answer.
  @FunctionalInterface
  interface Answers {
    void add(int line, JsonNode answer);
  }

  /// Sends lines.
  ///
  /// @param sent is told each line before it is sent
  /// @param answers is told each answer, in the order of the lines
  End send(List<String> lines, int pauseMillis, IntConsumer sent, Answers answers) {
    int millis = (int) timeout.toMillis();
    try {
      socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), millis / 2);
    } catch (IOException e) {
      return End.NOT_REACHED;
    }
    try {
      socket.setSoTimeout(millis);
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      write(
          out,
          "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
              .formatted(target, server.getAuthority()));
      sent.accept(0); // the thread below may be late
      Thread sender = Thread.ofVirtual().start(() -> send(out, lines, pauseMillis, sent));
      try {
        return read(new BufferedInputStream(socket.getInputStream()), answers);
      } finally {
        socket.close();
        sender.join();
      }
    } catch (IOException e) {
      return End.CUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return End.CUT;
    }
  }

  private static void send(
      OutputStream out, List<String> lines, int pauseMillis, IntConsumer sent) {
    try {
      for (int i = 0; i < lines.size(); i++) {
        if (i > 0) {
          sent.accept(i);
        }
        byte[] line = (lines.get(i) + "\n").getBytes(StandardCharsets.UTF_8);
        write(out, Integer.toHexString(line.length) + "\r\n");
        out.write(line);
        write(out, "\r\n");
        LockSupport.parkNanos(Duration.ofMillis(pauseMillis).toNanos());
      }
      write(out, "0\r\n\r\n");
    } catch (IOException e) {
      // The end of the answer shows it.
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static End read(InputStream in, Answers answers) throws IOException {
    String status = line(in);
    boolean chunked = false;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      chunked |= header.equalsIgnoreCase("Transfer-Encoding: chunked");
    }
    if (!status.contains(" 200 ") || !chunked) {
      return End.CUT;
    }
    StringBuilder open = new StringBuilder();
    int next = 0;
    boolean refused = false;
    for (int size = size(in); size > 0; size = size(in)) {
      open.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
      line(in);
      for (int end = open.indexOf("\n"); end >= 0; end = open.indexOf("\n")) {
        JsonNode answer = Json.read(open.substring(0, end));
        open.delete(0, end + 1);
        boolean isStopping = answer.at("/problem/type").asString("").equals(STOPPING);
        if (answer.has("line") && !isStopping) {
          answers.add(next++, answer);
          refused = answer.at("/problem/status").asInt(0) == 503; // if it is the last one
        } else { // the end of the stream, at the line that it names
          refused |= answer.has("problem");
        }
      }
    }
    return refused ? End.CUT : End.IN_ORDER;
  }

  private static int size(InputStream in) throws IOException {
    return Integer.parseInt(line(in), 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It was closed.
    }
  }
}
