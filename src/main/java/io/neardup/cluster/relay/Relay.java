package io.neardup.cluster.relay;

import io.neardup.web.problem.RequestIdValve;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpStatus;

/// What an instance's forwarded requests share: the key, the clock offsets of other instances, and
/// a pool of connections to them. Idle connections stay open for a while.
public final class Relay implements AutoCloseable {

  /// Shorter than the time for which instances keep idle connections open
  /// (server.tomcat.keep-alive-timeout).
  private static final Duration LONGEST_IDLE = Duration.ofSeconds(30);

  /// How often connections are checked.
  private static final Duration CHECK = Duration.ofMillis(100);

  private static final int DEAD_AFTER_SECONDS = 20;

  private final HopSeal seal;
  private final RelaySettings settings;
  private final Map<URI, Duration> clocks = new ConcurrentHashMap<>();
  private final Map<URI, Deque<Connection>> idle = new ConcurrentHashMap<>();
  private final Set<Connection> inUse = ConcurrentHashMap.newKeySet();
  private final Thread watch;

  /// @param seal with the key of the instances
  public Relay(HopSeal seal, RelaySettings settings) {
    this.seal = seal;
    this.settings = settings;
    this.watch = Thread.ofVirtual().name("relay-watch").start(this::watch);
  }

  HopSeal seal() {
    return seal;
  }

  RelaySettings settings() {
    return settings;
  }

  /// The first line of a request.
  static StringBuilder head(Call call) {
    return new StringBuilder(1024)
        .append(call.method())
        .append(' ')
        .append(call.target())
        .append(" HTTP/1.1\r\n");
  }

  /// Adds this instance's headers to a request.
  ///
  /// @return the value of [HopSeal#HEADER]
  String addHeaders(StringBuilder head, Hop hop, Call call, URI instance) {
    String sealed = seal.seal(hop, call, clocks.getOrDefault(instance, Duration.ZERO));
    String id = RequestIdValve.current();
    if (id != null) {
      header(head, RequestIdValve.HEADER, id);
    }
    header(head, HopSeal.HEADER, sealed);
    header(head, "Expect", "100-continue"); // makes the instance accept a request at once
    return sealed;
  }

  static void header(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /// Whether an answer states that the instance has not read the request.
  boolean isRefusal(ClassicHttpResponse head, String sealed, URI instance) {
    Header refusal = head.getFirstHeader(HopSeal.REFUSAL);
    Duration ahead =
        refusal == null || head.getCode() != HttpStatus.SC_MISDIRECTED_REQUEST
            ? null
            : seal.refused(refusal.getValue(), sealed);
    if (ahead == null) {
      return false;
    }
    clocks.put(instance, ahead);
    return true;
  }

  static String message(Throwable e) {
    return Objects.toString(e.getMessage(), e.getClass().getSimpleName());
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(CHECK);
        inUse.forEach(Connection::check);
        idle.values().forEach(Relay::closeUnused);
      }
    } catch (InterruptedException e) {
      // Already closed.
    }
  }

  private static void closeUnused(Deque<Connection> waiting) {
    Connection oldest = waiting.peekLast();
    while (oldest != null && oldest.isIdleFor(LONGEST_IDLE)) {
      if (waiting.removeLastOccurrence(oldest)) {
        oldest.abort();
      }
      oldest = waiting.peekLast();
    }
  }

  /// Number of connections in use.
  int inUse() {
    return inUse.size();
  }

  /// Takes a connection for one request.
  ///
  /// @param patience how long the instance may take to accept it
  /// @throws IOException if the instance is not reached; nothing was sent to it
  Connection take(URI instance, Duration patience) throws IOException {
    Deque<Connection> waiting = idle.computeIfAbsent(instance, _ -> new ConcurrentLinkedDeque<>());
    Connection connection = waiting.pollFirst();
    while (connection != null && !connection.isOpen()) {
      connection.abort();
      connection = waiting.pollFirst();
    }
    if (connection == null) {
      connection = connect(instance, patience);
    }
    inUse.add(connection);
    return connection;
  }

  /// Returns a connection.
  ///
  /// @param complete whether request and answer are complete; otherwise the other side sees a cut
  void giveBack(Connection connection, boolean complete) {
    inUse.remove(connection);
    Deque<Connection> waiting = idle.get(connection.instance());
    if (complete && connection.isReusable() && waiting != null) {
      connection.idle();
      waiting.addFirst(connection);
    } else {
      connection.abort();
    }
  }

  @SuppressWarnings("resource") // closed with the connection
  private Connection connect(URI instance, Duration patience) throws IOException {
    boolean tls = "https".equals(instance.getScheme());
    int port = instance.getPort();
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, DEAD_AFTER_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, DEAD_AFTER_SECONDS / 4);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 4);
      int millis = (int) Math.min(settings.connect().toMillis(), patience.toMillis());
      channel.socket().connect(new InetSocketAddress(instance.getHost(), port), millis);
      channel.socket().setSoTimeout(millis); // for the handshake
      Socket socket = tls ? secure(channel, instance.getHost(), port) : channel.socket();
      channel.socket().setSoTimeout(0);
      return new Connection(instance, channel, socket);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e instanceof IOException io ? io : new IOException(e);
    }
  }

  private Socket secure(SocketChannel channel, String host, int port) throws IOException {
    try {
      SSLContext given = settings.tls();
      SSLContext tls = given == null ? SSLContext.getDefault() : given;
      SSLSocket socket =
          (SSLSocket) tls.getSocketFactory().createSocket(channel.socket(), host, port, true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    watch.interrupt();
    idle.values().forEach(waiting -> waiting.forEach(Connection::abort));
    idle.clear();
    inUse.forEach(Connection::abort);
  }
}
