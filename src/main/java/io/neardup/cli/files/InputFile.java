package io.neardup.cli.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A file to read, once or several times.
///
/// @param name as requested, for messages
/// @param path null for the standard input, which can be read once
/// @param stdin the standard input, decompressed
/// @param warnings receives sentences about what is not read
/// @param layout how its records are written
/// @param size in bytes, 0 if it is not known
/// @param modified when the file was chosen, null for the standard input
public record InputFile(
    String name,
    @Nullable Path path,
    InputStream stdin,
    Consumer<String> warnings,
    FileLayout layout,
    long size,
    @Nullable FileTime modified) {

  /// The format of its records.
  public RecordFormat format() {
    return layout.format();
  }

  /// Reads the content of a file.
  @FunctionalInterface
  public interface ContentReader<T> {
    /// A reader of the content.
    ///
    /// @param in decompressed
    /// @param file whose position is the number of bytes read from disk, null for standard input
    T open(InputStream in, @Nullable FileChannel file) throws IOException;
  }

  /// Opens it as a text.
  ///
  /// @throws FileFailure if it was changed since it was chosen
  public TextSource open() throws IOException {
    return open((in, file) -> TextSource.open(name, layout, layout.normalised(in), file));
  }

  /// Opens it.
  ///
  /// @throws FileFailure if it was changed since it was chosen
  public <T> T open(ContentReader<T> reader) throws IOException {
    if (path == null) {
      return reader.open(stdin, null);
    }
    requireUnchanged();
    FileChannel file = FileChannel.open(path);
    try {
      return reader.open(
          Compression.decompress(name, Channels.newInputStream(file), warnings), file);
    } catch (IOException | RuntimeException e) {
      file.close();
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
}
