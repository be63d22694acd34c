package io.neardup;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A disk of 128 MB. Mounting it requires root; without root, tests are skipped.
///
/// @param path the mount point
public record SmallDisk(Path path) implements AutoCloseable {

  /// Enough for a service to start, with its native library.
  private static final long START = 38 << 20;

  /// Mounts one.
  public static SmallDisk mount(Path path) {
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", path.toString()))
        .as("may mount a small disk")
        .isZero();
    return new SmallDisk(path);
  }

  /// Fills it with a file, except for what a service needs to start.
  public Path fill() throws IOException {
    return fill(START);
  }

  /// Fills it with a file.
  ///
  /// @param left how many bytes stay free
  public Path fill(long left) throws IOException {
    long free = Files.getFileStore(path).getUsableSpace();
    return Files.write(path.resolve("filler"), new byte[Math.toIntExact(free - left)]);
  }

  /// Unmounts lazily, because the native library may have been loaded from there.
  @Override
  public void close() {
    run("umount", "--lazy", path.toString());
  }

  private static int run(String... command) {
    try {
      return new ProcessBuilder(command).start().onExit().join().exitValue();
    } catch (IOException e) {
      return -1; // the command does not exist
    }
  }
}
