package io.neardup.cluster;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.changes.TopicChanges;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.ownership.OwnedRecords;
import io.neardup.cluster.ownership.OwnedWrites;
import io.neardup.cluster.ownership.PartitionOwner;
import io.neardup.cluster.relay.HopSeal;
import io.neardup.cluster.relay.Relay;
import io.neardup.cluster.relay.RelayClient;
import io.neardup.cluster.relay.RelaySettings;
import io.neardup.cluster.relay.Routing;
import io.neardup.cluster.replica.AppliedTopics;
import io.neardup.cluster.routing.ClusterRouting;
import io.neardup.cluster.routing.Instances;
import io.neardup.cluster.routing.JobIds;
import io.neardup.cluster.routing.Members;
import io.neardup.profile.Profile;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Position;
import io.neardup.store.disk.DocumentStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// This process as an instance of a cluster. Each collection is in one partition, whose owner
/// answers all requests for it.
public final class Cluster implements CollectionBackend, AutoCloseable {

  /// The property that makes a process an instance of a cluster.
  public static final String SWITCH = ClusterProperties.SWITCH;

  private static final Logger logger = LoggerFactory.getLogger(Cluster.class);
  private static final Duration STOP = Duration.ofSeconds(10);
  private static final Duration CATALOG_RETRY = Duration.ofSeconds(1);

  /// How long a request waits for this process to catch up.
  private static final Duration CURRENT = Duration.ofSeconds(5);

  private final ClusterProperties properties;
  private final Admin admin;
  private final LogWriter log;
  private final AppliedTopics applied;
  private final CollectionRecords records;
  private final Catalog catalog;
  private final CatalogWriter catalogWriter;
  private final HostedPartitions hosted;
  private final TopicChanges changes;
  private final Members members;
  private final ClusterRouting routing;
  private final Relay relay;
  private final Instances peers;
  private final Reach reach = new Reach(this::reach, System::nanoTime);
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable DocumentCollections collections;

  /// Connects to the brokers.
  ///
  /// @param url where other instances reach this one
  /// @param directory for the positions of Kafka Streams
  /// @param relays settings for forwarded requests
  public Cluster(
      ClusterProperties properties,
      URI url,
      DocumentStore store,
      Path directory,
      RelaySettings relays,
      Clock clock) {
    this.properties = properties;
    KafkaClients clients = new KafkaClients(properties, url);
    Topics topics = new Topics(properties);
    this.admin = clients.admin();
    this.log = new LogWriter(clients.producer(), topics);
    this.applied = new AppliedTopics(store, clock);
    try {
      applied.require(topics, admin, log);
    } catch (RuntimeException e) {
      log.close();
      admin.close(STOP);
      throw e;
    }
    this.catalog = new Catalog(topics.collections(), clients.consumer(), store);
    this.catalogWriter =
        new CatalogWriter(catalog, topics.collections(), clients::transactions, log);
    this.hosted =
        new HostedPartitions(clients, topics, admin, log, store, directory, catalog::find, clock);
    this.members = new Members(hosted);
    this.routing =
        new ClusterRouting(
            url,
            hosted,
            members,
            catalog,
            catalogWriter,
            properties.read(),
            properties.writeTimeout());
    this.relay = new Relay(new HopSeal(properties.secret(), clock), relays);
    this.peers = new Instances(new RelayClient(relay), routing, catalog);
    this.records =
        new OwnedRecords(
            store.records(),
            collection -> hosted.awaitOwner(collection, Duration.ZERO), // jobs show that they wait
            this::present);
    this.changes =
        new TopicChanges(
            new TopicReader(clients.consumer(), topics.documents()),
            log,
            catalog,
            catalogWriter,
            partition -> hosted.replica(partition).epoch(),
            clock);
  }

  /// Reads the catalog, and creates the default collection unless it exists. Waits for brokers.
  ///
  /// @param settings of the default collection
  public void requireDefault(CollectionSettings settings) {
    while (catalog.settings(settings.name()) == null) { // nothing is read before
      try {
        catalogWriter.catchUp();
        if (catalog.settings(settings.name()) == null) {
          catalogWriter.change(settings.name(), present -> present == null ? settings : present);
        }
      } catch (RequestException e) {
        if (e.kind() != Fault.UNAVAILABLE && e.kind() != Fault.STORAGE) {
          throw e;
        }
        logger.warn(
            "The catalog of collections cannot be read yet: {}. Trying again.", e.message());
      }
    }
    catalog.load();
  }

  /// Starts hosting partitions.
  ///
  /// @param loaded the collections, with the documents of this process
  public void start(DocumentCollections loaded) {
    collections = loaded;
    catalog.start(loaded);
    hosted.start(
        loaded,
        properties.read() == ReadMode.REPLICA
            ? peers::position
            : _ -> HostedPartitions.NO_POSITION);
  }

  private CompletableFuture<Boolean> reach() {
    return admin
        .describeCluster()
        .nodes()
        .toCompletionStage()
        .toCompletableFuture()
        .thenApply(nodes -> true);
  }

  /// The partitions of this instance.
  public HostedPartitions hosted() {
    return hosted;
  }

  /// The change feed of all documents.
  public ChangeStream changes() {
    return changes;
  }

  /// Why changes to collections currently cannot be followed; null if they can.
  public @Nullable String catalogFault() {
    return catalog.fault();
  }

  /// Records that this process follows the log. Removes the documents of partitions that it has not
  /// hosted for some time, and the log records of deleted collections.
  public void removeUnhosted(Duration since) {
    applied.renew();
    hosted.removeDeleted();
    hosted.removeUnhosted(since, Objects.requireNonNull(collections).all());
  }

  /// The number of partitions without an owner, as far as this instance knows.
  public long unowned() {
    return IntStream.range(0, properties.partitions())
        .filter(partition -> members.owner(partition) == null)
        .count();
  }

  /// Routes each request to the instance that answers it.
  public Routing routing() {
    return routing;
  }

  /// Forwards requests to other instances.
  public Relay relay() {
    return relay;
  }

  @Override
  public Peers peers() {
    return peers;
  }

  @Override
  public DocumentWrites writes(
      CollectionSettings settings, Profile profile, LiveDocuments documents) {
    return new OwnedWrites(hosted, settings, profile, documents, properties.writeTimeout());
  }

  private Optional<DocumentCollection> present(String name) {
    DocumentCollections loaded = collections;
    return loaded == null ? Optional.empty() : loaded.find(name);
  }

  @Override
  public CollectionRecords records() {
    return records;
  }

  @Override
  public void change(DocumentCollections all, String name, SettingsChange change) {
    catalogWriter.change(name, change);
  }

  @Override
  public Runnable pauseWrites(DocumentCollection collection) {
    Runnable resume =
        hosted.awaitOwner(collection.settings(), properties.writeTimeout()).pause(collection);
    return () -> Thread.ofVirtual().start(() -> resume(resume));
  }

  /// Ends a pause of writes once this process knows all changes of collections made before.
  private void resume(Runnable resume) {
    while (true) {
      try {
        catalogWriter.catchUp();
        resume.run();
        return;
      } catch (RequestException e) {
        LockSupport.parkNanos(CATALOG_RETRY.toNanos());
      }
    }
  }

  @Override
  public void catchUp() {
    catalogWriter.catchUp();
  }

  @Override
  public boolean answersFor(CollectionSettings collection) {
    PartitionOwner owner = hosted.ownerOf(collection.partition());
    return owner != null && owner.isReady();
  }

  @Override
  public boolean isHandedOver(CollectionSettings collection) {
    return hosted.replica(collection.partition()).formerOwner().left();
  }

  @Override
  public void requireCurrent(CollectionSettings collection) {
    int partition = collection.partition();
    boolean current =
        properties.read() == ReadMode.STALE
            ? hosted.hosts(partition)
            : hosted.awaitCurrent(partition, CURRENT.toNanos());
    if (!current) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "'"
              + collection.name()
              + "' is being assigned to an instance of the cluster, or Kafka does not answer; try"
              + " again");
    }
  }

  @Override
  public long epoch(CollectionSettings collection) {
    return hosted.replica(collection.partition()).epoch();
  }

  @Override
  public boolean isApplied(Position position) {
    int partition = position.partition();
    // Other instances see every acknowledged write: they own its partition, or apply a mark.
    if (!hosted.hosts(partition) || hosted.replica(partition).applied() >= position.offset()) {
      return true;
    }
    if (!hosted.awaitCurrent(partition, CURRENT.toNanos())) {
      return false;
    }
    if (hosted.replica(partition).applied() < position.offset()) { // all writes are before it
      throw CollectionBackend.afterTheEnd(position);
    }
    return true;
  }

  @Override
  public String jobId(CollectionSettings collection, String chosen) {
    return JobIds.of(chosen, collection.creation());
  }

  /// An instance that skips documents of the log would miss them later.
  @Override
  public boolean isAlone() {
    return false;
  }

  @Override
  public boolean isReady() {
    return hosted.isReady() && reach.isKept();
  }

  /// Leaves the cluster.
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    hosted.close();
    catalog.close();
    changes.close();
    log.close();
    admin.close(STOP);
    relay.close();
  }
}
