package io.neardup.cli.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/// A file to read, once or several times.
///
/// @param name as requested, for messages
/// @param path null for the standard input, which can be read once
/// @param stdin the standard input, decompressed
/// @param layout how its records are written
/// @param size in bytes, 0 if it is not known
/// @param modified when the file was chosen, null for the standard input
public record InputFile(
    String name,
    @Nullable Path path,
    InputStream stdin,
    FileLayout layout,
    long size,
    @Nullable FileTime modified) {

  /// The format of its records.
  public RecordFormat format() {
    return layout.format();
  }

  /// Opens it as a text.
  ///
  /// @throws FileFailure if it was changed since it was chosen
  public TextSource open() throws IOException {
    requireUnchanged();
    CountedStream counted = new CountedStream(path == null ? stdin : Files.newInputStream(path));
    try {
      InputStream in = path == null ? counted : Compression.decompress(counted);
      return TextSource.open(name, layout, layout.normalised(in), () -> counted.read);
    } catch (IOException | RuntimeException e) {
      counted.close();
      throw e;
    }
  }

  /// Checks that it is as it was when it was chosen.
  ///
  /// @throws FileFailure if it was changed
  public void requireUnchanged() throws IOException {
    if (path != null
        && modified != null
        && (Files.size(path) != size || !Files.getLastModifiedTime(path).equals(modified))) {
      throw FileFailure.changed(name, null);
    }
  }

  private static final class CountedStream extends FilterInputStream {

    private long read;

    CountedStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int next = super.read();
      read += next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
      read += Math.max(0, count);
      return count;
    }
  }
}
