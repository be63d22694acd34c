package io.neardup.store.rocks;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The directory that holds all that lasts, and the right to use it alone.
///
/// ```
/// FORMAT            what this is and which version wrote it, see [FormatFile]
/// neardup.lock      locked while a process has it open, and says which
/// rocksdb/          the documents
/// native/           a copy of RocksDB's library, may be removed
/// ```
public final class DataDirectory implements AutoCloseable {

  private static final String LOCK = "neardup.lock";

  private final Path path;
  private final FileChannel channel;

  private DataDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /// Makes the directory if it is not there, and locks it.
  ///
  /// @throws StoreException IN_USE or UNUSABLE_DIRECTORY
  public static DataDirectory lock(Path path) {
    Path directory = path.toAbsolutePath().normalize();
    try {
      create(directory);
      return lockExisting(directory);
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }

  /// Makes a directory that nobody else may look into, if it is not there.
  public static void create(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] ownerOnly =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    Files.createDirectories(directory, ownerOnly);
  }

  private static DataDirectory lockExisting(Path directory) throws IOException {
    Path file = directory.resolve(LOCK);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
      if (lock == null) {
        throw inUse(directory, "process " + owner(file));
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(self().getBytes(StandardCharsets.UTF_8)));
      return new DataDirectory(directory, channel);
    } catch (OverlappingFileLockException e) {
      throw inUse(directory, "this very process");
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
  }

  private static StoreException inUse(Path directory, String owner) {
    return new StoreException(
        Kind.IN_USE,
        "The data directory "
            + directory
            + " is in use by "
            + owner
            + ". Stop it, or give this one another neardup.data-dir.");
  }

  private static String self() {
    return ProcessHandle.current().pid() + " on " + host() + " since " + Instant.now();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "an unnamed host";
    }
  }

  private static String owner(Path file) {
    try {
      String owner = Files.readString(file).strip();
      return owner.isEmpty() ? "(unknown)" : owner;
    } catch (IOException e) {
      return "(unknown)";
    }
  }

  public static StoreException unusable(Path directory, IOException e) {
    String why =
        switch (e) {
          case AccessDeniedException denied ->
              "the right to write "
                  + denied.getFile()
                  + " is missing. Give it to the user who runs neardup";
          case FileAlreadyExistsException file ->
              file.getFile() + " is a file. Remove it, or name another directory";
          case NotDirectoryException file ->
              file.getFile() + " is no directory. Remove it, or name another directory";
          default -> e + ". Look at the disk, or name another directory";
        };
    return new StoreException(
        Kind.UNUSABLE_DIRECTORY,
        "The data directory " + directory + " (neardup.data-dir) cannot be used: " + why + ".",
        e);
  }

  public Path path() {
    return path;
  }

  public Path rocksdb() {
    return path.resolve("rocksdb");
  }

  /// What is in it, null if it is new.
  @Nullable
  public FormatFile format() {
    return FormatFile.read(path);
  }

  @Override
  public void close() {
    try {
      channel.close(); // which releases the lock
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }
}
