package io.neardup.cluster.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// A network namespace of Linux, connected with the rest of this machine by one link that can be
/// cut, without a signal to either side. Needs the program `ip` and the rights of root.
final class NetworkNamespace implements AutoCloseable {

  private static final String NAME = "neardup-check";
  private static final String OUTSIDE = "nd-check-0";
  private static final String INSIDE = "nd-check-1";
  private static final String NETWORK = "10.213.77.";

  private NetworkNamespace() {}

  /// Creates it.
  ///
  /// @throws IllegalStateException with the reason, if that is impossible here
  static NetworkNamespace create() {
    ip("netns", "add", NAME); // fails if another run has it, which is not to be deleted then
    NetworkNamespace created = new NetworkNamespace();
    try {
      ip("link", "add", OUTSIDE, "type", "veth", "peer", "name", INSIDE, "netns", NAME);
      ip("addr", "add", created.hostAddress() + "/24", "dev", OUTSIDE);
      ip("link", "set", OUTSIDE, "up");
      // Connections from inside are from the first address, which stays there.
      ip("-n", NAME, "addr", "add", NETWORK + "3/24", "dev", INSIDE);
      ip("-n", NAME, "addr", "add", created.address() + "/24", "dev", INSIDE);
      ip("-n", NAME, "link", "set", INSIDE, "up");
      ip("-n", NAME, "link", "set", "lo", "up");
    } catch (IllegalStateException e) {
      created.close();
      throw e;
    }
    return created;
  }

  /// Whether one can be created here.
  static boolean isPossible() {
    try {
      create().close();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /// The address at which the rest of the machine is reached.
  String hostAddress() {
    return NETWORK + "1";
  }

  /// The address of processes in the namespace.
  String address() {
    return NETWORK + "2";
  }

  /// The command that runs another command in the namespace.
  List<String> command(List<String> command) {
    return Stream.concat(Stream.of("ip", "netns", "exec", NAME), command.stream()).toList();
  }

  /// Loses all packets in both directions from now on.
  void cut() {
    ip("-n", NAME, "link", "set", INSIDE, "down");
  }

  /// Moves [#address] to processes outside, or back. Processes inside still reach those outside.
  void move(boolean inside) {
    ip("addr", inside ? "delete" : "add", address() + "/32", "dev", OUTSIDE);
  }

  /// Ends the cut.
  void join() {
    ip("-n", NAME, "link", "set", INSIDE, "up");
  }

  /// Deletes it, with its link. Its processes must have ended.
  @Override
  public void close() {
    ip("netns", "delete", NAME);
  }

  private static void ip(String... arguments) {
    try {
      Process process =
          new ProcessBuilder(Stream.concat(Stream.of("ip"), Stream.of(arguments)).toList())
              .redirectErrorStream(true)
              .start();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.onExit().join().exitValue() != 0) {
        throw new IllegalStateException("ip " + String.join(" ", arguments) + ": " + printed);
      }
    } catch (IOException e) {
      throw new IllegalStateException("no network namespaces", new UncheckedIOException(e));
    }
  }
}
