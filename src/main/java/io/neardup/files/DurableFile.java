package io.neardup.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Writes files so that a process or machine that stops leaves the old content or the new one.
public final class DurableFile {

  private DurableFile() {}

  /// Writes a file, replacing an existing one.
  ///
  /// @param part the name while it is incomplete, in the same directory
  public static void write(Path part, Path target, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
    move(part, target);
  }

  /// Gives a complete file, whose content is on disk, its final name. Replaces a file of that name.
  public static void move(Path part, Path target) throws IOException {
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Path directory = target.toAbsolutePath().getParent();
    if (directory != null
        && directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(directory)) { // not possible on Windows
        channel.force(true);
      }
    }
  }
}
