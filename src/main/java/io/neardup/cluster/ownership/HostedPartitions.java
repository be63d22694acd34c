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
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/// The partitions that this process hosts, as their owner or a standby, and which instances host
/// the others.
public final class HostedPartitions implements DocumentCollections.Listener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HostedPartitions.class);

  /// After each batch of some hundred removals of records of deleted collections.
  private static final Duration REMOVAL_PAUSE = Duration.ofMillis(100);

  private final KafkaClients clients;
  private final Topics topics;
  private final Admin admin;
  private final Path directory;
  private final CurrentReads reads;
  private final ExecutorService completions =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-completions").daemon().factory());
  private final ExecutorService answering =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-answering").daemon().factory());
  private final DeletedRecords deleted;
  private final PartitionRole[] roles;
  private volatile @Nullable ReplicaStreams streams;
  private volatile boolean ready;
  private volatile @Nullable DocumentCollections collections;
  private volatile boolean leaving;

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
    this.topics = topics;
    this.admin = admin;
    this.directory = directory;
    this.reads = new CurrentReads(new TopicReader(clients.consumer(), topics.documents()), writer);
    this.deleted =
        new DeletedRecords(
            () -> new TopicReader(clients.consumer(), topics.documents()), writer, REMOVAL_PAUSE);
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
  public void start(DocumentCollections loaded) {
    collections = loaded;
    loaded.listen(this);
    removeForeignPositions();
    streams =
        new ReplicaStreams(
            topics.documents(),
            clients.streams(directory),
            partition -> roles[partition],
            () -> ready = false);
  }

  @Override
  public void dropped(DocumentCollection collection) {
    Arrays.stream(roles).forEach(role -> role.forget(collection));
  }

  /// Whether this process takes part in the cluster.
  public boolean isStarted() {
    return streams != null;
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

  /// The number of events that hosted partitions have not applied, 0 if the brokers do not answer.
  public long lag() {
    try {
      // The end of Kafka is the offset after the last record: the position of the last event.
      long[] ends = topics.endsOnce(admin);
      return Arrays.stream(roles)
          .filter(PartitionRole::isHosted)
          .map(PartitionRole::replica)
          .mapToLong(each -> Math.max(0, ends[each.partition()] - each.applied()))
          .sum();
    } catch (ExecutionException e) {
      log.debug("The ends of the log are not known", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
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
  /// before the call, see [CurrentReads].
  ///
  /// @return whether they do
  public boolean awaitCurrent(int partition, long nanos) {
    return reads.awaitCurrent(roles[partition], nanos);
  }

  /// Which instances host which partitions, as Kafka Streams reports.
  public List<Hosted> hosts() {
    ReplicaStreams running = streams;
    return running == null ? List.of() : running.hosts();
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
    ReplicaStreams running = streams;
    return running != null
        && running.isApplying()
        && Arrays.stream(roles)
            .map(PartitionRole::owner)
            .allMatch(owner -> owner == null || owner.isReady());
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
    ReplicaStreams running = streams;
    if (running != null) {
      running.close();
    }
    reads.close();
    completions.close(); // what is decided is completed, so that it can be answered
  }
}
