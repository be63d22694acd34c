package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.cluster.Cluster;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Precondition;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Delete;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an owner writes after another one has replaced it does not count, and is not all that
/// compaction leaves.
class StaleWriterTests {

  private static final String TOPIC = "neardup-documents";
  private static final int PARTITIONS = 2;
  private static final String TEXT =
      "a few words that make a document of some length for the index";

  @TempDir Path folder;

  private EmbeddedBrokers brokers;
  private FreshService service;
  private KafkaClients clients;

  @BeforeEach
  void start() {
    brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
    service = service();
    clients =
        new KafkaClients(
            service.context().getBean(ClusterProperties.class),
            URI.create(EmbeddedBrokers.INSTANCE));
  }

  private FreshService service() {
    return brokers.startInstance(
        folder.resolve("data"),
        "--neardup.cluster.partitions=" + PARTITIONS,
        "--neardup.cluster.write-timeout=8s");
  }

  @AfterEach
  void stop() {
    service.close();
    brokers.close();
  }

  @Test
  void aReplacedOwnerChangesNothing() throws Exception {
    RunningService http = service.http();
    http.put("/documents/a", "{\"text\": \"" + TEXT + "\"}").require(201);
    long created = created();
    append(new Stamp(0, 1), created, partition());
    requireDocument(http);
    assertThat(Eventually.await().until(() -> last("a"), StaleWriterTests::stores).stamp().epoch())
        .as("the epoch of the owner that repeats the document")
        .isPositive();
  }

  @Test
  void afterARestartTheDocumentIsStillRepeated() throws Exception {
    RunningService http = service.http();
    http.put("/documents/a", "{\"text\": \"" + TEXT + "\"}").require(201);
    long created = created();
    int partition = partition();
    service.close();
    append(new Stamp(0, 1), created, partition);
    service = service();
    requireDocument(service.http());
    Eventually.await().until(() -> last("a"), StaleWriterTests::stores);
  }

  private CompletableFuture<?> revise(DocumentChange change) {
    return collection().writes().revise("a", Precondition.NONE, change);
  }

  private HostedPartitions log() {
    return service.context().getBean(Cluster.class).hosted();
  }

  private static boolean stores(Written change) {
    return change.event() instanceof DocumentEvent.Put;
  }

  private static void requireDocument(RunningService http) {
    assertThat(http.get("/documents/a").require(200).number("/version")).isEqualTo(1);
    assertThat(
            http.post("/duplicates", "{\"text\": \"" + TEXT + "\"}")
                .require(200)
                .text("/matches/0/id"))
        .isEqualTo("a");
  }

  private long created() {
    return collection().settings().creation();
  }

  private DocumentCollection collection() {
    return service.context().getBean(DocumentCollections.class).find("default").orElseThrow();
  }

  /// Deletes the document as a writer that no longer counts.
  private void append(Stamp stamp, long created, int partition) throws Exception {
    try (Producer<byte[], byte[]> producer = clients.producer()) {
      Delete delete = new Delete("default", "a", Instant.now());
      producer.send(new Written(created, delete, stamp).in(TOPIC, partition)).get();
    }
  }

  private int partition() {
    return collection().settings().partition();
  }

  /// The last record of a document.
  private Written last(String id) throws ExecutionException, InterruptedException {
    return changes(id).getLast();
  }

  /// All records of a document.
  private List<Written> changes(String id) throws ExecutionException, InterruptedException {
    TopicPartition topic = new TopicPartition(TOPIC, partition());
    long end;
    try (Admin admin = clients.admin()) {
      end =
          admin
              .listOffsets(Map.of(topic, OffsetSpec.latest()))
              .partitionResult(topic)
              .get()
              .offset();
    }
    List<Written> changes = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer = clients.consumer()) {
      consumer.assign(List.of(topic));
      consumer.seekToBeginning(List.of(topic));
      while (consumer.position(topic) < end) {
        for (ConsumerRecord<byte[], byte[]> raw : consumer.poll(Duration.ofMillis(100))) {
          if (LogRecord.read(raw) instanceof Written change && change.key().name().equals(id)) {
            changes.add(change);
          }
        }
      }
    }
    return changes;
  }

  /// Of so many documents that the answer waits for its reader.
  @Test
  void anExportEndsVisiblyOnceAnotherProcessOwnsThePartition() throws Exception {
    RunningService http = service.http();
    String text = "word of a long text ".repeat(2_000);
    String lines =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "{\"id\": \"" + i + "\", \"text\": \"" + i + " " + text + "\"}\n")
            .collect(Collectors.joining());
    http.postLines("/documents?limit=0", lines).require(200);
    URI export = URI.create("http://127.0.0.1:" + http.port() + "/documents");
    HttpRequest request =
        HttpRequest.newBuilder(export).header("Accept", RunningService.NDJSON).build();
    PartitionOwner owner = Objects.requireNonNull(log().ownerOf(partition()));
    try (HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
        BufferedReader answer =
            new BufferedReader(
                new InputStreamReader(
                    client.send(request, BodyHandlers.ofInputStream()).body(),
                    StandardCharsets.UTF_8))) {
      assertThat(answer.readLine()).contains("\"text\"");
      replaceOwner();
      Eventually.await().until(() -> !owner.isReady());
      List<String> rest = answer.lines().toList();
      assertThat(rest).hasSizeLessThan(1_000);
      assertThat(rest.getLast()).contains("\"status\":503", "was reassigned within");
    }
  }

  /// A client could take a later line for the first one that is not stored.
  @Test
  void aStreamOfWritesEndsAtTheFirstOneThatCannotBeDecided() throws Exception {
    RunningService http = service.http();
    PartitionOwner owner = Objects.requireNonNull(log().ownerOf(partition()));
    try (Socket socket = http.connect()) {
      OutputStream out = socket.getOutputStream();
      String head =
          "POST /documents?limit=0 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
      out.write((head + chunk("first")).getBytes(StandardCharsets.UTF_8));
      Eventually.await().until(() -> http.get("/documents/first").status() == 200);
      replaceOwner();
      Eventually.await().until(() -> !owner.isReady());
      out.write((chunk("second") + chunk("third") + "0\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer.lines().filter(line -> line.startsWith("{")).toList())
          .satisfiesExactly(
              first -> assertThat(first).contains("\"added\""),
              second ->
                  assertThat(second)
                      .contains("second", "503", "send this line and those after it again"));
    }
  }

  private static String chunk(String id) {
    String line = "{\"id\": \"" + id + "\", \"text\": \"" + id + " " + TEXT + "\"}\n";
    return Integer.toHexString(line.length()) + "\r\n" + line + "\r\n";
  }

  private void replaceOwner() throws Exception {
    try (Producer<byte[], byte[]> producer = clients.producer()) {
      Claim claim = new Claim(log().replica(partition()).epoch() + 1, clients.instance());
      producer.send(claim.in(TOPIC, partition())).get();
    }
  }

  @Test
  void aPausedCollectionTakesNoWrites() {
    RunningService http = service.http();
    Runnable resume = Objects.requireNonNull(log().ownerOf(partition())).pause(collection());
    String document = "{\"text\": \"" + TEXT + "\"}";
    http.put("/documents/a", document)
        .requireProblem("503 busy", "id", "waits for a change of the collection; nothing was");
    resume.run();
    http.put("/documents/a", document).require(201);
  }

  /// Another process has the address of this one, and claims the partition.
  @Test
  void aClaimOfAnotherProcessOfTheSameAddressIsNotThatOfTheOwner() throws Exception {
    RunningService http = service.http();
    http.put("/documents/a", "{\"text\": \"" + TEXT + "\"}").require(201);
    PartitionOwner owner = Objects.requireNonNull(log().ownerOf(partition()));
    long epoch = log().replica(partition()).epoch() + 1;
    replaceOwner();
    Eventually.await().until(() -> log().replica(partition()).epoch() >= epoch);
    Eventually.await().until(() -> !owner.isReady());
    assertThatThrownBy(() -> revise(new DocumentChange(true, null, null, null, null)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("is being assigned to an instance of the cluster; nothing was");
    http.put("/documents/a", "{\"text\": \"" + TEXT + "\"}")
        .requireProblem("503 busy", null, "is being assigned to an instance", "not executed");
  }
}
