package io.neardup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for servers that must know theirs before they start. They are below those that systems
/// give to other servers and connections of tests, which would take one that is free only now.
/// Processes of tests that run at the same time get different ones: each keeps a lock on a byte of
/// a file for each of its ports until it ends.
public final class FreePort {

  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 100;
  private static final FileChannel LOCKS = open();
  private static final Set<FileLock> HELD =
      ConcurrentHashMap.newKeySet(); // else they are collected

  private FreePort() {}

  private static FileChannel open() {
    try {
      return FileChannel.open(
          Path.of(
              System.getProperty("java.io.tmpdir"),
              "neardup-test-ports-" + System.getProperty("user.name")),
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A random port that is free, and that no other call has got.
  public static int find() {
    IOException last = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        FileLock lock = LOCKS.tryLock(port, 1, false);
        if (lock != null) {
          HELD.add(lock);
          return socket.getLocalPort();
        }
      } catch (OverlappingFileLockException e) {
        // Another call in this process has got it.
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IllegalStateException("no port is free", last);
  }
}
