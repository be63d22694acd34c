package io.neardup.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.FreshService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Ten thousand idle connections, opened at once, and requests on others. Both ends need as many
/// open files, so a separate process holds the idle ones: `mvn -Pconnections test`.
@Tag("connections")
class ManyConnectionsTests {

  private static final int CONNECTIONS = 10_000;

  @Test
  void idleConnectionsDoNotDelayRequests() throws IOException {
    try (FreshService service = FreshService.start()) {
      Process idle = Idle.start(service.http().port());
      try {
        assertThat(idle.inputReader().readLine()).isEqualTo(CONNECTIONS + " are open");
        for (int i = 0; i < 100; i++) {
          service.http().get("/duplicates?text=a").require(200);
        }
        assertThat(idle.isAlive()).isTrue();
      } finally {
        idle.destroy();
      }
    }
  }

  /// Opens the connections and holds them until it is killed.
  static final class Idle {

    private Idle() {}

    static Process start(int port) throws IOException {
      return ChildProcess.builder(Idle.class, Integer.toString(port))
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    }

    public static void main(String[] args) throws Exception {
      var address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
      List<SocketChannel> channels = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.connect(address);
        channels.add(channel);
      }
      for (SocketChannel channel : channels) {
        while (!channel.finishConnect()) {
          LockSupport.parkNanos(1_000_000);
        }
      }
      System.out.println(channels.size() + " are open");
      Thread.currentThread().join();
    }
  }
}
