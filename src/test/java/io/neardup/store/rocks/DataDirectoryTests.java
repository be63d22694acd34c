package io.neardup.store.rocks;

import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.neardup.ChildProcess;
import io.neardup.store.Documents;
import io.neardup.store.GoldenDirectory;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class DataDirectoryTests {

  @TempDir Path temporary;

  @Test
  void newDirectoriesArePrivate() throws IOException {
    open().close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data())))
        .isEqualTo("rwx------");
    assertThat(Files.readString(data().resolve("FORMAT"))).contains("format=4\n", "history=");
  }

  @Test
  void aRefusedSecondOpenKeepsTheLockOfTheFirst() throws Exception {
    try (DocumentStore store = open()) {
      assertRefused(
          StoreFault.IN_USE, data().toString(), "in use by this process", "neardup.data-dir");
      Path link = Files.createSymbolicLink(temporary.resolve("link"), data());
      for (Path path : List.of(data(), link)) {
        assertThatThrownBy(() -> DocumentStore.open(path, StoreOptions.DEFAULTS).close())
            .hasMessageContaining("in use by this process");
        Process other = ChildProcess.builder(Holder.class, data().toString()).start();
        try {
          assertThat(other.inputReader().readLine())
              .startsWith("IN_USE")
              .contains("in use by process " + ProcessHandle.current().pid() + " on ");
        } finally {
          other.destroyForcibly().waitFor();
        }
      }
      store.log().append(List.of(put("still works")));
    }
    open().close();
  }

  @Test
  void aSecondProcessIsRefusedAndTheFirstNamed() throws Exception {
    Process holder = ChildProcess.builder(Holder.class, data().toString()).start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("open");
      assertRefused(StoreFault.IN_USE, "in use by process " + holder.pid() + " on ", "Stop it");
    } finally {
      holder.destroyForcibly().waitFor();
    }
    try (DocumentStore store = open()) { // the lock of a killed process is released
      assertThat(store.collections().list()).isNotEmpty();
    }
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
    Files.writeString(data(), "a file");
    assertRefused(StoreFault.UNUSABLE_DIRECTORY, data() + " is a file", "name another directory");
  }

  @Test
  void otherFormatsAreRefused() throws IOException {
    open().close();
    Path format = data().resolve("FORMAT");
    String text = Files.readString(format);
    for (int other : List.of(3, 5)) {
      Files.writeString(format, text.replace("format=4", "format=" + other));
      assertRefused(
          StoreFault.OTHER_FORMAT,
          format + " says that the data has format " + other,
          "Run the version that wrote it",
          "POST /documents in an empty directory");
    }
  }

  @Test
  void malformedFormatFilesAreRefused() throws IOException {
    open().close();
    for (String text : List.of("", "format=x\n", "format=0\n", "format=4\nhistory=x\n")) {
      Files.writeString(data().resolve("FORMAT"), text);
      assertRefused(StoreFault.DAMAGED, data().resolve("FORMAT") + " is damaged", "backup");
    }
  }

  @Test
  void documentsWithoutAFormatFileAreNotTakenForAnEmptyDirectory() throws IOException {
    storeSome(10);
    Files.delete(data().resolve("FORMAT"));
    assertRefused(StoreFault.DAMAGED, data().resolve("FORMAT") + " is missing", "backup");
  }

  @Test
  void aFormatFileWithoutDocumentsIsNotTakenForAnEmptyDirectory() throws IOException {
    storeSome(10);
    Files.delete(data().resolve("rocksdb/CURRENT"));
    assertRefused(StoreFault.DAMAGED, "CURRENT is missing", "backup");
  }

  @Test
  void aMissingTableFileIsRefused() throws IOException {
    storeSome(1000);
    Path table = largest(".sst");
    Files.delete(table);
    assertRefused(StoreFault.DAMAGED, table.getFileName().toString(), "backup");
  }

  @Test
  void aDamagedTableFileIsRefusedWhenTheDocumentsAreRead() throws IOException {
    storeSome(5000);
    Path table = largest(".sst");
    overwrite(table, Files.size(table) / 3, 64);
    assertThatThrownBy(
            () -> {
              try (DocumentStore store = open()) {
                store
                    .documents()
                    .forEach(
                        2,
                        () -> row -> {},
                        (collection, failure) -> {
                          throw failure;
                        },
                        (done, estimated) -> {});
              }
            })
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.DAMAGED))
        .hasMessageContaining(table.getFileName().toString())
        .hasMessageContaining("Restore the latest backup");
  }

  @Test
  void truncatedLastRecordsAreDropped() throws Exception {
    killAfterStoring(20);
    Path log = largest(".log");
    truncate(log, Files.size(log) - 5);
    assertThat(storedIds()).hasSize(19);
  }

  @Test
  void lastRecordsWithOtherBytesAreDroppedAndSaved() throws Exception {
    killAfterStoring(20);
    Path log = largest(".log");
    overwrite(log, Files.size(log) - 5, 5);
    assertThat(storedIds()).hasSize(19);
    assertThat(Path.of(log + ".torn")).exists();
  }

  @Test
  void zerosAfterTheLastRecordAreDropped() throws Exception {
    killAfterStoring(20);
    Path log = largest(".log");
    Files.write(log, new byte[10_000], StandardOpenOption.APPEND);
    assertThat(storedIds()).hasSize(20);
  }

  @Test
  void aRecordInTheMiddleThatIsDamagedIsRefused() throws Exception {
    killAfterStoring(20);
    Path log = largest(".log");
    overwrite(log, Files.size(log) / 2, 3);
    assertRefused(
        StoreFault.DAMAGED,
        data().toString(),
        log.getFileName().toString(),
        "Restore the latest backup");
    assertThat(Path.of(log + ".torn")).doesNotExist();
  }

  @Test
  void missingPermissionsAreNamed() throws Exception {
    storeSome(10);
    Process other =
        new ProcessBuilder("setpriv", "--reuid=65534", "--clear-groups", "true").start();
    assumeThat(other.waitFor()).as("can run as another user").isZero();
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command =
        new java.util.ArrayList<>(List.of("setpriv", "--reuid=65534", "--clear-groups"));
    command.addAll(ChildProcess.builder(Holder.class, data().toString()).command());
    Process stranger = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = new String(stranger.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assumeThat(output).as("may read the class path").doesNotContain("ClassNotFoundException");
      assertThat(output)
          .contains(
              "UNUSABLE_DIRECTORY",
              "the permission to write " + data(),
              "Grant it to the user that runs neardup");
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void aLibraryThatCannotBeLoadedIsExplained() throws Exception {
    ProcessBuilder builder = ChildProcess.builder(Holder.class, data().toString());
    Path file = Files.writeString(temporary.resolve("file"), "no directory");
    builder.environment().put("ROCKSDB_SHAREDLIB_DIR", file.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    assertThat(output).contains("NO_LIBRARY", "set ROCKSDB_SHAREDLIB_DIR to one", "Tried: " + file);
    open().close(); // the failed start left nothing that prevents this one
  }

  @Test
  void dataOfThisFormatStaysReadable() throws IOException {
    try (InputStream zip = getClass().getResourceAsStream("/golden/data-directory-v4.zip")) {
      unzip(zip, data());
    }
    try (DocumentStore store = open()) {
      GoldenDirectory.check(store);
    }
  }

  @Test
  void dataWithATableOfAnotherVersionIsRefused() throws Exception {
    storeSome(1);
    try (Options options = new Options()) {
      String path = data().resolve("rocksdb").toString();
      List<ColumnFamilyDescriptor> tables = new ArrayList<>();
      for (byte[] name : RocksDB.listColumnFamilies(options, path)) {
        tables.add(new ColumnFamilyDescriptor(name));
      }
      try (DBOptions database = new DBOptions();
          RocksDB rocks = RocksDB.open(database, path, tables, new ArrayList<>())) {
        rocks
            .createColumnFamily(
                new ColumnFamilyDescriptor("answers".getBytes(StandardCharsets.UTF_8)))
            .close();
      }
    }
    assertRefused(
        StoreFault.OTHER_FORMAT, "another version of neardup", "answers", "an empty directory");
  }

  private Path data() {
    return temporary.resolve("data");
  }

  private DocumentStore open() {
    return Documents.open(data());
  }

  private void storeSome(int count) {
    try (DocumentStore store = open()) {
      store.log().append(Documents.puts(0, count));
    }
  }

  /// Writes documents to the write-ahead log, one record each, as a killed process leaves them.
  private void killAfterStoring(int count) throws Exception {
    Process holder =
        ChildProcess.builder(Holder.class, data().toString(), Integer.toString(count)).start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("open");
    } finally {
      holder.destroyForcibly().waitFor();
    }
  }

  private List<String> storedIds() {
    try (DocumentStore store = DocumentStore.open(data(), StoreOptions.DEFAULTS)) {
      return Documents.ids(store);
    }
  }

  private void assertRefused(StoreFault kind, String... sentence) {
    assertThatThrownBy(() -> DocumentStore.open(data(), StoreOptions.DEFAULTS).close())
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind))
        .hasMessageContainingAll(sentence)
        .hasMessageEndingWith(".");
  }

  private Path largest(String ending) throws IOException {
    try (Stream<Path> files = Files.list(data().resolve("rocksdb"))) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static void overwrite(Path file, long from, int count) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      byte[] other = new byte[count];
      java.util.Arrays.fill(other, (byte) 0x5A);
      channel.write(ByteBuffer.wrap(other), from);
    }
  }

  private static void truncate(Path file, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
  }

  private static void unzip(InputStream in, Path target) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = target.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
  }

  /// Opens a data directory, stores documents one by one, and runs until it is killed.
  static final class Holder {

    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      try {
        DocumentStore store = Documents.open(Path.of(arguments[0]));
        int count = arguments.length < 2 ? 0 : Integer.parseInt(arguments[1]);
        for (int i = 0; i < count; i++) {
          store.log().append(List.of(put("id" + i)));
        }
        System.out.println("open");
        var _ = System.in.read(); // as long as the test runs
      } catch (StoreException e) {
        System.out.println(e.kind() + " " + e.getMessage());
      }
    }
  }
}
