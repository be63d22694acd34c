package io.neardup.cli.files;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The files that arguments name: paths, patterns such as `crawl/*.jsonl.gz`, and `-` for the
/// standard input, also by another name of it. Deletes its copies of what can be read only once.
public final class InputFiles implements AutoCloseable {

  private static final Pattern PATTERN = Pattern.compile("[*?\\[{]");

  private final InputStream stdin;
  private final Consumer<String> warnings;
  private final FileLayout.Requested requested;
  private final boolean repeatable;
  private final List<InputFile> files = new ArrayList<>();
  private final List<InputFile> references = new ArrayList<>();
  private final List<Path> copies = new ArrayList<>();

  private InputFiles(
      InputStream stdin,
      FileLayout.Requested requested,
      boolean repeatable,
      Consumer<String> warnings) {
    this.stdin = stdin;
    Set<String> given = new HashSet<>(); // files are read more than once
    this.warnings =
        sentence -> {
          if (given.add(sentence)) {
            warnings.accept(sentence);
          }
        };
    this.requested = requested;
    this.repeatable = repeatable;
  }

  /// Finds the files; the files of a pattern are in the order of their names.
  ///
  /// @param references the files of a reference, read before the others
  /// @param stdin the standard input
  /// @param requested what is known about the layout of all files
  /// @param repeatable whether files are read more than once: the standard input and pipes are
  ///   copied to a temporary file then
  /// @param warnings receives sentences about what is not read
  /// @throws FileFailure if a file does not exist, is named twice, or its format is not known
  public static InputFiles of(
      List<String> arguments,
      List<String> references,
      InputStream stdin,
      FileLayout.Requested requested,
      boolean repeatable,
      Consumer<String> warnings) {
    InputFiles inputs = new InputFiles(stdin, requested, repeatable, warnings);
    try {
      Set<Path> distinct = new HashSet<>();
      for (String argument : arguments) {
        for (Path path : expand(argument)) {
          inputs.files.add(inputs.file(path, distinct, "is named twice"));
        }
      }
      for (String reference : references) {
        for (Path path : expand(reference)) {
          String twice = "is named twice, as --against; a reference is no input";
          InputFile file = inputs.file(path, distinct, twice);
          FileFailure.require(
              !Descriptors.isFile(path) || !inputs.isInput(path), path.toString(), twice);
          inputs.references.add(file);
        }
      }
      return inputs;
    } catch (RuntimeException e) {
      inputs.close();
      throw e;
    }
  }

  /// Whether a file is an input by another name.
  private boolean isInput(Path path) {
    try {
      for (InputFile file : files) {
        if (file.path() != null && Files.isSameFile(file.path(), path)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw FileFailure.of(path.toString(), e);
    }
  }

  /// The files, in order.
  public List<InputFile> files() {
    return List.copyOf(files);
  }

  /// The files of the reference, in order.
  public List<InputFile> references() {
    return List.copyOf(references);
  }

  /// The files of the reference, then the others.
  public List<InputFile> all() {
    return Stream.concat(references.stream(), files.stream()).toList();
  }

  /// The size of all files in bytes, 0 if it is not known.
  public long bytes() {
    return all().stream().allMatch(file -> file.size() > 0)
        ? all().stream().mapToLong(InputFile::size).sum()
        : 0;
  }

  /// The files that arguments name, as far as they exist; for the standard input the path that the
  /// system has for it.
  ///
  /// @throws FileFailure if no file has a name of a pattern
  public static List<Path> paths(List<String> arguments) {
    return arguments.stream()
        .flatMap(argument -> expand(argument).stream())
        .map(path -> Descriptors.is(0, path) ? Path.of("/dev/stdin") : path)
        .filter(Files::exists)
        .toList();
  }

  private static List<Path> expand(String argument) {
    if (argument.equals(Descriptors.STANDARD)
        || Files.exists(Path.of(argument))
        || firstOfPattern(argument) < 0) {
      return List.of(Path.of(argument));
    }
    int plain = argument.lastIndexOf('/', firstOfPattern(argument));
    Path base = Path.of(plain < 0 ? "" : argument.substring(0, plain + 1));
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + argument);
    int depth =
        argument.contains("**")
            ? Integer.MAX_VALUE
            : argument.substring(plain + 1).split("/").length;
    List<Path> found = matching(base, depth, matcher);
    if (found.isEmpty()) {
      throw new FileFailure(argument + ": no file has a name of this pattern");
    }
    return distinct(found);
  }

  /// The files of a folder, and of the folders that are in it or linked there, in order.
  private static List<Path> matching(Path base, int depth, PathMatcher matcher) {
    List<Path> found = new ArrayList<>();
    FileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (matcher.matches(file)) {
              FileFailure.require(
                  !attributes.isSymbolicLink(), // others are followed
                  file.toString(),
                  "is a link to a file that does not exist");
              if (attributes.isRegularFile()) {
                found.add(file);
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            if (e instanceof FileSystemLoopException) { // its files have shorter names
              return FileVisitResult.CONTINUE;
            }
            throw FileFailure.of(file.toString(), e);
          }
        };
    try {
      Files.walkFileTree(base, EnumSet.of(FileVisitOption.FOLLOW_LINKS), depth, visitor);
    } catch (IOException e) {
      throw FileFailure.of(base.toString(), e);
    }
    return found.stream().sorted().toList();
  }

  /// The first of all names that links give a file.
  private static List<Path> distinct(List<Path> paths) {
    Map<Path, Path> names = new LinkedHashMap<>();
    for (Path path : paths) {
      try {
        names.putIfAbsent(path.toRealPath(), path);
      } catch (IOException e) {
        throw FileFailure.of(path.toString(), e);
      }
    }
    return List.copyOf(names.values());
  }

  private static int firstOfPattern(String argument) {
    Matcher first = PATTERN.matcher(argument);
    return first.find() ? first.start() : -1;
  }

  private InputFile file(Path path, Set<Path> distinct, String twice) {
    String argument = path.toString();
    try {
      boolean standard = Descriptors.is(0, path);
      FileFailure.require(standard || Files.exists(path), argument, "does not exist");
      FileFailure.require(
          !Files.isDirectory(path),
          argument,
          "is a directory; name its files, such as '" + argument + "/*.jsonl'");
      FileFailure.require(distinct.add(Descriptors.key(0, path)), argument, twice);
      if (standard) {
        return repeatable ? copied("stdin", stdin) : once();
      }
      if (Descriptors.isFile(path)) {
        if (!isNamed(path)) {
          warnings.accept(
              argument + ": has a name that the locale cannot represent; set LC_ALL=C.UTF-8");
        }
        return file(argument, path);
      }
      try (InputStream pipe = Files.newInputStream(path)) {
        return copied(argument, pipe);
      }
    } catch (IOException e) {
      throw FileFailure.of(argument, e);
    }
  }

  /// Whether an input is the standard input or a pipe, which another run cannot read again.
  public boolean hasStreams() {
    return !copies.isEmpty() || files.stream().anyMatch(file -> file.path() == null);
  }

  /// Whether a file is shown by its own name.
  private static boolean isNamed(Path path) {
    try {
      return Path.of(path.toString()).equals(path);
    } catch (InvalidPathException _) {
      return false;
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
    try (InputStream in = Compression.decompress(name, Files.newInputStream(path), warnings)) {
      return new InputFile(
          name,
          path,
          stdin,
          warnings,
          FileLayout.of(name, in, requested),
          Files.size(path),
          Files.getLastModifiedTime(path));
    }
  }

  private InputFile once() throws IOException {
    int sample = FileLayout.SAMPLE_BYTES;
    BufferedInputStream in =
        new BufferedInputStream(Compression.decompress("stdin", stdin, warnings), sample + 1);
    in.mark(sample + 1);
    byte[] first = in.readNBytes(sample);
    in.reset();
    FileLayout layout = FileLayout.of("stdin", new ByteArrayInputStream(first), requested);
    return new InputFile("stdin", null, in, warnings, layout, 0, null);
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
