package io.neardup.store.rocks;

import io.neardup.files.DurableFile;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// The FORMAT file of a data directory. Written last, so a directory that has one is complete.
///
/// @param history a random number that identifies this data directory, replaced when a backup is
///   restored
public record FormatFile(int history) {

  static final int VERSION = 4;

  private static final String FILE = "FORMAT";

  public static FormatFile fresh() {
    return new FormatFile(new SecureRandom().nextInt());
  }

  static @Nullable FormatFile read(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      Properties properties = new Properties();
      properties.load(new StringReader(Files.readString(file)));
      return parse(file, properties);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw DataDirectory.unusable(directory, e);
    }
  }

  private static FormatFile parse(Path file, Properties properties) {
    try {
      int version = Integer.parseInt(properties.getProperty("format", ""));
      if (version > 0 && version != VERSION) {
        throw new StoreException(
            StoreFault.OTHER_FORMAT,
            file
                + " says that the data has format "
                + version
                + ", this version of neardup reads "
                + VERSION
                + ". Run the version that wrote it. To keep the documents, read them there with GET"
                + " /documents, and store them with POST /documents in an empty directory.");
      }
      if (version == VERSION) {
        return new FormatFile(HexFormat.fromHexDigits(properties.getProperty("history", "")));
      }
    } catch (IllegalArgumentException e) {
      throw damaged(file, e);
    }
    throw damaged(file, null);
  }

  private static StoreException damaged(Path file, @Nullable Exception cause) {
    return new StoreException(
        StoreFault.DAMAGED,
        file
            + " is damaged. Copy it from the latest backup, or restore the backup into an empty"
            + " directory.",
        cause);
  }

  /// Its lines: format, history in hex.
  String text() {
    return "# A data directory of neardup. Do not edit.\nformat="
        + VERSION
        + "\nhistory="
        + HexFormat.of().toHexDigits(history)
        + "\n";
  }

  public void write(Path directory) {
    try {
      DurableFile.write(
          directory.resolve(FILE + ".new"),
          directory.resolve(FILE),
          text().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw DataDirectory.unusable(directory, e);
    }
  }
}
