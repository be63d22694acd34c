package io.neardup.cluster;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.changes.LogEnds;
import io.neardup.cluster.changes.TopicChanges;
import io.neardup.cluster.kafka.AgedFile;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.ownership.PartitionOwner;
import io.neardup.cluster.ownership.PartitionRole;
import io.neardup.cluster.replica.AppliedTopics;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.cluster.replica.ReplicaTopology;
import io.neardup.cluster.replica.TailReader;
import io.neardup.cluster.wire.CreatedCollection;
import io.neardup.cluster.wire.Term;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.ChangeSource;
import io.neardup.service.collection.CollectionBackend.SettingsChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.CollectionSettings;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/// The part of a cluster's log that this process hosts, and where the other parts are.
public final class ClusterLog implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ClusterLog.class);
  private static final Duration STOP = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final KafkaClients clients;
  private final Topics topics;
  private final DocumentStore store;
  private final Clock clock;
  private final Path directory;
  private final AgedFile following;
  private final Admin admin;
  private final Producer<byte[], byte[]> producer;
  private final TailReader tail;
  private final TopicChanges changes;
  private final Catalog catalog;
  private final CatalogWriter catalogWriter;
  private final ExecutorService completions =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-completions").daemon().factory());
  private final PartitionRole[] roles;
  private @Nullable KafkaStreams streams;
  private volatile @Nullable DocumentCollections collections;
  private volatile @Nullable LogEnds ends;
  private volatile boolean ready;

  /// Connects to the brokers, creates the topics that are missing, and reads the catalog.
  ///
  /// @param directory for the positions of Kafka Streams
  public ClusterLog(
      ClusterProperties properties, URI url, DocumentStore store, Path directory, Clock clock) {
    this.clients = new KafkaClients(properties, url);
    this.topics = new Topics(properties);
    this.store = store;
    this.directory = directory;
    this.following = new AgedFile(store.path().resolve("FOLLOWING"), clock);
    this.clock = clock;
    this.admin = clients.admin();
    this.producer = clients.producer();
    try {
      new AppliedTopics(store).require(topics, admin, producer, properties.startAnew());
    } catch (RuntimeException e) {
      producer.close(STOP);
      admin.close(STOP);
      throw e;
    }
    this.tail = new TailReader(clients.consumer(), topics.documents());
    this.catalog = new Catalog(topics.collections(), clients.consumer(), store);
    this.catalogWriter = new CatalogWriter(catalog, topics.collections(), clients::transactions);
    this.changes =
        new TopicChanges(
            clients.consumer(),
            topics.documents(),
            properties.partitions(),
            this::collection,
            () -> Objects.requireNonNull(ends, "not started").now(),
            this::mark,
            catalog,
            clock);
    this.roles = new PartitionRole[properties.partitions()];
    readCatalog();
    removeOutdated();
  }

  /// Reads the catalog at the start. Waits for brokers.
  private void readCatalog() {
    boolean read = false;
    while (!read) {
      try {
        catchUp();
        read = true;
      } catch (RequestException e) {
        log.warn("The catalog of collections cannot be read yet: {}. Trying again.", e.message());
      }
    }
  }

  /// The log forgets deletions after some days: replicas that have not followed it since begin
  /// anew.
  private void removeOutdated() {
    if (following.isOlderThan(Topics.KEEP_DELETES.dividedBy(2))) {
      log.warn("This instance was stopped for days: all its partitions are read again");
      for (int partition = 0; partition < roles.length; partition++) {
        store.documents().remove(partition);
      }
    }
    following.renew();
  }

  /// The positions of Kafka Streams are those of the documents: without documents there are none.
  private void removeForeignPositions() {
    for (int partition = 0; partition < roles.length; partition++) {
      if (store.documents().applied(partition) > 0) {
        return;
      }
    }
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    }
  }

  /// Begins to host partitions.
  ///
  /// @param loaded the collections, with the documents of the store
  /// @param known the ends of the log, for readers of changes
  public void start(DocumentCollections loaded, LogEnds known) {
    collections = loaded;
    ends = known;
    for (int partition = 0; partition < roles.length; partition++) {
      PartitionReplica replica =
          new PartitionReplica(partition, store.documents(), this::collection);
      roles[partition] = new PartitionRole(replica, store, this::owner);
    }
    loaded.listen(
        new DocumentCollections.Listener() {
          @Override
          public void dropped(DocumentCollection collection) {
            for (PartitionRole role : roles) {
              role.forget(collection);
            }
          }
        });
    catalog.start(loaded);
    removeForeignPositions();
    streams =
        new KafkaStreams(
            ReplicaTopology.of(topics.documents(), partition -> roles[partition]),
            ReplicaTopology.batched(clients.streams(directory), partition -> roles[partition]));
    streams.setUncaughtExceptionHandler(failure -> {
      log.error("Applying events failed and is tried again in a second", failure);
      try {
        Thread.sleep(RETRY);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    });
    streams.start();
  }

  private PartitionOwner owner(PartitionReplica replica) {
    return new PartitionOwner(
        topics.documents(), clients.process(), replica, producer, completions, clock);
  }

  /// A collection, after waiting for its creation to be known here if it is not.
  ///
  /// @return null if it was deleted
  /// @throws RequestException UNAVAILABLE if the catalog cannot be read that far
  public @Nullable DocumentCollection collection(CreatedCollection collection) {
    return collection(collection.name(), collection.number());
  }

  private @Nullable DocumentCollection collection(String name, long created) {
    catalog.readBeyond(created);
    DocumentCollections loaded = collections;
    if (loaded == null) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "cannot be resolved, as this instance starts; try again");
    }
    return loaded.find(name).filter(found -> found.settings().creation() == created).orElse(null);
  }

  /// The number of partitions.
  public int partitions() {
    return roles.length;
  }

  /// The replica of a partition in this process; its positions do not advance unless it is hosted.
  public PartitionReplica replica(int partition) {
    return roles[partition].replica();
  }

  /// Whether this process hosts a partition, as its owner or a standby.
  public boolean hosts(int partition) {
    return roles[partition].isHosted();
  }

  /// The owner of a partition, null if it is another process.
  public @Nullable PartitionOwner ownerOf(int partition) {
    return roles[partition].owner();
  }

  /// The number of partitions that this process owns.
  public int owned() {
    return (int) Arrays.stream(roles).filter(role -> role != null && role.owner() != null).count();
  }

  /// The number of partitions that this process hosts, as owner or standby.
  public int hosted() {
    return (int) Arrays.stream(roles).filter(role -> role != null && role.isHosted()).count();
  }

  /// The number of events that hosted partitions have not applied. Asks the brokers.
  public long lag() {
    Map<TopicPartition, OffsetSpec> hosted = new HashMap<>();
    for (int partition = 0; partition < roles.length; partition++) {
      if (roles[partition] != null && roles[partition].isHosted()) {
        hosted.put(new TopicPartition(topics.documents(), partition), OffsetSpec.latest());
      }
    }
    ListOffsetsResult ends = admin.listOffsets(hosted);
    long lag = 0;
    for (TopicPartition each : hosted.keySet()) {
      try {
        // The end of Kafka is the offset after the last record: the position of the last event.
        long end = ends.partitionResult(each).get().offset();
        lag += Math.max(0, end - replica(each.partition()).applied());
      } catch (ExecutionException e) {
        log.debug("The end of {} is not known", each, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return lag;
      }
    }
    return lag;
  }

  /// Whether the brokers answer. A failure of this future means that they do not.
  public CompletableFuture<Void> reach() {
    return admin
        .describeCluster()
        .nodes()
        .toCompletionStage()
        .toCompletableFuture()
        .thenAccept(nodes -> {});
  }

  /// Records that this process follows the log, and removes the documents of partitions that this
  /// process has not hosted for some time.
  public void removeUnhosted(Duration since) {
    following.renew();
    DocumentCollections loaded = collections;
    for (PartitionRole role : roles) {
      if (loaded != null && role.clearIfUnhosted(since, loaded.all(), directory)) {
        log.info(
            "Removed the documents of partition {}, which other instances have",
            role.replica().partition());
      }
    }
  }

  /// Appends a mark to partitions, to find out where their logs end: each write that was
  /// acknowledged before the call is before the mark. A broker that was replaced without knowing
  /// cannot acknowledge it, as it takes as many brokers as a write.
  ///
  /// This is a read index, confirmed by a mark in place of heartbeats: Ongaro, Consensus: Bridging
  /// Theory and Practice, 2014, section 6.4.
  ///
  /// @return the position of each mark; fails if it was not acknowledged
  public Map<Integer, CompletableFuture<Long>> mark(Collection<Integer> partitions) {
    Map<Integer, CompletableFuture<Long>> marks = new HashMap<>();
    for (int partition : partitions) {
      marks.put(partition, append(LogRecord.of(topics.documents(), partition, Mark.now(0))));
    }
    return marks;
  }

  private CompletableFuture<Long> append(ProducerRecord<byte[], byte[]> message) {
    CompletableFuture<Long> done = new CompletableFuture<>();
    try {
      var _ =
          producer.send(
              message,
              (written, failure) -> {
                if (failure == null) {
                  done.complete(LogRecord.position(written.partition(), written.offset()).offset());
                } else {
                  done.completeExceptionally(failure);
                }
              });
    } catch (KafkaException | IllegalStateException e) {
      done.completeExceptionally(e);
    }
    return done;
  }

  /// Waits until this process can answer for partitions as their owner, see
  /// [PartitionOwner#awaitLease].
  ///
  /// @param upTo offsets up to which the log must be applied besides, by partition
  /// @return those for which it can
  public List<Integer> awaitOwned(Map<Integer, Long> upTo, long nanos) {
    long end = System.nanoTime() + nanos;
    Map<Integer, PartitionOwner> owners = new HashMap<>();
    for (int partition : upTo.keySet()) {
      PartitionOwner owner = ownerOf(partition);
      if (owner != null) {
        owners.put(partition, owner);
        owner.renewLease(); // of all, before waiting for the first
      }
    }
    List<Integer> reached = new ArrayList<>();
    owners.forEach((partition, owner) -> {
      if (owner.awaitLease(end)
          && replica(partition)
              .await(Objects.requireNonNull(upTo.get(partition)), end - System.nanoTime())) {
        reached.add(partition);
      }
    });
    return reached;
  }

  /// Applies the log of hosted partitions up to given offsets, by partition.
  ///
  /// @return those that are applied that far in time
  public List<Integer> await(Map<Integer, Long> upTo, long nanos) {
    long end = System.nanoTime() + nanos;
    Map<PartitionReplica, Long> behind = new HashMap<>();
    upTo.forEach((partition, offset) -> {
      PartitionOwner owner = ownerOf(partition);
      if (owner == null && hosts(partition) && replica(partition).applied() < offset) {
        behind.put(replica(partition), offset);
      }
    });
    if (!behind.isEmpty()) {
      tail.read(behind, end - System.nanoTime());
    }
    List<Integer> reached = new ArrayList<>();
    upTo.forEach((partition, offset) -> {
      if (hosts(partition) && replica(partition).await(offset, end - System.nanoTime())) {
        reached.add(partition);
      }
    });
    return reached;
  }

  /// Claims to decide on near-duplicates, in all partitions.
  ///
  /// @param term later than all before
  /// @return completes when no earlier term can add anything to the log, with the positions of the
  ///   claims by partition: what an earlier term has added is before, and may not be acknowledged
  ///   yet
  public CompletableFuture<long[]> claim(Term term) {
    Claim claim = new Claim(LogRecord.arbiter(term.number()), term.epoch(), clients.process());
    return sendToAll(partition -> LogRecord.of(topics.documents(), partition, claim));
  }

  /// Sends a record to each partition.
  ///
  /// @return their positions, by partition
  private CompletableFuture<long[]> sendToAll(IntFunction<ProducerRecord<byte[], byte[]>> made) {
    List<CompletableFuture<Long>> all = new ArrayList<>();
    for (int partition = 0; partition < roles.length; partition++) {
      all.add(append(made.apply(partition)));
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenApply(any -> all.stream().mapToLong(CompletableFuture::join).toArray());
  }

  /// The epoch of the latest known term of a number.
  public long latestTerm(int number) {
    long latest = 0;
    for (PartitionRole role : roles) {
      latest = Math.max(latest, role.replica().epoch(LogRecord.arbiter(number)));
    }
    return latest;
  }

  /// Which instances host which partitions, as Kafka Streams reports.
  public List<Hosted> hosts() {
    List<Hosted> hosts = new ArrayList<>();
    KafkaStreams running = streams;
    if (running != null) {
      for (StreamsMetadata each : running.streamsMetadataForStore(ReplicaTopology.STORE)) {
        hosts.add(
            new Hosted(
                each.host() + ":" + each.port(),
                each.topicPartitions().stream().map(TopicPartition::partition).toList(),
                each.standbyTopicPartitions().stream().map(TopicPartition::partition).toList()));
      }
    }
    return hosts;
  }

  /// The partitions of an instance.
  ///
  /// @param instance its host and port
  public record Hosted(String instance, List<Integer> owned, List<Integer> standby) {}

  /// The host and port of this instance.
  public String instance() {
    return clients.instance();
  }

  /// Whether partitions were assigned and applied once, and this process could write to those that
  /// it owned. Afterwards it stays so: while partitions move, it asks the instances that have them.
  public boolean isReady() {
    ready = ready || isCaughtUp();
    return ready;
  }

  private boolean isCaughtUp() {
    KafkaStreams running = streams;
    if (running == null || running.state() != KafkaStreams.State.RUNNING) {
      return false;
    }
    for (PartitionRole role : roles) {
      PartitionOwner owner = role.owner();
      if (owner != null && !owner.isReady()) {
        return false;
      }
    }
    return true;
  }

  /// Changes the settings of a collection, see [CatalogWriter#change]. When this returns, no owner
  /// acknowledges further writes to a collection that was deleted or replaced.
  public void changeCollection(String name, SettingsChange change) {
    long number = catalogWriter.change(name, change);
    if (number > 0) {
      End end = new End(name, number);
      try {
        sendToAll(partition -> LogRecord.of(topics.documents(), partition, end)).join();
      } catch (CompletionException e) {
        log.warn("The end of collection {} is not in all partitions", name, e);
        throw new RequestException(
            Fault.UNAVAILABLE,
            "collection",
            "'" + name + "' was deleted, and not all instances may know that yet");
      }
    }
  }

  /// Why changes of collections cannot be followed at present; null if they can.
  public @Nullable String catalogFault() {
    return catalog.fault();
  }

  /// Makes the collections in the store those of the catalog.
  public void adoptCatalog() {
    catalog.load();
  }

  /// The settings of a collection as far as the catalog was read, null if there is none.
  public @Nullable CollectionSettings settings(String name) {
    return catalog.settings().get(name);
  }

  /// Applies changes of collections that were acknowledged before the call.
  public void catchUp() {
    catalogWriter.catchUp(producer);
  }

  /// The changes of all documents.
  public ChangeSource changes() {
    return changes;
  }

  /// Leaves the cluster: partitions are assigned to others at once.
  @Override
  public void close() {
    KafkaStreams running = streams;
    if (running != null) {
      running.close(
          CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
              .withTimeout(STOP));
    }
    catalog.close();
    tail.close();
    changes.close();
    producer.close(STOP);
    admin.close(STOP);
    completions.shutdown();
  }
}
