package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.cluster.replica.PartitionReplica.CollectionSource;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.CollectionSettings;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/// The partitions that this process hosts, as owner or standby, and the instances that host the
/// others.
public final class HostedPartitions implements AutoCloseable {

  /// Stands for an unknown position.
  public static final long NO_POSITION = -1;

  private static final Logger log = LoggerFactory.getLogger(HostedPartitions.class);
  private static final Duration STOP = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration OWNER_POLL = Duration.ofMillis(20);

  /// Pause after each batch of some hundred removed records of deleted collections.
  private static final Duration REMOVAL_PAUSE = Duration.ofMillis(100);

  private final KafkaClients clients;
  private final String topic;
  private final Admin admin;
  private final Path directory;
  private final ExecutorService completions =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-completions").daemon().factory());
  private final ExecutorService answering =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-answering").daemon().factory());
  private final DeletedRecords deleted;
  private final PartitionRole[] roles;
  private final CurrentReads reads;
  private volatile @Nullable KafkaStreams streams;
  private volatile boolean ready;
  private volatile @Nullable DocumentCollections collections;
  private volatile boolean leaving;
  private volatile @Nullable String failed; // the last thread that failed to apply events

  /// @param directory for the positions of Kafka Streams
  /// @param collections of the cluster
  public HostedPartitions(
      KafkaClients clients,
      Topics topics,
      Admin admin,
      LogWriter writer,
      DocumentStore store,
      Path directory,
      CollectionSource collections,
      Clock clock) {
    this.clients = clients;
    this.topic = topics.documents();
    this.admin = admin;
    this.directory = directory;
    this.deleted =
        new DeletedRecords(() -> new TopicReader(clients.consumer(), topic), writer, REMOVAL_PAUSE);
    this.roles = new PartitionRole[topics.partitions()];
    for (int partition = 0; partition < roles.length; partition++) {
      int number = partition;
      roles[partition] =
          new PartitionRole(
              new PartitionReplica(partition, store.documents(), collections),
              store,
              replica ->
                  new PartitionOwner(
                      clients.process(),
                      replica,
                      writer,
                      store.records(),
                      completions,
                      clock,
                      () -> answering(number)),
              () -> answering(number));
    }
    this.reads = new CurrentReads(roles, writer, new TopicReader(clients.consumer(), topic));
  }

  /// Kafka Streams' positions belong to the documents: without documents there must be none.
  private void removeForeignPositions() {
    if (Arrays.stream(roles).allMatch(role -> role.replica().applied() == 0)) {
      try {
        FileSystemUtils.deleteRecursively(directory);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete " + directory, e);
      }
    }
  }

  /// Tells the collections of a partition whether this process currently answers for them.
  private void answering(int partition) {
    synchronized (answering) {
      if (!leaving) {
        answering.execute(() -> answerAsNow(partition));
      }
    }
  }

  private void answerAsNow(int partition) {
    DocumentCollections known = collections;
    PartitionOwner owner = ownerOf(partition);
    if (known != null) {
      known.answering(partition, !leaving && owner != null && owner.isReady());
    }
  }

  /// Starts hosting partitions.
  ///
  /// @param loaded the collections, with the documents of the store
  /// @param owners asks the owner of a partition for its [#ownerPosition]; may wait
  public void start(DocumentCollections loaded, IntToLongFunction owners) {
    collections = loaded;
    reads.askOwners(owners);
    loaded.listen(dropped -> Arrays.stream(roles).forEach(role -> role.forget(dropped)));
    removeForeignPositions();
    streams =
        new KafkaStreams(
            ReplicaTopology.of(topic, partition -> roles[partition]),
            ReplicaTopology.batched(clients.streams(directory), partition -> roles[partition]));
    streams.setUncaughtExceptionHandler(failure -> {
      failed = Thread.currentThread().getName();
      ready = false;
      log.error("Applying events failed; trying again in a second", failure);
      LockSupport.parkNanos(RETRY.toNanos());
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    });
    streams.start();
  }

  /// Whether this process has joined the cluster.
  public boolean isStarted() {
    return streams != null;
  }

  /// The number of partitions.
  public int count() {
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

  /// The owner of a partition, null if another process owns it.
  public @Nullable PartitionOwner ownerOf(int partition) {
    return roles[partition].owner();
  }

  /// The owner of the partition of a collection, which may not be able to decide on writes now.
  ///
  /// @throws RequestException MOVED if another process is the owner; nothing was written
  PartitionOwner owner(CollectionSettings collection) {
    PartitionOwner owner = ownerOf(collection.partition());
    if (owner == null) {
      throw moved(collection);
    }
    return owner;
  }

  /// The owner of the partition of a collection, once it decides on writes.
  ///
  /// @param patience how long to wait for that
  /// @throws RequestException MOVED if another process is the owner, or becomes it meanwhile, or
  ///   the owner cannot decide; nothing was written
  public PartitionOwner awaitOwner(CollectionSettings collection, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    PartitionOwner owner = owner(collection);
    while (!owner.accepts()) {
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        throw moved(collection);
      }
      LockSupport.parkNanos(OWNER_POLL.toNanos());
      owner = owner(collection);
    }
    return owner;
  }

  private static RequestException moved(CollectionSettings collection) {
    return new RequestException(
        Fault.MOVED,
        "collection",
        "'"
            + collection.name()
            + "' is being assigned to an instance of the cluster; nothing was written, try"
            + " again");
  }

  /// The number of partitions that this process owns.
  public int owned() {
    return (int) Arrays.stream(roles).filter(role -> role.owner() != null).count();
  }

  /// The number of partitions that this process hosts, as owner or standby.
  public int hosted() {
    return (int) Arrays.stream(roles).filter(PartitionRole::isHosted).count();
  }

  /// The number of events that hosted partitions have not applied. Asks the brokers.
  public long lag() {
    Map<TopicPartition, OffsetSpec> hosted = new HashMap<>();
    IntStream.range(0, roles.length)
        .filter(this::hosts)
        .forEach(each -> hosted.put(new TopicPartition(topic, each), OffsetSpec.latest()));
    // The end of Kafka is the offset after the last record: the position of the last event.
    return admin
        .listOffsets(hosted)
        .all()
        .toCompletionStage()
        .toCompletableFuture()
        .join()
        .entrySet()
        .stream()
        .mapToLong(each -> each.getValue().offset() - replica(each.getKey().partition()).applied())
        .filter(behind -> behind > 0)
        .sum();
  }

  /// Removes the documents of partitions that this process has not hosted for some time.
  ///
  /// @param all collections
  public void removeUnhosted(Duration since, Collection<DocumentCollection> all) {
    for (PartitionRole role : roles) {
      if (role.clearIfUnhosted(since, all, directory)) {
        log.info(
            "Removed the documents of partition {}, which other instances have",
            role.replica().partition());
      }
    }
  }

  /// Removes the records of deleted collections from the logs of the partitions that this process
  /// owns. Does not wait for it.
  public void removeDeleted() {
    deleted.remove(List.of(roles));
  }

  /// Waits until lookups in this process see every write to a partition that was acknowledged
  /// before the call.
  ///
  /// @return whether they do
  public boolean awaitCurrent(int partition, long nanos) {
    return reads.await(partition, nanos);
  }

  /// The position up to which this process has applied a partition as its owner. Every write that
  /// was acknowledged before the call is at or before it, since no other owner has acknowledged
  /// one.
  ///
  /// @param nanos how long to wait for the owner's lease, at most
  /// @return [#NO_POSITION] if this process is not the owner, or cannot prove that it is
  public long ownerPosition(int partition, long nanos) {
    return reads.ownerPosition(partition, nanos);
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

  /// Whether partitions were assigned and applied once, and this process could write to the ones it
  /// owned. Then stays true until applying fails: while partitions move, the process asks the
  /// instances that have them.
  public boolean isReady() {
    ready = ready || isCaughtUp();
    return ready;
  }

  private boolean isCaughtUp() {
    KafkaStreams running = streams;
    return running != null
        && isApplying(running)
        && Arrays.stream(roles)
            .map(PartitionRole::owner)
            .allMatch(owner -> owner == null || owner.isReady());
  }

  /// Whether all threads have their partitions, and another thread has taken over a failed thread's
  /// partitions.
  private boolean isApplying(KafkaStreams running) {
    List<ThreadMetadata> others =
        running.metadataForLocalThreads().stream()
            .filter(thread -> !thread.threadName().equals(failed))
            .toList();
    return !others.isEmpty()
        && others.stream().allMatch(thread -> thread.threadState().equals("RUNNING"));
  }

  /// Leaves the cluster, so that partitions are assigned to others at once. First saves the
  /// progress of running work on their collections for the next owners.
  @Override
  public void close() {
    synchronized (answering) {
      leaving = true;
    }
    answering.execute(() -> IntStream.range(0, roles.length).forEach(this::answerAsNow));
    answering.close();
    deleted.close();
    KafkaStreams running = streams;
    if (running != null) {
      running.close(
          CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
              .withTimeout(STOP));
    }
    reads.close();
    completions.close(); // what is decided is completed, so that it can be answered
  }
}
