package io.neardup.cluster.relay;

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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;

/// The connections to other instances. Those that no request uses stay open for a while.
final class Connections implements AutoCloseable {

  /// Less than instances keep idle connections open (server.tomcat.keep-alive-timeout).
  private static final Duration LONGEST_IDLE = Duration.ofSeconds(30);

  /// How often connections in use are checked.
  private static final Duration CHECK = Duration.ofMillis(100);

  private static final int DEAD_AFTER_SECONDS = 20;
  private static final int HTTPS = 443;
  private static final int HTTP = 80;

  private final RelaySettings settings;
  private final Map<URI, Deque<Connection>> idle = new ConcurrentHashMap<>();

  private final Set<Connection> inUse = ConcurrentHashMap.newKeySet();
  private final Thread watch = Thread.ofVirtual().name("relay-watch").start(this::watch);

  Connections(RelaySettings settings) {
    this.settings = settings;
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(CHECK);
        inUse.forEach(Connection::check);
      }
    } catch (InterruptedException e) {
      // It is closed.
    }
  }

  /// A connection for one request.
  ///
  /// @throws IOException if the instance is not reached; nothing was sent to it
  Connection take(URI instance) throws IOException {
    Deque<Connection> waiting = idle.get(instance);
    if (waiting != null) {
      for (Connection next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
        if (!next.isIdleFor(LONGEST_IDLE) && next.isOpen()) {
          inUse.add(next);
          return next;
        }
        next.abort();
      }
    }
    Connection connection = connect(instance);
    inUse.add(connection);
    return connection;
  }

  /// Returns a connection.
  ///
  /// @param complete whether request and answer are; otherwise the other side sees that they are
  ///   cut
  void giveBack(Connection connection, boolean complete) {
    inUse.remove(connection);
    if (!complete || !connection.isReusable()) {
      connection.abort();
      return;
    }
    connection.idle();
    Deque<Connection> waiting =
        idle.computeIfAbsent(connection.instance(), _ -> new ConcurrentLinkedDeque<>());
    waiting.addFirst(connection);
    Connection oldest = waiting.peekLast();
    if (oldest != null && oldest.isIdleFor(LONGEST_IDLE) && waiting.removeLastOccurrence(oldest)) {
      oldest.abort();
    }
  }

  @SuppressWarnings("resource") // closed with the connection
  private Connection connect(URI instance) throws IOException {
    boolean tls = "https".equals(instance.getScheme());
    int port = instance.getPort() >= 0 ? instance.getPort() : tls ? HTTPS : HTTP;
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, DEAD_AFTER_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, DEAD_AFTER_SECONDS / 4);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 4);
      int millis = (int) settings.connect().toMillis();
      channel.socket().connect(new InetSocketAddress(instance.getHost(), port), millis);
      channel.socket().setSoTimeout(millis); // of the handshake
      return new Connection(
          instance, channel, tls ? secure(channel, instance.getHost(), port) : channel.socket());
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
  }
}
