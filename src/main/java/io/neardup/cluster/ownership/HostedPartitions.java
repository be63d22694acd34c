package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.SharedEnds;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
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

/// The partitions that this process hosts, as their owner or a standby, and which instances host
/// the others.
public final class HostedPartitions implements AutoCloseable {

  /// No position is known.
  public static final long NO_POSITION = -1;

  private static final Logger log = LoggerFactory.getLogger(HostedPartitions.class);
  private static final Duration STOP = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /// After each batch of some hundred removals of records of deleted collections.
  private static final Duration REMOVAL_PAUSE = Duration.ofMillis(100);

  /// How long a read waits for the owner in this process to read its log. Kafka Streams reads none
  /// while it assigns partitions, which may take seconds.
  private static final long OWNER_NANOS = Duration.ofMillis(100).toNanos();

  private final KafkaClients clients;
  private final String topic;
  private final Admin admin;
  private final Path directory;
  private final TopicReader tailReader;
  private final ExecutorService completions =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-completions").daemon().factory());
  private final ExecutorService answering =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-answering").daemon().factory());
  private final DeletedRecords deleted;
  private final PartitionRole[] roles;
  private final SharedEnds[] ends;
  private volatile @Nullable KafkaStreams streams;
  private volatile boolean ready;
  private volatile @Nullable DocumentCollections collections;
  private volatile IntToLongFunction ownerPositions = _ -> NO_POSITION;
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
    this.tailReader = new TopicReader(clients.consumer(), topic);
    this.deleted =
        new DeletedRecords(() -> new TopicReader(clients.consumer(), topic), writer, REMOVAL_PAUSE);
    this.roles = new PartitionRole[topics.partitions()];
    this.ends = new SharedEnds[roles.length];
    for (int partition = 0; partition < roles.length; partition++) {
      int number = partition;
      ends[partition] = new SharedEnds(() -> end(number, writer));
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
  }

  /// The positions of Kafka Streams are those of the documents: without documents there are none.
  private void removeForeignPositions() {
    if (Arrays.stream(roles).allMatch(role -> role.replica().applied() == 0)) {
      try {
        FileSystemUtils.deleteRecursively(directory);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete " + directory, e);
      }
    }
  }

  /// Has the collections learn whether this process answers for a partition at present.
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

  /// Begins to host partitions.
  ///
  /// @param loaded the collections, with the documents of the store
  /// @param owners asks the owner of a partition for its [#ownerPosition]; may wait
  public void start(DocumentCollections loaded, IntToLongFunction owners) {
    collections = loaded;
    ownerPositions = owners;
    loaded.listen(
        new DocumentCollections.Listener() {
          @Override
          public void dropped(DocumentCollection collection) {
            for (PartitionRole role : roles) {
              role.forget(collection);
            }
          }
        });
    removeForeignPositions();
    streams =
        new KafkaStreams(
            ReplicaTopology.of(topic, partition -> roles[partition]),
            ReplicaTopology.batched(clients.streams(directory), partition -> roles[partition]));
    streams.setUncaughtExceptionHandler(failure -> {
      failed = Thread.currentThread().getName();
      ready = false;
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

  /// Whether this process takes part in the cluster.
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

  /// The owner of a partition, null if it is another process.
  public @Nullable PartitionOwner ownerOf(int partition) {
    return roles[partition].owner();
  }

  /// The owner of the partition of a collection, which decides on writes.
  ///
  /// @throws RequestException UNAVAILABLE if it is another process, or decides on none at present;
  ///   nothing was written
  public PartitionOwner owner(CollectionSettings collection) {
    PartitionOwner owner = ownerOf(collection.partition());
    if (owner == null || !owner.accepts()) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "'"
              + collection.name()
              + "' is being assigned to an instance of the cluster; nothing was written, try"
              + " again");
    }
    return owner;
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
  /// before the call: it owns the partition, and shows that it still does (PartitionOwner); or it
  /// hosts the partition, and has applied its log up to the position of the owner, or up to a mark
  /// that was appended, after the call. All acknowledged writes are before the mark, which is
  /// acknowledged by as many brokers as a write, hence by none that was replaced without knowing:
  /// the read index of Ongaro, Consensus: Bridging Theory and Practice, 2014, section 6.4. The end
  /// of the log that a broker reports is no proof.
  ///
  /// @return whether they do
  public boolean awaitCurrent(int partition, long nanos) {
    long end = System.nanoTime() + nanos;
    return ownerPosition(partition, nanos) != NO_POSITION
        || hosts(partition) && awaitEnd(partition, end);
  }

  /// The position up to which this process has applied a partition as its owner: every write that
  /// was acknowledged before the call is at or before it, as no other owner has acknowledged one.
  ///
  /// @param nanos how long to wait for the lease of the owner, at most
  /// @return [#NO_POSITION] if this process is not the owner, or cannot show that it is
  public long ownerPosition(int partition, long nanos) {
    PartitionOwner owner = ownerOf(partition);
    if (owner == null) {
      return NO_POSITION;
    }
    owner.renewLease(); // in time, without waiting for it
    return owner.awaitLease(System.nanoTime() + Math.min(nanos, OWNER_NANOS))
        ? replica(partition).applied()
        : NO_POSITION;
  }

  /// Where the log of a partition ends: at or after each write that was acknowledged before the
  /// call.
  private CompletableFuture<Long> end(int partition, LogWriter writer) {
    long position = ownerPositions.applyAsLong(partition);
    return position == NO_POSITION
        ? writer.mark(partition)
        : CompletableFuture.completedFuture(position);
  }

  private boolean awaitEnd(int partition, long end) {
    try {
      long upTo = ends[partition].next().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      return await(partition, upTo, end - System.nanoTime());
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Applies the log of a hosted partition up to an offset.
  ///
  /// @return whether it is applied that far in time
  public boolean await(int partition, long offset, long nanos) {
    long end = System.nanoTime() + nanos;
    if (ownerOf(partition) != null
        && replica(partition).await(offset, Math.min(nanos, OWNER_NANOS))) {
      return true;
    }
    if (isBehind(partition, offset)) {
      synchronized (tailReader) {
        if (isBehind(partition, offset)) {
          readTail(partition, offset, end);
        }
      }
    }
    return hosts(partition) && replica(partition).await(offset, end - System.nanoTime());
  }

  private boolean isBehind(int partition, long offset) {
    return hosts(partition) && replica(partition).applied() < offset;
  }

  /// Reads the end of a partition for a lookup that needs it now. Kafka Streams lets a standby read
  /// only what its owner has committed; when the owner has failed, that ends up to a commit
  /// interval before the end of the log. An owner reads nothing while partitions are assigned.
  private void readTail(int partition, long offset, long endNanos) {
    PartitionReplica replica = replica(partition);
    long[] applied = new long[roles.length];
    long[] to = new long[roles.length];
    // The applied position is that of the last event from 1 on, and so the next offset from 0 on.
    applied[partition] = replica.applied();
    to[partition] = offset;
    try {
      tailReader.read(
          applied,
          to,
          (records, next) -> {
            replica.apply(records.getOrDefault(partition, List.of()), applied[partition]);
            // Compaction may have removed the last records.
            replica.advance(next[partition], applied[partition]);
            applied[partition] = next[partition];
            return System.nanoTime() < endNanos && replica.applied() < offset;
          });
    } catch (KafkaException | IllegalStateException e) {
      // The lookup is refused.
    }
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
  /// it owned. Afterwards it stays so until applying fails: while partitions move, it asks the
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

  /// Whether all threads have their partitions, and another one those of a thread that has failed.
  private boolean isApplying(KafkaStreams running) {
    List<ThreadMetadata> others =
        running.metadataForLocalThreads().stream()
            .filter(thread -> !thread.threadName().equals(failed))
            .toList();
    return !others.isEmpty()
        && others.stream().allMatch(thread -> thread.threadState().equals("RUNNING"));
  }

  /// Leaves the cluster: partitions are assigned to others at once. Before, what is under way for
  /// their collections is put down for the next owners.
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
    tailReader.close();
    completions.close(); // what is decided is completed, so that it can be answered
  }
}
