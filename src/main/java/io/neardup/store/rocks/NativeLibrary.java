package io.neardup.store.rocks;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/// Loads RocksDB's native library, once per process.
///
/// The library is in a jar and must be copied to a file on an executable file system. Containers
/// often forbid execution under /tmp, so the data directory is tried as well.
public final class NativeLibrary {

  private static boolean loaded;

  private NativeLibrary() {}

  /// Loads the library unless it is loaded already.
  ///
  /// @param dataDirectory may hold a copy of the library
  /// @throws StoreException NO_LIBRARY if it cannot be loaded from anywhere
  public static synchronized void load(Path dataDirectory) {
    if (loaded) {
      return;
    }
    List<String> tried = new ArrayList<>();
    for (Path directory : places(dataDirectory)) {
      try {
        Files.createDirectories(directory);
        NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
        RocksDB.loadLibrary();
        loaded = true;
        return;
      } catch (IOException | UnsatisfiedLinkError | RuntimeException e) {
        tried.add(directory + ": " + e.getMessage());
      }
    }
    throw new StoreException(
        StoreFault.NO_LIBRARY,
        "Cannot load the native library of RocksDB. It needs Linux with glibc or musl, macOS or"
            + " Windows, and a directory from which code may be executed, with 20 MB of free space; set"
            + " ROCKSDB_SHAREDLIB_DIR to one (in a container: a volume, or --tmpfs /tmp:exec). Tried: "
            + String.join("; ", tried));
  }

  private static List<Path> places(Path dataDirectory) {
    String configured = System.getenv("ROCKSDB_SHAREDLIB_DIR");
    if (configured != null && !configured.isBlank()) {
      return List.of(Path.of(configured));
    }
    // A fixed file name, so that killed processes leave only one copy.
    return List.of(
        dataDirectory.resolve("native"), Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
  }
}
