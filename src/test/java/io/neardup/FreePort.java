package io.neardup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for servers that must know theirs before they start. They are below those that systems
/// give to other servers and connections of tests, which would take one that is free only now.
public final class FreePort {

  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 100;

  private FreePort() {}

  /// A random port that is free at present.
  public static int find() {
    IOException last = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        last = e;
      }
    }
    throw new UncheckedIOException("no port is free", last);
  }
}
