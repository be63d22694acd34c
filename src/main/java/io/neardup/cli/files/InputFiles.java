package io.neardup.cli.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files that arguments name: paths, patterns such as `crawl/*.jsonl.gz`, and `-` for the
/// standard input. Deletes its copies of what can be read only once.
public final class InputFiles implements AutoCloseable {

  private static final String STDIN = "-";

  private final InputStream stdin;
  private final @Nullable RecordFormat requested;
  private final boolean repeatable;
  private final List<InputFile> files = new ArrayList<>();
  private final List<Path> copies = new ArrayList<>();

  private InputFiles(InputStream stdin, @Nullable RecordFormat requested, boolean repeatable) {
    this.stdin = stdin;
    this.requested = requested;
    this.repeatable = repeatable;
  }

  /// Finds the files, those of a pattern in the order of their names.
  ///
  /// @param stdin the standard input
  /// @param requested the format of all files; null to choose it by the names and first bytes
  /// @param repeatable whether files are read more than once: the standard input and pipes are
  ///   copied to a temporary file then
  /// @throws FileFailure if a file does not exist, is named twice, or its format is not known
  public static InputFiles of(
      List<String> arguments,
      InputStream stdin,
      @Nullable RecordFormat requested,
      boolean repeatable) {
    InputFiles inputs = new InputFiles(stdin, requested, repeatable);
    try {
      Set<Path> distinct = new HashSet<>();
      for (String argument : arguments) {
        for (Path path : expand(argument)) {
          inputs.add(path.toString(), distinct);
        }
      }
      return inputs;
    } catch (RuntimeException e) {
      inputs.close();
      throw e;
    }
  }

  /// The files, in order.
  public List<InputFile> files() {
    return List.copyOf(files);
  }

  /// The size of all files in bytes, 0 if it is not known.
  public long bytes() {
    return files.stream().allMatch(file -> file.size() > 0)
        ? files.stream().mapToLong(InputFile::size).sum()
        : 0;
  }

  private static List<Path> expand(String argument) {
    if (argument.equals(STDIN) || Files.exists(Path.of(argument)) || !isPattern(argument)) {
      return List.of(Path.of(argument));
    }
    int plain = argument.lastIndexOf('/', firstOfPattern(argument));
    Path base = Path.of(plain < 0 ? "" : argument.substring(0, plain + 1));
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + argument);
    int depth =
        argument.contains("**")
            ? Integer.MAX_VALUE
            : argument.substring(plain + 1).split("/").length;
    try (Stream<Path> walk = Files.walk(base, depth)) {
      List<Path> found =
          walk.filter(matcher::matches).filter(Files::isRegularFile).sorted().toList();
      if (found.isEmpty()) {
        throw new FileFailure(argument + ": no file has a name of this pattern");
      }
      return found;
    } catch (IOException e) {
      throw FileFailure.of(argument, e);
    }
  }

  private static boolean isPattern(String argument) {
    return firstOfPattern(argument) < argument.length();
  }

  private static int firstOfPattern(String argument) {
    int at = 0;
    while (at < argument.length() && "*?[{".indexOf(argument.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private void add(String argument, Set<Path> distinct) {
    try {
      if (argument.equals(STDIN)) {
        require(distinct.add(Path.of(STDIN)), argument, "is named twice");
        files.add(repeatable ? copied("stdin", stdin) : once());
        return;
      }
      Path path = Path.of(argument);
      require(Files.exists(path), argument, "does not exist");
      require(
          !Files.isDirectory(path),
          argument,
          "is a directory; name its files, such as '" + argument + "/*.jsonl'");
      require(distinct.add(path.toRealPath()), argument, "is named twice");
      if (Files.isRegularFile(path)) {
        files.add(file(argument, path));
      } else {
        try (InputStream pipe = Files.newInputStream(path)) {
          files.add(copied(argument, pipe));
        }
      }
    } catch (IOException e) {
      throw FileFailure.of(argument, e);
    }
  }

  private static void require(boolean condition, String name, String fault) {
    if (!condition) {
      throw new FileFailure(name + ": " + fault);
    }
  }

  private InputFile copied(String name, InputStream in) throws IOException {
    Path copy = Files.createTempFile("neardup-", ".in");
    copies.add(copy);
    copy.toFile().deleteOnExit();
    try (OutputStream out = Files.newOutputStream(copy)) {
      in.transferTo(out);
    }
    return file(name, copy);
  }

  private InputFile file(String name, Path path) throws IOException {
    RecordFormat format = format(name).orElse(null);
    if (format == null) {
      try (InputStream in = Compression.decompress(Files.newInputStream(path))) {
        format = sniff(name, in.readNBytes(4));
      }
    }
    return new InputFile(
        name, path, stdin, format, Files.size(path), Files.getLastModifiedTime(path));
  }

  private InputFile once() throws IOException {
    BufferedInputStream in = new BufferedInputStream(stdin, 1 << 16);
    RecordFormat format = requested;
    if (format == null) {
      in.mark(1 << 16);
      format = sniff("stdin", in.readNBytes(4));
      in.reset();
    }
    return new InputFile("stdin", null, in, format, 0, null);
  }

  private Optional<RecordFormat> format(String name) {
    return requested != null ? Optional.of(requested) : RecordFormat.ofFile(name);
  }

  private static RecordFormat sniff(String name, byte[] first) {
    String begin = new String(first, StandardCharsets.ISO_8859_1);
    if (begin.equals("PAR1")) {
      return RecordFormat.PARQUET;
    }
    if (begin.replace("\u00EF\u00BB\u00BF", "").stripLeading().startsWith("{")) {
      return RecordFormat.JSONL;
    }
    throw new FileFailure(
        name + ": its format is not known; name it by --input-format, such as csv or lines");
  }

  /// Deletes the copies.
  @Override
  public void close() {
    for (Path copy : copies) {
      try {
        Files.deleteIfExists(copy);
      } catch (IOException _) {
        copy.toFile().deleteOnExit();
      }
    }
  }
}
