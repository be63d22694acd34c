package io.neardup;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The classes of the libraries as child processes map them into memory, instead of parsing and
/// verifying them: a service starts with two thirds of the processor time.
///
/// The first service that starts lists the classes that it loads; before the second one, they
/// become an archive in `target/child-jvm`, which later builds use as well. Only jars can be in an
/// archive, so they stand first in the class path.
final class ClassArchive {

  private static final Path FOLDER = Path.of("target", "child-jvm").toAbsolutePath();
  private static final String LIBRARIES = part(true);

  /// The class path of this process, with its jars first.
  static final String CLASS_PATH = LIBRARIES + File.pathSeparator + part(false);

  private static final String NAME =
      Integer.toHexString((LIBRARIES + Runtime.version()).hashCode());
  private static final Path CLASSES = FOLDER.resolve(NAME + ".classes");
  private static final Path ARCHIVE = FOLDER.resolve(NAME + ".jsa");
  private static final Path LOG = FOLDER.resolve(NAME + ".log"); // of the one attempt to create it
  private static final Path LOADING =
      FOLDER.resolve(NAME + "-" + ProcessHandle.current().pid() + ".loading");

  private ClassArchive() {}

  /// Options of a JVM with [#CLASS_PATH]. One that cannot use the archive says nothing about it.
  static List<String> options() {
    return Files.exists(ARCHIVE)
        ? List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-Xlog:cds*=off", "-Xlog:aot*=off")
        : List.of();
  }

  /// Options of a JVM that runs a service: if there is no archive yet, the first one lists the
  /// classes for it.
  static List<String> optionsOfService() throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    if (!Files.exists(ARCHIVE)) {
      if (!Files.exists(CLASSES)) {
        return List.of("-XX:DumpLoadedClassList=" + LOADING);
      }
      create();
    }
    return options();
  }

  /// Keeps the list of a service that is ready.
  static void keepList() throws IOException {
    if (Files.exists(LOADING)) {
      String list = Files.readString(LOADING);
      Files.delete(LOADING);
      Path whole = Files.createTempFile(FOLDER, NAME, ".lines");
      Files.writeString(whole, list.substring(0, list.lastIndexOf('\n') + 1));
      Files.move(whole, CLASSES, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /// Creates the archive, unless another process is doing so.
  private static void create() throws IOException, InterruptedException {
    Path lock = FOLDER.resolve("lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      if (held == null || Files.exists(LOG)) {
        return;
      }
      Path made = FOLDER.resolve(NAME + ".new");
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xshare:dump",
                  "--enable-native-access=ALL-UNNAMED", // as at run time, see ChildProcess
                  "-XX:+UseSerialGC",
                  "-XX:SharedClassListFile=" + CLASSES,
                  "-XX:SharedArchiveFile=" + made,
                  "-cp",
                  LIBRARIES)
              .redirectErrorStream(true)
              .redirectOutput(LOG.toFile())
              .start();
      if (process.waitFor() == 0) {
        Files.move(made, ARCHIVE, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (OverlappingFileLockException another) {
      // A thread of this process creates it.
    }
  }

  private static String part(boolean jars) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(each -> each.endsWith(".jar") == jars)
        .map(each -> Path.of(each).toAbsolutePath().toString()) // for processes in other folders
        .collect(Collectors.joining(File.pathSeparator));
  }
}
