package io.neardup.pairs.disk;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// A folder with the files of a long computation, which consists of stages. A computation that was
/// ended within a stage continues at the beginning of that stage. Files are written by several
/// threads, stages are ended by one.
///
/// All failures are [UncheckedIOException]s whose message names the folder and the remedy.
public final class WorkFolder {

  /* The file `manifest` has properties:

      request.NAME   what the computation is of; a computation with other values is another one
      fact.NAME      what stages have found
      file.NAME      the size in bytes and the CRC-32C of a complete file

  It is replaced at the end of each stage, when the files of the stage are on disk. The names of files end
  with `.run`; those that it does not name are of an incomplete stage, and are deleted when the computation
  continues. Files that are not
  needed any more are deleted after the manifest without them is on disk. */

  private static final String MANIFEST = "manifest";
  private static final String PART = MANIFEST + ".part";
  private static final String SUFFIX = ".run";
  private static final String REQUEST = "request.";
  private static final String FACT = "fact.";
  private static final String FILE = "file.";

  private final Path folder;
  private final long mostBytes;
  private final long expected;
  private final Properties manifest = new Properties();
  private final Map<String, String> written = new ConcurrentHashMap<>(); // complete, of this stage
  private final List<String> unneeded = new ArrayList<>();
  private final AtomicLong bytes = new AtomicLong();

  private WorkFolder(Path folder, long mostBytes, long expected) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.expected = expected;
  }

  /// Opens a folder, which is made if it does not exist.
  ///
  /// @param request what the computation is of
  /// @param resumes whether a computation that was ended is continued; otherwise the folder must be
  ///   empty
  /// @param mostBytes maximum of bytes in the folder
  /// @param expected about the bytes that are needed in the folder at most
  public static WorkFolder open(
      Path folder, Map<String, String> request, boolean resumes, long mostBytes, long expected) {
    WorkFolder work = new WorkFolder(folder, mostBytes, expected);
    try {
      Files.createDirectories(folder);
      if (Files.exists(folder.resolve(MANIFEST))) {
        if (!resumes) {
          throw work.failure(
              "has a run that was not completed; --resume continues it, or delete the folder");
        }
        work.resume(request);
      } else {
        work.begin(request);
      }
      return work;
    } catch (IOException e) {
      throw work.failure(e);
    }
  }

  private void begin(Map<String, String> request) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      if (files.anyMatch(file -> !file.endsWith(PART))) {
        throw failure("is not empty; name another folder");
      }
    }
    request.forEach((name, value) -> manifest.setProperty(REQUEST + name, value));
    endStage();
  }

  private void resume(Map<String, String> request) throws IOException {
    try (Reader in = Files.newBufferedReader(folder.resolve(MANIFEST))) {
      manifest.load(in);
    }
    List<String> different =
        request.entrySet().stream()
            .filter(each -> !each.getValue().equals(manifest.getProperty(REQUEST + each.getKey())))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    long before =
        manifest.stringPropertyNames().stream().filter(name -> name.startsWith(REQUEST)).count();
    if (!different.isEmpty() || before != request.size()) {
      throw failure(
          "has a run with other input or options"
              + (different.isEmpty() ? "" : " (" + String.join(", ", different) + ")")
              + "; repeat those, or name another folder");
    }
    for (String name : manifest.stringPropertyNames()) {
      if (name.startsWith(FILE)) {
        String file = name.substring(FILE.length());
        if (!manifest.getProperty(name).equals(sum(path(file)))) {
          throw failure("file " + file + " is damaged; delete the folder, and start again");
        }
        bytes.addAndGet(Files.size(path(file)));
      }
    }
    for (Path file : runs()) {
      String name = file.getFileName().toString();
      if (!manifest.containsKey(FILE + name.substring(0, name.length() - SUFFIX.length()))) {
        Files.delete(file);
      }
    }
  }

  private Path path(String name) {
    return folder.resolve(name + SUFFIX);
  }

  private List<Path> runs() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).toList();
    }
  }

  private static String sum(Path file) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    CRC32C sum = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    try (FileChannel in = FileChannel.open(file)) {
      while (in.read(buffer) >= 0) {
        sum.update(buffer.flip());
        buffer.clear();
      }
      return entry(in.size(), sum.getValue());
    }
  }

  private static String entry(long size, long sum) {
    return size + " " + Long.toHexString(sum);
  }

  /// A failure that names the folder.
  UncheckedIOException failure(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    return new UncheckedIOException(
        new IOException(
            folder
                + ": "
                + (message.contains("No space left") || message.contains("quota")
                    ? "no space is left on the disk; free some, and continue by --resume"
                    : message),
            cause));
  }

  private UncheckedIOException failure(String message) {
    return new UncheckedIOException(new IOException(folder + ": " + message));
  }

  /// A new file, in place of one that exists.
  public RecordWriter write(String name) {
    written.remove(name);
    return new RecordWriter(this, name, path(name));
  }

  /// Counts bytes that are going to be written.
  void reserve(int count) throws IOException {
    if (bytes.addAndGet(count) > mostBytes) {
      throw new IOException(
          "needs more than the "
              + shown(mostBytes)
              + " of --max-work, and "
              + (expected > mostBytes
                  ? "up to about " + shown(expected) + " in all; raise it to " + option(expected)
                  : "more than was expected; raise it to " + option(2 * mostBytes))
              + ", and continue by --resume");
    }
  }

  /// A size in words.
  public static String shown(long bytes) {
    if (bytes < 1 << 20) {
      return String.format(Locale.ROOT, "%.0f KB", Math.ceil(bytes / 0x1p10));
    }
    return bytes < 1 << 30
        ? String.format(Locale.ROOT, "%.1f MB", bytes / 0x1p20)
        : String.format(Locale.ROOT, "%.1f GB", bytes / 0x1p30);
  }

  /// A size as the value of an option, rounded up.
  public static String option(long bytes) {
    return (bytes >> 20) + 1 + "m";
  }

  void complete(String name, long size, long sum) {
    written.put(name, entry(size, sum));
  }

  /// Opens a complete file.
  public RecordReader read(String name) {
    return new RecordReader(this, path(name));
  }

  /// The names of the complete files that begin so, in the order of their names.
  public List<String> files(String prefix) {
    return Stream.concat(
            manifest.stringPropertyNames().stream()
                .filter(name -> name.startsWith(FILE))
                .map(name -> name.substring(FILE.length())),
            written.keySet().stream())
        .filter(name -> name.startsWith(prefix) && !unneeded.contains(name))
        .distinct()
        .sorted()
        .toList();
  }

  /// Deletes complete files at the end of the stage.
  public void delete(List<String> names) {
    unneeded.addAll(names);
  }

  /// A number that a stage has found, null if none has.
  public @Nullable Long fact(String name) {
    String value = manifest.getProperty(FACT + name);
    return value == null ? null : Long.valueOf(value);
  }

  /// A number that was found.
  ///
  /// @throws NullPointerException if it was not
  public long known(String name) {
    return Objects.requireNonNull(fact(name));
  }

  /// Keeps a number, on disk once the stage has ended.
  public void put(String name, long value) {
    manifest.setProperty(FACT + name, Long.toString(value));
  }

  /// Ends a stage: what it has written and found is on disk when this returns.
  public void endStage() {
    try {
      written.forEach((name, value) -> manifest.setProperty(FILE + name, value));
      written.clear();
      unneeded.forEach(name -> manifest.remove(FILE + name));
      Path part = folder.resolve(PART);
      try (Writer out = Files.newBufferedWriter(part)) {
        manifest.store(out, null);
      }
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(
          part,
          folder.resolve(MANIFEST),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      for (String name : unneeded) {
        Path file = path(name);
        bytes.addAndGet(-Files.size(file));
        Files.delete(file);
      }
      unneeded.clear();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// The bytes in the folder.
  public long bytes() {
    return bytes.get();
  }

  /// The bytes that are free on its disk.
  public long free() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// Deletes the files of the computation, and the folder if it has no others.
  public void deleteAll() {
    try {
      for (Path file : runs()) {
        Files.delete(file);
      }
      Files.deleteIfExists(folder.resolve(PART));
      Files.deleteIfExists(folder.resolve(MANIFEST));
      Files.delete(folder);
    } catch (DirectoryNotEmptyException e) {
      // it has files of others
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
