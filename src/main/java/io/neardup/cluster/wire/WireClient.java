package io.neardup.cluster.wire;

import io.neardup.cluster.wire.Frame.Kind;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends requests to other instances, by one connection to each, which stays open.
public final class WireClient implements AutoCloseable {

  /// The most bytes of a message.
  public static final int MAX_BYTES = Frames.MAX_BYTES;

  private static final Logger log = LoggerFactory.getLogger(WireClient.class);

  /// How often connections are checked, and signs of life asked for.
  static final Duration CHECK = Duration.ofSeconds(1);

  private static final String STOPS = "this instance stops";
  private static final int BUFFER = 64 << 10;

  private final String secret;
  private final @Nullable SSLContext tls;
  private final Duration silence;
  private final Map<String, InstanceConnection> connections = new ConcurrentHashMap<>();

  /// Why an instance was last not reached, so that each reason is logged once.
  private final Map<String, String> faults = new ConcurrentHashMap<>();

  private final Thread checker = Thread.ofVirtual().name("cluster-check").unstarted(this::check);
  private volatile boolean closed;

  /// @param tls for https, null for http
  /// @param silence after this time without a sign of life, a connection is given up
  public WireClient(String secret, @Nullable SSLContext tls, Duration silence) {
    this.secret = secret;
    this.tls = tls;
    this.silence = silence;
    checker.start();
  }

  /// Asks an instance.
  ///
  /// @param instance its host and port
  /// @return fails if it does not answer
  public CompletableFuture<ReadResponse> read(String instance, ReadRequest request) {
    return send(
            instance,
            Kind.READ,
            MessageCodec.REQUEST.encode(request),
            Duration.ofMillis(request.waitMillis()))
        .thenApply(MessageCodec.RESPONSE::decode);
  }

  /// Has an instance write. Commands that are sent one after the other arrive in that order.
  ///
  /// @param instance its host and port
  /// @param command see [#encode]
  /// @return fails with a [NotReachedException], or another exception if the outcome is unknown
  public CompletableFuture<Result> write(String instance, byte[] command, Duration timeout) {
    return send(instance, Kind.WRITE, command, timeout).thenApply(MessageCodec.RESULT::decode);
  }

  /// The message of a command.
  public static byte[] encode(Command command) {
    return MessageCodec.COMMAND.encode(command);
  }

  private CompletableFuture<byte[]> send(
      String instance, Kind kind, byte[] message, Duration timeout) {
    if (message.length > MAX_BYTES) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "a request has " + message.length + " bytes, at most " + MAX_BYTES + " are sent"));
    }
    long end = System.nanoTime() + timeout.toNanos();
    InstanceConnection present = connections.get(instance);
    return (present == null ? connection(instance) : present).send(kind, message, end);
  }

  private synchronized InstanceConnection connection(String instance) {
    return connections.computeIfAbsent(instance, this::open);
  }

  private InstanceConnection open(String instance) {
    Socket socket = new Socket();
    InstanceConnection opened = new InstanceConnection(instance, silence, socket);
    if (closed) {
      opened.end(new IOException(STOPS));
      return opened;
    }
    Thread.ofVirtual()
        .name("cluster-wire-" + instance)
        .start(() -> {
          try {
            run(instance, opened, socket);
          } catch (IOException | RuntimeException | Error e) {
            connections.remove(instance, opened);
            opened.end(e);
          }
        });
    return opened;
  }

  private void run(String instance, InstanceConnection connection, Socket socket)
      throws IOException {
    try (socket) {
      Socket connected;
      InputStream in;
      try {
        connected = connect(socket, instance);
        in = new BufferedInputStream(connected.getInputStream(), BUFFER);
        Handshake.request(in, connected.getOutputStream(), instance, secret);
      } catch (IOException e) {
        String fault = String.valueOf(connection.end(e).getMessage());
        if (!closed && !fault.equals(faults.put(instance, fault))) {
          log.warn("The instance {} is not reached: {}", instance, fault);
        }
        throw e;
      }
      if (faults.remove(instance) != null) {
        log.info("The instance {} is reached again", instance);
      }
      // The socket below TLS is closed: to close TLS waits for a write that is blocked.
      connection.run(new Frames(in, connected.getOutputStream(), socket));
    }
  }

  private Socket connect(Socket socket, String instance) throws IOException {
    URI address = URI.create("http://" + instance);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    if (tls == null) {
      return socket;
    }
    SSLSocket secure =
        (SSLSocket)
            tls.getSocketFactory().createSocket(socket, address.getHost(), address.getPort(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  private void check() {
    while (!closed) {
      try {
        Thread.sleep(CHECK);
      } catch (InterruptedException e) {
        return;
      }
      connections.values().forEach(InstanceConnection::check);
    }
  }

  /// Ends all connections. None is opened afterwards.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    checker.interrupt();
    connections.values().forEach(each -> each.end(new IOException(STOPS)));
  }
}
