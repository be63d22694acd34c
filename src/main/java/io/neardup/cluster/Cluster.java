package io.neardup.cluster;

import io.micrometer.core.instrument.MeterRegistry;
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
import io.neardup.cluster.replica.AppliedTopics;
import io.neardup.cluster.wire.Command;
import io.neardup.cluster.wire.CreatedCollection;
import io.neardup.cluster.wire.Question.Positions;
import io.neardup.cluster.wire.ReadRequest;
import io.neardup.cluster.wire.ReadResponse;
import io.neardup.cluster.wire.Result;
import io.neardup.cluster.wire.WireClient;
import io.neardup.cluster.wire.WireServer;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.ChangeSource;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.Documents;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.Partitions;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.disk.DocumentStore;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/// This process as an instance of a cluster.
public final class Cluster implements CollectionBackend, AutoCloseable {

  /// The property that makes a process an instance of a cluster.
  public static final String SWITCH = ClusterProperties.SWITCH;

  private static final Duration STOP = Duration.ofSeconds(10);

  private final ClusterProperties properties;
  private final Admin admin;
  private final LogWriter log;
  private final AppliedTopics applied;
  private final CollectionRecords records;
  private final Catalog catalog;
  private final CatalogWriter catalogWriter;
  private final HostedPartitions hosted;
  private final TopicChanges changes;
  private final WireClient client;
  private final WireServer server;
  private final Partitions partitions;
  private final Clock clock;
  private final Members members;
  private final ClusterReads reads;
  private final WriteRouter router;
  private final ArbiterTerms terms;
  private final Map<Incarnation, ClusterWrites> writes = new ConcurrentHashMap<>();
  private final Reach reach = new Reach(this::reach, System::nanoTime);
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable DocumentCollections collections;

  /// Connects to the brokers.
  ///
  /// @param url at which other instances reach this one
  /// @param directory for the positions of Kafka Streams
  /// @param tls for https, null for the default of Java
  /// @param registry gets the counts of reads
  public Cluster(
      ClusterProperties properties,
      URI url,
      DocumentStore store,
      Path directory,
      @Nullable SSLContext tls,
      Clock clock,
      MeterRegistry registry) {
    this.properties = properties;
    this.clock = clock;
    this.partitions = new Partitions(properties.partitions());
    KafkaClients clients = new KafkaClients(properties, url);
    Topics topics = new Topics(properties);
    this.admin = clients.admin();
    this.log = new LogWriter(clients.producer(), topics);
    this.applied = new AppliedTopics(store, clock);
    this.records = store.records();
    try {
      applied.require(topics, admin, log, properties.startAnew());
    } catch (RuntimeException e) {
      log.close();
      admin.close(STOP);
      throw e;
    }
    this.catalog = new Catalog(topics.collections(), clients.consumer(), store);
    this.catalogWriter =
        new CatalogWriter(catalog, topics.collections(), clients::transactions, log);
    catalogWriter.awaitCatalog();
    this.hosted =
        new HostedPartitions(clients, topics, admin, log, store, directory, catalog::find, clock);
    this.members = new Members(hosted);
    this.client = new WireClient(properties.secret(), tls(url, tls), properties.sessionTimeout());
    InstanceReads ownReads = new InstanceReads(hosted, catalog::find);
    this.reads =
        new ClusterReads(new ReadRound.Peers(log, members, client, ownReads, properties), registry);
    this.changes =
        new TopicChanges(
            new TopicReader(clients.consumer(), topics.documents()),
            reads::ends,
            log,
            catalog,
            catalogWriter,
            clock);
    this.terms =
        new ArbiterTerms(
            hosted,
            partitions,
            (collection, term) ->
                Objects.requireNonNull(writes.get(collection.incarnation())).in(term),
            clock);
    InstanceWrites ownWrites = new InstanceWrites(hosted, catalog, terms, partitions);
    this.router = new WriteRouter(members, client, ownWrites, properties);
    this.server =
        new WireServer(
            new WireServer.Requests() {
              @Override
              public ReadResponse read(ReadRequest request) {
                return ownReads.answer(request);
              }

              @Override
              public CompletableFuture<Result> write(Command command) {
                return ownWrites.execute(command);
              }
            },
            properties.sessionTimeout());
  }

  private static @Nullable SSLContext tls(URI url, @Nullable SSLContext configured) {
    if (!"https".equals(url.getScheme())) {
      return null;
    }
    try {
      return configured == null ? SSLContext.getDefault() : configured;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java has no TLS", e);
    }
  }

  /// Creates the default collection unless it exists.
  ///
  /// @param settings of it
  public void requireDefault(CollectionSettings settings) {
    while (catalog.settings().get(settings.name()) == null) {
      try {
        catalogWriter.change(settings.name(), present -> present == null ? settings : present);
      } catch (RequestException e) {
        if (e.kind() != Fault.UNAVAILABLE) {
          throw e;
        }
      }
    }
    catalog.load();
  }

  /// Begins to host partitions.
  ///
  /// @param loaded the collections, with the documents of this process
  public void start(DocumentCollections loaded) {
    collections = loaded;
    loaded.listen(
        new DocumentCollections.Listener() {
          @Override
          public void dropped(DocumentCollection collection) {
            terms.forget(collection);
            writes.remove(collection.incarnation());
          }
        });
    catalog.start(loaded);
    hosted.start(loaded);
  }

  private CompletableFuture<Boolean> reach() {
    return reads
        .ends()
        .thenCombine(
            admin.describeCluster().nodes().toCompletionStage(), (ends, kafka) -> ends.areKnown());
  }

  /// The partitions of this instance.
  public HostedPartitions hosted() {
    return hosted;
  }

  /// The changes of all documents.
  public ChangeSource changes() {
    return changes;
  }

  /// Why changes of collections cannot be followed at present; null if they can.
  public @Nullable String catalogFault() {
    return catalog.fault();
  }

  /// Records that this process follows the log, and removes the documents of partitions that it has
  /// not hosted for some time.
  public void removeUnhosted(Duration since) {
    applied.renew();
    hosted.removeUnhosted(since, Objects.requireNonNull(collections).all());
  }

  /// The number of partitions without an owner, as far as this instance knows.
  public long unowned() {
    return IntStream.range(0, properties.partitions())
        .filter(partition -> members.owner(partition) == null)
        .count();
  }

  /// Answers other instances.
  WireServer server() {
    return server;
  }

  /// Whether a request has the secret of the instances. Takes the same time for any secret.
  boolean isInstance(@Nullable String key) {
    return key != null
        && MessageDigest.isEqual(
            key.getBytes(StandardCharsets.UTF_8),
            properties.secret().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Documents documents(
      CollectionSettings settings, Profile profile, LiveDocuments localDocuments) {
    return new ClusterDocuments(
        CreatedCollection.of(settings),
        reads,
        localDocuments,
        partitions,
        clock,
        () -> successor(settings));
  }

  /// The present collection, in place of one that was deleted.
  private CreatedCollection successor(CollectionSettings former) {
    catalogWriter.catchUp();
    CollectionSettings present = catalog.settings().get(former.name());
    if (present == null || !present.profile().equals(former.profile())) {
      throw new StoreException(
          present == null ? StoreFault.NO_COLLECTION : StoreFault.SUPERSEDED,
          "The collection '"
              + former.name()
              + (present == null
                  ? "' was deleted. Create it, or name another one."
                  : "' was deleted and created again with another profile. Send the request"
                      + " again."));
    }
    return CreatedCollection.of(present);
  }

  @Override
  public DocumentWrites writes(
      CollectionSettings settings,
      Profile profile,
      LiveDocuments localDocuments,
      Documents documents) {
    Incarnation incarnation = localDocuments.incarnation();
    ClusterWrites made =
        new ClusterWrites(
            settings,
            () -> present(settings.name()),
            (ClusterDocuments) documents,
            router,
            hosted,
            catalogWriter,
            partitions,
            null);
    writes.put(incarnation, made);
    return made;
  }

  private @Nullable DocumentCollection present(String name) {
    DocumentCollections loaded = collections;
    return loaded == null ? null : loaded.find(name).orElse(null);
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
  public void catchUp() {
    catalogWriter.catchUp();
  }

  /// Lookups at owners see every position that was answered; at replicas, the position is awaited.
  @Override
  public boolean isApplied(Position position) {
    int partition = position.partition();
    if (partition >= properties.partitions()) {
      return false;
    }
    if (properties.read() == ReadMode.OWNER) {
      return reads.ends().join().applied()[partition] >= position.offset();
    }
    long[] from = new long[properties.partitions()];
    from[partition] = position.offset();
    return reads.ask(partition, new Positions(), from).join().missing().isEmpty();
  }

  /// An instance that leaves out documents of the log would miss them later.
  @Override
  public boolean quarantines() {
    return false;
  }

  @Override
  public boolean isReady() {
    return hosted.isReady() && reach.isKept();
  }

  @Override
  public void requireWhole(String field) {
    throw new RequestException(
        Fault.UNSUPPORTED,
        field,
        "needs all documents in one process; those of a cluster are in several instances. Store the"
            + " lines of GET /documents in a single service and do it there");
  }

  /// Leaves the cluster, and answers other instances meanwhile.
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    server.refuseCommands();
    hosted.close();
    catalog.close();
    changes.close();
    log.close();
    admin.close(STOP);
    server.close();
    client.close();
  }
}
