package io.neardup.cli.files;

import io.neardup.files.DurableFile;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An output, which appears under its name once it is complete and on disk: until [#commit] it is
/// written to a file beside it, which is deleted when the process ends. The standard output, by `-`
/// or another name, other open files and pipes are written at once.
public final class OutputFile implements AutoCloseable {

  private static final int BUFFER = 1 << 16;
  private static final String EXISTS = "exists already; --force replaces it";

  private final String name;
  private final OutputStream stdout;
  private final Path target;
  private final Path written;
  private final boolean replaces;
  private boolean open = true;
  private boolean discarded;

  /// What ends a pipe, such as a compressed one or an array, when the command has succeeded.
  private @Nullable OutputStream ending;

  private OutputFile(
      String name, OutputStream stdout, Path target, Path written, boolean replaces) {
    this.name = name;
    this.stdout = stdout;
    this.target = target;
    this.written = written;
    this.replaces = replaces;
  }

  /// Checks outputs before anything is read: each is a file of its own, which is no input, and
  /// exists only if it is to be replaced.
  ///
  /// @param names paths, or `-`
  /// @param inputs files that are read
  /// @throws FileFailure if one is not
  public static void require(List<String> names, List<Path> inputs, boolean replace) {
    Set<Path> distinct = new HashSet<>();
    for (String name : names) {
      try {
        Compression.requireSupported(name);
        Path target = Path.of(name);
        Path folder = target.toAbsolutePath().getParent();
        boolean exists = Files.exists(target) || Descriptors.is(1, target);
        Path key =
            exists || folder == null || !Files.isDirectory(folder)
                ? Descriptors.key(1, target)
                : folder.toRealPath().resolve(target.getFileName());
        FileFailure.require(distinct.add(key), name, "is the name of two outputs");
        if (Files.isRegularFile(target)) {
          for (Path input : inputs) {
            FileFailure.require(
                !Files.exists(input) || !Files.isSameFile(input, target),
                name,
                "is an input as well; name another output");
          }
          FileFailure.require(replace || !Descriptors.isFile(target), name, EXISTS);
        }
      } catch (IOException e) {
        throw FileFailure.of(name, e);
      }
    }
  }

  /// Whether a name denotes an open file, a pipe or a device.
  public static boolean isStream(String name) {
    Path target = Path.of(name);
    return Descriptors.is(1, target) || Files.exists(target) && !Descriptors.isFile(target);
  }

  /// Prepares an output.
  ///
  /// @param name a path, or `-`
  /// @param replaces whether a file of that name is replaced
  /// @throws FileFailure if its folder cannot be written
  public static OutputFile create(String name, OutputStream stdout, boolean replaces) {
    Path target = Path.of(name);
    try {
      FileFailure.require(!Files.isDirectory(target), name, "is a directory; name a file");
      if (isStream(name)) {
        return new OutputFile(name, stdout, target, target, true);
      }
      // A link is kept, and the file that it names is replaced.
      boolean exists = Files.exists(target);
      FileFailure.require(
          exists || !Files.isSymbolicLink(target),
          name,
          "is a link to a file that does not exist; create that file, or remove the link");
      Path real = exists ? target.toRealPath() : target.toAbsolutePath();
      Path folder = real.getParent();
      FileFailure.require(
          folder == null || Files.isDirectory(folder),
          name,
          "its folder does not exist; create it first");
      Path beside =
          Files.createTempFile(
              folder == null ? Path.of("/") : folder, "." + real.getFileName() + ".", ".tmp");
      beside.toFile().deleteOnExit();
      makeReadable(real, beside);
      return new OutputFile(name, stdout, real, beside, replaces);
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
  }

  /// Temporary files are made for their owner alone; outputs get the permissions of the file that
  /// they replace, or of any other new file.
  private static void makeReadable(Path target, Path beside) throws IOException {
    if (!Files.getFileStore(beside).supportsFileAttributeView("posix")) {
      return;
    }
    if (Files.exists(target)) {
      Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(target));
    } else {
      Files.delete(beside);
      Files.createFile(beside);
    }
  }

  /// As named by the user.
  public String name() {
    return name;
  }

  /// The file that is written, for writers that open it themselves.
  public Path path() {
    return written;
  }

  /// Whether it can be written by its path.
  public boolean isFile() {
    return !written.equals(target);
  }

  private boolean isStdout() {
    return Descriptors.is(1, target);
  }

  /// Opens it, compressed as its name shows.
  public OutputStream open() throws IOException {
    return open(RecordFormat.LINES);
  }

  /// Opens it for records of a format. Lines of JSON become an array if it is named `.json`.
  public OutputStream open(RecordFormat format) throws IOException {
    OutputStream bytes =
        new BufferedOutputStream(Compression.ofFile(name).compress(openCompressed()), BUFFER);
    OutputStream out =
        format == RecordFormat.JSONL && Compression.plainName(name).endsWith(".json")
            ? new JsonArrayStream(bytes)
            : bytes;
    if (isFile()) {
      return out;
    }
    ending = out;
    return new UnclosedStream(out);
  }

  /// Opens it for bytes that are compressed already.
  public OutputStream openCompressed() throws IOException {
    return new Written(bytes());
  }

  private OutputStream bytes() throws IOException {
    if (isFile()) {
      return Channels.newOutputStream(FileChannel.open(written, StandardOpenOption.WRITE));
    }
    return isStdout()
        ? stdout
        : Descriptors.is(2, target)
            ? new UnclosedStream(new FileOutputStream(FileDescriptor.err))
            : Channels.newOutputStream(
                FileChannel.open(target, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
  }

  /// Moves outputs to their names, after all are on disk.
  ///
  /// @throws FileFailure if that fails
  public static void commit(List<OutputFile> outputs) {
    for (OutputFile output : outputs) {
      output.sync();
    }
    for (OutputFile output : outputs) {
      output.move();
    }
  }

  private void sync() {
    try {
      if (ending != null) {
        ending.close();
      } else if (isFile()) {
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
      }
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
  }

  private void move() {
    open = false;
    if (!isFile()) {
      return;
    }
    try {
      if (!replaces && Files.exists(target)) { // it was created meanwhile
        Files.deleteIfExists(written);
        throw new FileFailure(name + ": " + EXISTS);
      }
      DurableFile.move(written, target);
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
  }

  /// Discards it, unless it was committed. A pipe is left without its end.
  @Override
  public void close() {
    if (open) {
      open = false;
      discarded = true;
      try {
        if (ending != null) {
          ending.close();
        } else if (isFile()) {
          Files.deleteIfExists(written);
        }
      } catch (IOException _) {
        written.toFile().deleteOnExit();
      }
    }
  }

  /// The bytes of the output. Failures name it.
  private final class Written extends FilterOutputStream {

    Written(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (discarded) {
        return;
      }
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw isStdout()
            ? new FileFailure(String.valueOf(e.getMessage()), e)
            : FileFailure.of(name, e);
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
