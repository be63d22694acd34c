package io.neardup.spark.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/// Recognises whether the files of an input have changed: a record is named by its file and place.
public final class InputState {

  private InputState() {}

  /// A digest of the names, lengths and times of modification of files. Lists each folder once.
  public static String digest(Configuration configuration, List<String> files) throws IOException {
    Map<Path, Map<String, String>> folders = new HashMap<>();
    MessageDigest digest = sha256();
    for (String file : files) {
      Path path = new Path(file);
      Path folder = Objects.requireNonNull(path.getParent());
      Map<String, String> states = folders.get(folder);
      if (states == null) {
        states = new HashMap<>();
        for (FileStatus status : folder.getFileSystem(configuration).listStatus(folder)) {
          states.put(
              status.getPath().getName(), status.getLen() + " " + status.getModificationTime());
        }
        folders.put(folder, states);
      }
      String state = file + " " + states.get(path.getName()) + "\n";
      digest.update(state.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// The algorithm of digests.
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
