package io.neardup.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// A test of commands on files, which are in a folder of its own.
abstract class FilesTest {

  static final String FERRY =
      "The harbour office reports that the ferry to the northern island leaves at eight in the"
          + " morning and returns at six in the evening on all working days";
  static final String APPLES =
      "Farmers in the valley expect a smaller harvest of apples this autumn because frost in late"
          + " April damaged the blossom on most of the trees";

  @TempDir Path folder;

  Path write(String name, CharSequence content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }
}
