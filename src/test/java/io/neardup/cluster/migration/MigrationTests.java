package io.neardup.cluster.migration;

import static io.neardup.store.Documents.COLLECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.ChildProcess;
import io.neardup.Eventually;
import io.neardup.cli.Run;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.migration.MigrationTopics.DocumentTopic;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Documents;
import io.neardup.store.Partitions;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `migrate` without instances: each test has topics of its own.
class MigrationTests {

  private static final int MANY = 8_000;
  private static EmbeddedBrokers brokers;

  @TempDir static Path folder;

  @TempDir Path own;

  @BeforeAll
  static void start() {
    brokers = EmbeddedBrokers.start(folder, 1);
  }

  @AfterAll
  static void stop() {
    brokers.close();
  }

  private static Run toCluster(Path directory, String prefix, Object... further) {
    return run(
        List.of("migrate", "to-cluster", "--data-dir", directory, "--replication-factor", 1),
        prefix,
        further);
  }

  private static Run fromCluster(String prefix, Path directory, Object... further) {
    return run(List.of("migrate", "from-cluster", "--data-dir", directory), prefix, further);
  }

  private static Run run(List<Object> command, String prefix, Object... further) {
    List<Object> arguments = new ArrayList<>(command);
    arguments.addAll(
        List.of("--bootstrap-servers", brokers.bootstrapServers(), "--topic-prefix", prefix));
    arguments.addAll(List.of(further));
    return Run.of(arguments.toArray());
  }

  /// A data directory with documents `d0`, `d1` and so on, with texts and long metadata.
  private Path directory(String name, int documents) {
    Path directory = own.resolve(name);
    try (DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS)) {
      Documents.makeCollection(store);
      store
          .log()
          .append(
              IntStream.range(0, documents)
                  .mapToObj(i ->
                      Documents.put(
                          "d" + i,
                          1,
                          i % 3 == 0 ? "{\"a\": \"" + "x".repeat(i % 1_000) + "\"}" : null,
                          "text " + i))
                  .toList());
    }
    return directory;
  }

  /// The digest of the only collection, which both sides have.
  private static String digest(Run run) {
    List<String> digests =
        run.lines().stream()
            .filter(line -> line.contains("digest"))
            .map(line -> line.replaceAll("^ *(data directory|cluster) *", ""))
            .distinct()
            .toList();
    assertThat(digests).as(run.out()).hasSize(1);
    return digests.getFirst();
  }

  private static void requireReadable(Path directory, int documents) {
    try (DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS)) {
      assertThat(
              store
                  .documents()
                  .list(store.collections().incarnation(COLLECTION), "", documents + 1))
          .hasSize(documents);
      // A client of the feed of changes receives each document.
      assertThat(
              store.log().read(store.log().start(), 2 * documents, false).changes().stream()
                  .filter(change -> change.event() instanceof DocumentEvent.Put)
                  .count())
          .isEqualTo(documents);
    }
  }

  private static Process halted(String direction, Path directory, String prefix)
      throws IOException {
    return ChildProcess.builder(
            HaltedMigration.class,
            direction,
            directory.toString(),
            brokers.bootstrapServers(),
            prefix)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void killedRunsContinue() throws Exception {
    Path source = directory("source", MANY);
    assertThat(halted("to", source, "killed").waitFor()).isEqualTo(HaltedMigration.KILLED);
    assertThat(records("killed")).as("records of the killed run").isPositive();
    try (DocumentStore store = DocumentStore.open(source, StoreOptions.DEFAULTS)) {
      var _ = store.log().append(List.of(Documents.delete("d1"), Documents.put("new")));
    }
    Run copied = toCluster(source, "killed").require(0);
    assertThat(digest(copied)).startsWith("8,000 documents, digest ");
    assertThat(records("killed")).as("records of both runs").isBetween((long) MANY, MANY + 2_500L);
    assertThat(toCluster(source, "killed").require(0).out())
        .as("a third run")
        .isEqualTo(copied.out());
    Path target = own.resolve("target");
    assertThat(halted("from", target, "killed").waitFor()).isEqualTo(HaltedMigration.KILLED);
    assertThatThrownBy(() -> DocumentStore.open(target, StoreOptions.DEFAULTS))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is not complete")
        .hasMessageContaining("from-cluster");
    assertThat(digest(fromCluster("killed", target).require(0))).isEqualTo(digest(copied));
    requireReadable(target, MANY);
    assertThat(fromCluster("killed", target).require(1).err())
        .contains("has documents. Name a new directory; this one was not changed.");
  }

  private static long records(String prefix) {
    return with(prefix, topics -> Arrays.stream(topics.ends(topic(topics))).sum());
  }

  private static <T> T with(String prefix, Function<MigrationTopics, T> work) {
    return MigrationTopics.with(HaltedMigration.cluster(brokers.bootstrapServers(), prefix), work);
  }

  private static DocumentTopic topic(MigrationTopics topics) {
    return Objects.requireNonNull(topics.find());
  }

  @Test
  void otherRecordsAndPartitionsAreRefused() {
    Path one = directory("one", 10);
    Run first = toCluster(one, "taken").require(0);
    assertThat(toCluster(directory("other", 10), "taken").require(1).err())
        .contains("taken-documents and taken-collections have records that were not copied from")
        .hasLineCount(1);
    assertThat(toCluster(one, "taken", "--partitions", 12).require(1).err())
        .contains("The topic taken-documents has 24 partitions, not 12. Set --partitions")
        .hasLineCount(1);
    assertThat(toCluster(one, "taken").require(0).out()).isEqualTo(first.out());
    assertThat(fromCluster("none", own.resolve("new")).require(1).err())
        .isEqualTo("neardup: There is no topic none-documents. Check --topic-prefix.\n");
    assertThat(own.resolve("new")).doesNotExist();
    assertThat(fromCluster("taken", one).require(1).err()).contains("this one was not changed");
    try (DocumentStore _ = DocumentStore.open(one, StoreOptions.DEFAULTS)) {
      assertThat(toCluster(one, "taken").require(1).err())
          .contains("is in use by this process. Stop it")
          .hasLineCount(1);
    }
    requireReadable(one, 10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--bootstrap-servers localhost:1 --kafka default.api.timeout.ms=500 --kafka"
            + " request.timeout.ms=400 | 1 | localhost:1 do not answer. Check --bootstrap-servers",
        "--bootstrap-servers nonsense | 1 | Invalid url in bootstrap.servers: nonsense",
        "--bootstrap-servers localhost:1 --kafka acks | 2 | KEY=VALUE",
        "--bootstrap-servers localhost:1 --kafka-config none.properties | 1 | none.properties: does"
            + " not exist",
        "--bootstrap-servers localhost:1 --partitions 257 | 2 | --partitions must be 1 to 256, was"
            + " 257",
        "--bootstrap-servers localhost:1 --replication-factor 0 | 2 | --replication-factor must be"
            + " 1 to",
        "--bootstrap-servers localhost:1 --min-in-sync 4 | 2 | --min-in-sync must be 1 to 3, was 4",
        "--topic-prefix x | 2 | Missing required option: '--bootstrap-servers",
      })
  void invalidInputIsReported(String options, int code, String message) {
    Path directory = directory("input", 1);
    String command = "migrate to-cluster --data-dir " + directory + " " + options;
    assertThat(Run.of((Object[]) command.split(" +")).require(code).err())
        .contains(message.strip());
  }

  @Test
  void weightsOfACollectionAreRefused() {
    Path directory = directory("weighed", 3);
    try (DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS)) {
      CollectionSettings settings = store.collections().find(COLLECTION).orElseThrow();
      store
          .collections()
          .put(
              new CollectionSettings(
                  settings.name(),
                  settings.profile(),
                  settings.maxDistance(),
                  settings.storeText(),
                  settings.verify(),
                  WeightSource.COLLECTION,
                  settings.passages(),
                  settings.ttl(),
                  settings.createdAt(),
                  settings.creation()));
    }
    assertThat(toCluster(directory, "weighed").require(1).err())
        .contains("'" + COLLECTION + "' has weights=collection", "set weights to profile")
        .hasLineCount(1);
  }

  @Test
  void directoryThatIsNoneIsReportedAndNotCreated() {
    Path none = own.resolve("none");
    assertThat(toCluster(none, "no-directory").require(1).err())
        .isEqualTo(
            "neardup: "
                + none
                + " is not a data directory: it has no file FORMAT. Check --data-dir.\n");
    assertThat(none).doesNotExist();
    assertThat(Run.of("migrate").require(2).err()).contains("missing: to-cluster or from-cluster");
    assertThat(Run.of("migrate", "to-cluster", "--help").require(0).out())
        .contains("Usage: neardup migrate to-cluster", "--replication-factor", "Example");
  }

  @Test
  void differencesFailTheVerification() throws Exception {
    Path source = directory("source", 100);
    String digest = digest(toCluster(source, "planted").require(0));
    DocumentEvent.Put changed = Documents.put("d7", 1, null, "another text");
    append("planted", record("planted", changed, Stamp.NONE));
    Run failed = toCluster(source, "planted").require(1);
    assertThat(failed.out()).contains("100 documents", digest);
    assertThat(failed.out().lines().filter(line -> line.contains("digest")).distinct()).hasSize(2);
    assertThat(failed.err())
        .contains("The copy differs from the data directory. Start no instances");

    Path target = own.resolve("target");
    skipFirst("planted", target);
    assertThat(fromCluster("planted", target).require(1).err())
        .contains("The copy differs from the cluster. Delete the data directory");
    assertThatThrownBy(() -> DocumentStore.open(target, StoreOptions.DEFAULTS))
        .isInstanceOf(StoreException.class);
  }

  /// An interrupted copy that missed the first record of the partition of `d7`.
  private static void skipFirst(String prefix, Path target) {
    String id = with(prefix, topics -> topic(topics).id());
    try (DocumentStore store = DocumentStore.openIncomplete(target, StoreOptions.DEFAULTS)) {
      MigrationMarker marker = MigrationMarker.read(store.path().resolve(DocumentStore.INCOMPLETE));
      marker.begin(id);
      marker.set(Integer.toString(partition("d7")), "1 ");
      marker.save();
    }
  }

  @Test
  void anInterruptedCopyThatMissedDeletionsBeginsAnew() throws Exception {
    toCluster(directory("source", 100), "old").require(0);
    Path target = own.resolve("target");
    skipFirst("old", target);
    Files.setLastModifiedTime(
        target.resolve(DocumentStore.INCOMPLETE),
        FileTime.from(Instant.now().minus(Duration.ofDays(5))));
    fromCluster("old", target).require(0);
    requireReadable(target, 100);
  }

  @Test
  void damagedPositionsAreReported() throws Exception {
    Path source = directory("source", 10);
    toCluster(source, "damaged").require(0);
    Path marker = source.resolve("to-cluster.properties");
    Files.writeString(marker, Files.readString(marker).replaceAll("cursor=.*", "cursor=x"));
    assertThat(toCluster(source, "damaged").require(1).err())
        .contains("to-cluster.properties is damaged: must be a cursor")
        .hasLineCount(1);
    Path target = own.resolve("target");
    skipFirst("damaged", target);
    Path positions = target.resolve(DocumentStore.INCOMPLETE);
    Files.writeString(positions, Files.readString(positions).replace("1 ", "x "));
    assertThat(fromCluster("damaged", target).require(1).err())
        .contains("INCOMPLETE is damaged: ")
        .hasLineCount(1);
  }

  @Test
  void recordsThatReplicasLeaveOutAreNotCopied() throws Exception {
    String digest = digest(toCluster(directory("source", 100), "stale").require(0));
    append("stale", new Claim(LogRecord.OWNER, 3, "a").in("stale-documents", partition("d7")));
    append("stale", record("stale", Documents.delete("d7"), new Stamp(2, 1, null)));
    append(
        "stale",
        new Written(created("stale") - 1, Documents.put("d8", 2, null, null), new Stamp(0, 0, null))
            .in("stale-documents", partition("d8")));
    Path target = own.resolve("target");
    assertThat(digest(fromCluster("stale", target).require(0))).isEqualTo(digest);
    requireReadable(target, 100);
  }

  /// A broker may report an old end of the log: here, because a transaction is open before it.
  @Test
  void theCopyHasWhatIsAfterAnEndThatABrokerReports() throws Exception {
    toCluster(directory("source", 100), "held").require(0);
    Map<String, Object> transactional =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            brokers.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "held");
    Path target = own.resolve("target");
    try (Producer<byte[], byte[]> open =
        new KafkaProducer<>(transactional, new ByteArraySerializer(), new ByteArraySerializer())) {
      open.initTransactions();
      open.beginTransaction();
      var _ = open.send(Mark.now(0).in("held-documents", partition("later"))).get();
      DocumentEvent.Put later = Documents.put("later", 1, null, "a text");
      append(
          "held",
          new Written(created("held"), later, Stamp.NONE).in("held-documents", partition("later")));
      long before = reportedEnds("held");
      CompletableFuture<Run> copying =
          CompletableFuture.supplyAsync(() -> fromCluster("held", target));
      // It ends, or waits for its mark behind the transaction.
      Eventually.await().until(() -> copying.isDone() || reportedEnds("held") > before);
      open.commitTransaction();
      copying.join().require(0);
    }
    requireReadable(target, 101);
  }

  /// The sum of the ends of all partitions of documents, as brokers report them.
  private static long reportedEnds(String prefix) {
    return with(prefix, topics -> Arrays.stream(topics.ends(topic(topics))).sum());
  }

  private static int partition(String id) {
    return new Partitions(24).of(id);
  }

  private static ProducerRecord<byte[], byte[]> record(
      String prefix, DocumentEvent.OfDocument event, Stamp stamp) {
    return new Written(created(prefix), event, stamp).in(prefix + "-documents", partition("d7"));
  }

  /// The number of the creation of the collection in the cluster.
  private static long created(String prefix) {
    long[] created = new long[1];
    return with(
        prefix,
        topics -> {
          topics.read(
              new long[24],
              topics.ends(topic(topics)),
              (records, next) ->
                  records.values().stream()
                      .flatMap(List::stream)
                      .map(LogRecord::read)
                      .filter(Written.class::isInstance)
                      .forEach(read -> created[0] = ((Written) read).created()));
          return created[0];
        });
  }

  private static void append(String prefix, ProducerRecord<byte[], byte[]> record)
      throws Exception {
    KafkaClients clients =
        new KafkaClients(
            HaltedMigration.cluster(brokers.bootstrapServers(), prefix),
            URI.create("http://test:1"));
    try (Producer<byte[], byte[]> producer = clients.producer()) {
      var _ = producer.send(record).get();
    }
  }
}
