package io.neardup.store.rocks;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// The data directory with all durable data, and its lock against other processes.
///
/// ```
/// FORMAT            kind and version, see [FormatFile]
/// neardup.lock      locked by the process that has it open, whose id it contains
/// rocksdb/          the documents
/// native/           a copy of RocksDB's library, may be deleted
/// ```
public final class DataDirectory implements AutoCloseable {

  private static final String LOCK = "neardup.lock";

  /// The directories that this process has open. On POSIX systems a process loses its lock when it
  /// closes any channel of the file, so an open directory is refused before its file is opened
  /// again.
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  /// Channels that must stay open for the same reason: of directories reached by a second real
  /// path, such as a mount.
  private static final Queue<FileChannel> KEPT_OPEN = new ConcurrentLinkedQueue<>();

  private final Path path;
  private final Path real;
  private final FileChannel channel;

  private DataDirectory(Path path, Path real, FileChannel channel) {
    this.path = path;
    this.real = real;
    this.channel = channel;
  }

  /// Creates the directory if it does not exist, and locks it.
  ///
  /// @throws StoreException IN_USE or UNUSABLE_DIRECTORY
  public static DataDirectory lock(Path path) {
    Path directory = path.toAbsolutePath().normalize();
    try {
      create(directory);
      return lockExisting(directory, directory.toRealPath());
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }

  /// Creates a directory that only its owner can access, if it does not exist.
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

  private static DataDirectory lockExisting(Path directory, Path real) throws IOException {
    if (!OPEN.add(real)) {
      throw inUse(directory, "this process");
    }
    FileChannel locked = null;
    try {
      locked = lock(directory, directory.resolve(LOCK));
      return new DataDirectory(directory, real, locked);
    } finally {
      if (locked == null) {
        OPEN.remove(real);
      }
    }
  }

  private static FileChannel lock(Path directory, Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(self().getBytes(StandardCharsets.UTF_8)));
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      KEPT_OPEN.add(channel);
      throw inUse(directory, "this process");
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw inUse(directory, "process " + owner(file));
  }

  private static StoreException inUse(Path directory, String owner) {
    return new StoreException(
        StoreFault.IN_USE,
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
              "the permission to write "
                  + denied.getFile()
                  + " is missing. Grant it to the user that runs neardup";
          case FileAlreadyExistsException file ->
              file.getFile() + " is a file. Remove it, or name another directory";
          case NotDirectoryException file ->
              file.getFile() + " is not a directory. Remove it, or name another directory";
          case FileSystemException _ when isFile(directory.getParent()) ->
              directory.getParent() + " is a file. Remove it, or name another directory";
          default -> e + ". Check the disk, or name another directory";
        };
    return new StoreException(
        StoreFault.UNUSABLE_DIRECTORY,
        "The data directory " + directory + " (neardup.data-dir) cannot be used: " + why + ".",
        e);
  }

  private static boolean isFile(@Nullable Path path) {
    return path != null && Files.isRegularFile(path);
  }

  public Path path() {
    return path;
  }

  public Path rocksdb() {
    return path.resolve("rocksdb");
  }

  @Nullable
  public FormatFile format() {
    return FormatFile.read(path);
  }

  @Override
  public void close() {
    try {
      channel.close(); // releases the lock
    } catch (IOException e) {
      throw unusable(path, e);
    } finally {
      OPEN.remove(real);
    }
  }
}
