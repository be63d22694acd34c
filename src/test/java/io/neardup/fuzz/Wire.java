package io.neardup.fuzz;

import io.neardup.RunningService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Sends arbitrary bytes unchanged, and reads the answer until the service closes the connection.
final class Wire {

  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

  private static final Pattern VERSION = Pattern.compile("[!-~]+ +[^\\s][^\r\n]* HTTP/");

  private static final Pattern REQUEST_LINE = Pattern.compile("[!-~]+ +[!-~]");

  private Wire() {}

  /// An answer.
  ///
  /// @param headers by name, ignoring case
  record Answer(int status, Map<String, String> headers, byte[] body) {

    /// The value of a header, empty if it is missing.
    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    /// The body as text.
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /// The end of the head of a message, including the empty line; -1 if it has none.
  static int endOfHead(byte[] message, int from) {
    for (int at = from; at + END_OF_HEAD.length <= message.length; at++) {
      if (Arrays.equals(message, at, at + END_OF_HEAD.length, END_OF_HEAD, 0, 4)) {
        return at + END_OF_HEAD.length;
      }
    }
    return -1;
  }

  /// Whether a request begins with a method and an address; otherwise Tomcat treats it as HTTP 0.9,
  /// which has neither status nor headers.
  static boolean hasRequestLine(byte[] request) {
    return REQUEST_LINE.matcher(text(request, 0, request.length)).lookingAt();
  }

  /// Completes a request so that it can be answered: adds the version of HTTP, an empty line after
  /// the head, `Host`, and the length of the body unless a header defines it.
  static byte[] complete(byte[] request) {
    int end = endOfHead(request, 0);
    int bodyAt = end < 0 ? request.length : end;
    String head = text(request, 0, bodyAt) + (end < 0 ? "\r\n\r\n" : "");
    int line = 0;
    while (head.charAt(line) != '\r' && head.charAt(line) != '\n') {
      line++;
    }
    StringBuilder more = new StringBuilder("\r\nHost: localhost\r\nConnection: close");
    if (!VERSION.matcher(head).lookingAt()) {
      more.insert(0, " HTTP/1.1"); // without it, the answer has no head
    }
    String small = head.toLowerCase(Locale.ROOT);
    if (bodyAt < request.length
        && !small.contains("content-length")
        && !small.contains("transfer-encoding")) {
      more.append("\r\nContent-Length: " + (request.length - bodyAt));
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(
        (head.substring(0, line) + more + head.substring(line))
            .getBytes(StandardCharsets.ISO_8859_1));
    whole.write(request, bodyAt, request.length - bodyAt);
    return whole.toByteArray();
  }

  /// Sends a whole request and returns the answer.
  ///
  /// @throws IOException if no answer arrives within a minute, or it is not HTTP
  static Answer send(RunningService service, byte[] request) throws IOException {
    try (Socket socket = service.connect()) {
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
      } catch (SocketException e) {
        // refused before it was sent completely: the answer can be read
      }
      boolean hasBody = !startsWith(request, "HEAD ");
      return read(readAll(socket.getInputStream()), hasBody);
    }
  }

  private static boolean startsWith(byte[] request, String start) {
    return new String(request, StandardCharsets.ISO_8859_1).startsWith(start);
  }

  private static byte[] readAll(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[1 << 16];
    try {
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        all.write(some, 0, n);
      }
    } catch (SocketException e) {
      if (all.size() == 0) {
        throw e;
      }
      // reset after the answer, because the service did not read everything
    }
    return all.toByteArray();
  }

  private static Answer read(byte[] all, boolean hasBody) throws IOException {
    int bodyAt = endOfHead(all, 0);
    if (bodyAt < 0 || !startsWith(all, "HTTP/1.1 ")) {
      throw new IOException("not an HTTP answer: '" + text(all, 0, all.length) + "'");
    }
    List<String> head = text(all, 0, bodyAt).lines().toList();
    int status = Integer.parseInt(head.getFirst().split(" ", 3)[1]);
    if (status < 200) {
      return read(Arrays.copyOfRange(all, bodyAt, all.length), hasBody); // skips an interim answer
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String header : head.subList(1, head.size() - 1)) {
      int colon = header.indexOf(':');
      headers.put(header.substring(0, colon), header.substring(colon + 1).strip());
    }
    byte[] body = new byte[0];
    if (hasBody && status != 204 && status != 304) {
      if (headers.getOrDefault("Transfer-Encoding", "").equals("chunked")) {
        body = join(all, bodyAt);
      } else {
        String said = headers.get("Content-Length");
        // In HTTP 1.0, the end of the connection may be the end of the answer.
        int length = said == null ? all.length - bodyAt : Integer.parseInt(said);
        checkWhole(all, bodyAt + length);
        body = Arrays.copyOfRange(all, bodyAt, bodyAt + length);
      }
    }
    return new Answer(status, headers, body);
  }

  private static byte[] join(byte[] all, int from) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int at = from; ; ) {
      int line = at;
      while (line < all.length && all[line] != '\r') {
        line++;
      }
      checkWhole(all, line + 2);
      int length = Integer.parseInt(text(all, at, line), 16);
      if (length == 0) {
        return body.toByteArray();
      }
      checkWhole(all, line + 2 + length + 2);
      body.write(all, line + 2, length);
      at = line + 2 + length + 2;
    }
  }

  private static void checkWhole(byte[] all, int end) throws IOException {
    if (end > all.length) {
      throw new IOException("the answer is cut: " + text(all, 0, all.length));
    }
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
