package io.neardup.cluster.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Processes whose clock of the day is wrong, by libfaketime, as of the Debian package `faketime`.
/// Their monotonic clock is right.
final class ShiftedClock {

  private static final String LIBRARY = "/usr/$LIB/faketime/libfaketimeMT.so.1";

  private ShiftedClock() {}

  /// The command that runs another command with a clock that is ahead.
  ///
  /// @param hours by how much; less than 0 for a clock that is behind
  static List<String> command(int hours, List<String> command) {
    return Stream.concat(
            Stream.of(
                "env",
                "LD_PRELOAD=" + LIBRARY,
                "FAKETIME=%+dh".formatted(hours),
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                "FAKETIME_FORCE_MONOTONIC_FIX=0"), // with the fix, waits end at once or never
            command.stream())
        .toList();
  }

  /// Whether there is such a library here.
  static boolean isPossible() {
    try {
      Process date = new ProcessBuilder(command(1, List.of("date", "+%s"))).start();
      String seconds = new String(date.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return date.onExit().join().exitValue() == 0
          && Long.parseLong(seconds.strip()) > Instant.now().plusSeconds(1_800).getEpochSecond();
    } catch (IOException e) {
      return false;
    }
  }
}
