package io.neardup.cli.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of open files, such as `/dev/stdout`, and `/dev/fd/63`, which shells write for `<(…)`. A
/// file that is opened by such a name is read and written from its begin, not from where it is.
final class Descriptors {

  /// The standard input or output.
  static final String STANDARD = "-";

  private static final Pattern NAME = Pattern.compile("/dev/fd/(\\d+)|/proc/([^/]+)/fd/(\\d+)");
  private static final int MAX_LINKS = 40;

  private Descriptors() {}

  /// Whether a name is `-` or denotes an open file of this process.
  ///
  /// @param number 0 for the standard input, 1 for the output, 2 for the error output
  static boolean is(int number, Path path) {
    return path.equals(Path.of(STANDARD))
        ? number < 2
        : linked(path).filter(name -> isOwn(name, number)).isPresent();
  }

  private static boolean isOwn(Matcher name, int number) {
    String process = name.group(2);
    String own = String.valueOf(ProcessHandle.current().pid());
    return process == null
        ? Integer.toString(number).equals(name.group(1))
        : (process.equals("self") || process.equals(own))
            && Integer.toString(number).equals(name.group(3));
  }

  /// The name of an open file that a path is or links to.
  private static Optional<Matcher> linked(Path path) {
    Path at = path.toAbsolutePath().normalize();
    for (int i = 0; i < MAX_LINKS; i++) {
      Matcher name = NAME.matcher(at.toString());
      if (name.matches()) {
        return Optional.of(name);
      }
      if (!Files.isSymbolicLink(at)) {
        break;
      }
      try {
        at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
      } catch (IOException _) {
        break;
      }
    }
    return Optional.empty();
  }

  /// Whether a path names a file on disk, which can be opened more than once, and not an open file.
  static boolean isFile(Path path) {
    return Files.isRegularFile(path) && linked(path).isEmpty();
  }

  /// What two names of a file have in common.
  ///
  /// @param number 0 for an input, 1 for an output
  static Path key(int number, Path path) throws IOException {
    return is(number, path)
        ? Path.of(STANDARD)
        : isFile(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
  }
}
