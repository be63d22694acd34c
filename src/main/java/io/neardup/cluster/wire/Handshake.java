package io.neardup.cluster.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// How a connection between instances begins: a request of HTTP/1.1 on the port of the API, which
/// changes to the protocol of instances (RFC 9110, §7.8). So instances need no port of their own,
/// and TLS, proxies and network policies apply as to other requests.
public final class Handshake {

  /// The path of the request.
  public static final String PATH = "/cluster";

  /// The protocol and its version, which grows with each change of the messages. An instance of
  /// another version refuses it.
  public static final String PROTOCOL = "neardup-instances/9";

  /// The header with the secret of the instances.
  public static final String KEY = "Neardup-Instance-Key";

  private static final int SWITCHING = 101;
  private static final int UPGRADE_REQUIRED = 426;
  private static final int NOT_FOUND = 404;
  private static final String LINE_END = "\r\n";
  private static final int MAX_HEAD = 16 << 10;

  private Handshake() {}

  /// Changes a connection that was just opened to the protocol of instances.
  ///
  /// @param instance its host and port
  /// @throws IOException if the other side refuses or is not an instance
  static void request(InputStream in, OutputStream out, String instance, String secret)
      throws IOException {
    List<String> head =
        List.of(
            "GET " + PATH + " HTTP/1.1",
            "Host: " + instance,
            "Connection: Upgrade",
            "Upgrade: " + PROTOCOL,
            KEY + ": " + secret,
            LINE_END);
    out.write(String.join(LINE_END, head).getBytes(StandardCharsets.UTF_8));
    out.flush();
    String answer = readHead(in);
    int status = status(answer);
    if (status != SWITCHING) {
      throw new IOException(
          switch (status) {
            case UPGRADE_REQUIRED ->
                "it runs another version of neardup, whose instances exchange other messages ("
                    + answer
                        .lines()
                        .filter(line -> line.startsWith("Upgrade:"))
                        .findFirst()
                        .orElse("")
                    + ", here "
                    + PROTOCOL
                    + "); run one version everywhere";
            case NOT_FOUND ->
                "it answers 404: it has another neardup.cluster.instance-key, or an earlier"
                    + " version";
            default -> "it answers " + status;
          });
    }
  }

  private static String readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int matched = 0; // of CR LF CR LF
    while (matched < 4) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("it has closed the connection");
      }
      head.write(next);
      matched = next == (matched % 2 == 0 ? '\r' : '\n') ? matched + 1 : next == '\r' ? 1 : 0;
      if (head.size() > MAX_HEAD) {
        throw new IOException("its answer is not HTTP");
      }
    }
    return head.toString(StandardCharsets.UTF_8);
  }

  private static int status(String head) throws IOException {
    String[] words = head.lines().findFirst().orElse("").split(" ", -1);
    try {
      return words[0].startsWith("HTTP/1.") && words.length > 1 ? Integer.parseInt(words[1]) : -1;
    } catch (NumberFormatException e) {
      throw new IOException("its answer is not HTTP", e);
    }
  }
}
