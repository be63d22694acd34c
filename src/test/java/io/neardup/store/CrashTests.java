package io.neardup.store;

import static io.neardup.store.Documents.COLLECTION;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.disk.DocumentStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Acknowledged writes survive a kill of the process. `-Dtests.kills=50` kills it more often.
class CrashTests {

  private static final int KILLS = Integer.getInteger("tests.kills", 4);
  private static final int WRITERS = 4;

  @TempDir Path directory;

  @Test
  void acknowledgedWritesSurviveAKill() throws Exception {
    Map<String, Long> acknowledged =
        new HashMap<>(); // version of each id, negative if it was deleted
    long lastOffset = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Acknowledgements reported = writeAndKill(kill);
      acknowledged.putAll(reported.versions());
      assertThat(reported.versions()).as("acknowledged before kill %d", kill).isNotEmpty();
      assertThat(reported.firstOffset()).isGreaterThan(lastOffset);
      lastOffset = reported.lastOffset();
      try (DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS)) {
        acknowledged.forEach((id, version) -> check(store, id, version));
        checkFeed(store);
      }
    }
  }

  private static void check(DocumentStore store, String id, long version) {
    Put stored = Documents.find(store, id).map(document -> document.put(COLLECTION)).orElse(null);
    if (version < 0) {
      // A put in progress when the process was killed may follow the delete.
      assertThat(stored == null || stored.revision().version() > -version).as(id).isTrue();
      return;
    }
    if (stored == null) {
      // The next, unacknowledged event of this id may be a delete.
      assertThat((version + Writer.IDS) % Writer.DELETE_EACH).as("next event of %s", id).isZero();
      return;
    }
    assertThat(stored.revision().version()).as(id).isGreaterThanOrEqualTo(version);
    assertThat(stored).isEqualTo(Writer.put(id, stored.revision().version(), false));
    assertThat(Documents.text(store, id)).contains(Writer.text(id, stored.revision().version()));
  }

  /// The log lists exactly the stored documents.
  private static void checkFeed(DocumentStore store) {
    List<String> reported = new ArrayList<>();
    ChangePage page = store.log().read(store.log().start(), 1000, false);
    while (true) {
      page.changes().stream()
          .map(Logged::event)
          .filter(Put.class::isInstance)
          .forEach(event -> reported.add(((Put) event).id()));
      if (!page.more()) {
        break;
      }
      page = store.log().read(page.next(), 1000, false);
    }
    List<String> listed = Documents.ids(store);
    assertThat(reported).containsExactlyInAnyOrderElementsOf(listed);
  }

  private Acknowledgements writeAndKill(int round) throws IOException, InterruptedException {
    Process writer =
        ChildProcess.builder(Writer.class, directory.toString(), Integer.toString(round))
            .redirectError(Redirect.INHERIT)
            .start();
    Map<String, Long> versions = new HashMap<>();
    long first = Long.MAX_VALUE;
    long last = 0;
    try (BufferedReader lines = writer.inputReader()) {
      String line = lines.readLine();
      assertThat(line).isEqualTo("ready");
      long end =
          System.nanoTime()
              + TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextInt(50, 700));
      while (line != null) {
        if (writer.isAlive() && System.nanoTime() > end && !versions.isEmpty()) {
          writer.toHandle().destroyForcibly(); // SIGKILL; unlike Process, keeps the output
        }
        line = lines.readLine();
        if (line != null && line.endsWith(";")) {
          String[] fields = line.substring(0, line.length() - 1).split(" ", -1);
          versions.put(fields[0], Long.parseLong(fields[1]));
          long offset = Long.parseLong(fields[2]);
          first = Math.min(first, offset);
          last = Math.max(last, offset);
        }
      }
    } finally {
      writer.destroyForcibly().waitFor();
    }
    return new Acknowledgements(versions, first, last);
  }

  private record Acknowledgements(Map<String, Long> versions, long firstOffset, long lastOffset) {}

  /// The process that is killed: several threads put and delete their own documents, and print each
  /// event when it is acknowledged.
  static final class Writer {

    static final int DELETE_EACH = 7;
    static final int IDS = 50;

    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      PrintStream out =
          new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false);
      DocumentStore store = Documents.open(Path.of(arguments[0]));
      print(out, "ready\n");
      for (int thread = 0; thread < WRITERS; thread++) {
        String prefix = "r" + arguments[1] + "t" + thread + "-";
        Thread.ofPlatform().start(() -> write(store, prefix, out));
      }
    }

    private static void write(DocumentStore store, String prefix, PrintStream out) {
      for (long version = 1; ; version++) {
        String id = prefix + version % IDS;
        boolean deletes = version % DELETE_EACH == 0;
        DocumentEvent.OfDocument event = deletes ? Documents.delete(id) : put(id, version, true);
        long acknowledgedVersion = deletes ? -version : version;
        // Some threads wait for each event, others for several at once.
        CompletableFuture<List<Position>> done =
            store.log().appendLater(Documents.incarnation(store), List.of(event), () -> true);
        CompletableFuture<Void> reported =
            done.thenAccept(positions ->
                print(
                    out,
                    id + " " + acknowledgedVersion + " " + positions.getFirst().offset() + ";\n"));
        if (version % 5 != 0) {
          reported.join();
        }
      }
    }

    static Put put(String id, long version, boolean withText) {
      String metadata = "{\"v\":\"" + "m".repeat((int) (version % 700)) + "\"}";
      return Documents.put(id, version, metadata, withText ? text(id, version) : null);
    }

    static String text(String id, long version) {
      return id + " text ".repeat((int) (version % 100)) + version;
    }

    private static synchronized void print(PrintStream out, String line) {
      out.print(line);
      out.flush();
    }
  }
}
