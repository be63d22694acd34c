package io.neardup.cluster;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
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
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.Documents;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// This process as an instance of a cluster.
public final class Cluster implements CollectionBackend, AutoCloseable {

  /// The property that makes a process an instance of a cluster.
  public static final String SWITCH = ClusterProperties.SWITCH;

  private final ClusterProperties properties;
  private final ClusterLog log;
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
    this.log = new ClusterLog(properties, url, store, directory, clock);
    this.members = new Members(log);
    this.client = new WireClient(properties.secret(), tls(url, tls), properties.sessionTimeout());
    InstanceReads ownReads = new InstanceReads(log);
    this.reads =
        new ClusterReads(new ReadRound.Peers(log, members, client, ownReads, properties), registry);
    this.terms =
        new ArbiterTerms(
            log,
            partitions,
            (collection, term) ->
                Objects.requireNonNull(writes.get(collection.incarnation())).in(term),
            clock);
    InstanceWrites ownWrites = new InstanceWrites(log, terms, partitions);
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
    while (log.settings(settings.name()) == null) {
      try {
        log.changeCollection(settings.name(), present -> present == null ? settings : present);
      } catch (RequestException e) {
        if (e.kind() != Fault.UNAVAILABLE) {
          throw e;
        }
      }
    }
    log.adoptCatalog();
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
    log.start(loaded, reads::ends);
  }

  private CompletableFuture<Boolean> reach() {
    return reads.ends().thenCombine(log.reach(), (ends, kafka) -> ends.areKnown());
  }

  /// The log.
  public ClusterLog log() {
    return log;
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
    log.catchUp();
    CollectionSettings present = log.settings(former.name());
    if (present == null || !present.profile().equals(former.profile())) {
      throw new StoreException(
          present == null ? StoreFault.NO_COLLECTION : StoreFault.SUPERSEDED,
          "The collection '"
              + former.name()
              + (present == null
                  ? "' was deleted. Create it, or name another one."
                  : "' was deleted and created again with another profile. Send the request again."));
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
            log,
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
  public void change(DocumentCollections all, String name, SettingsChange change) {
    log.changeCollection(name, change);
  }

  @Override
  public void catchUp() {
    log.catchUp();
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
    return log.isReady() && reach.isKept();
  }

  @Override
  public void requireWhole(String field) {
    throw new RequestException(
        Fault.UNSUPPORTED,
        field,
        "needs all documents in one process; those of a cluster are in several instances. Copy them"
            + " into a data directory with 'neardup migrate from-cluster' and do it there");
  }

  /// Leaves the cluster, and answers other instances meanwhile.
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    log.close();
    server.close();
    client.close();
  }
}
