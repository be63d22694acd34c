package io.neardup.cluster;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.cluster.InstanceRead.Question;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
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
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// This process as an instance of a cluster.
public final class Cluster implements CollectionBackend, AutoCloseable {

  /// The property that makes a process an instance of a cluster.
  public static final String SWITCH = ClusterProperties.SWITCH;

  /// The header with the secret of the instances.
  public static final String KEY_HEADER = InstanceClient.KEY;

  /// The most bytes of a request between instances: the longest document, in base64.
  static final int MAX_REQUEST_BYTES = 40 << 20;

  private final ClusterProperties properties;
  private final ClusterLog log;
  private final InstanceClient client;
  private final JsonMapper mapper;
  private final Partitions partitions;
  private final Clock clock;
  private final Members members;
  private final MeterRegistry registry;
  private final Map<Incarnation, ClusterWrites> writes = new ConcurrentHashMap<>();
  private final Reach reach = new Reach(this::reach, System::nanoTime);
  private @Nullable DocumentCollections collections;
  private @Nullable InstanceReads ownReads;
  private @Nullable InstanceWrites ownWrites;
  private @Nullable ClusterReads reads;
  private @Nullable WriteRouter router;
  private @Nullable Deciders deciders;

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
      JsonMapper mapper,
      @Nullable SSLContext tls,
      Clock clock,
      MeterRegistry registry) {
    this.properties = properties;
    this.mapper = mapper;
    this.clock = clock;
    this.registry = registry;
    this.partitions = new Partitions(properties.partitions());
    this.client = new InstanceClient(properties, url, mapper, tls);
    this.log = new ClusterLog(properties, url, store, directory, clock);
    this.members = new Members(log);
  }

  /// Connects the parts, before the collections are loaded.
  public void use(DocumentCollections all) {
    collections = all;
    ownReads = new InstanceReads(log);
    reads =
        new ClusterReads(new ReadRound.Peers(log, members, client, ownReads, properties), registry);
    deciders =
        new Deciders(
            log,
            partitions,
            (collection, decider) ->
                Objects.requireNonNull(writes.get(collection.incarnation())).orderedBy(decider),
            clock);
    ownWrites = new InstanceWrites(log, deciders, partitions);
    router = new WriteRouter(members, client, ownWrites, mapper, properties);
    Deciders forgetting = deciders;
    all.listen(
        new DocumentCollections.Listener() {
          @Override
          public void dropped(DocumentCollection collection) {
            forgetting.forget(collection);
            writes.remove(collection.incarnation());
          }
        });
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

  /// Begins to host partitions, once the collections are loaded.
  public void start() {
    log.start(Objects.requireNonNull(collections), Objects.requireNonNull(reads)::ends);
  }

  private CompletableFuture<Boolean> reach() {
    return Objects.requireNonNull(reads)
        .ends()
        .thenCombine(log.reach(), (ends, kafka) -> ends.areKnown());
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

  /// Answers a request of another instance.
  ///
  /// @param path of the request
  /// @return null for an unknown path
  /// @throws tools.jackson.core.JacksonException if the body is malformed
  public byte @Nullable [] answer(String path, byte[] body) {
    return switch (path) {
      case InstanceClient.READ ->
          mapper.writeValueAsBytes(
              Objects.requireNonNull(ownReads)
                  .answer(mapper.readValue(body, InstanceRead.Request.class)));
      case InstanceClient.WRITE ->
          mapper.writeValueAsBytes(
              Objects.requireNonNull(ownWrites)
                  .execute(mapper.readValue(body, InstanceWrite.Request.class)));
      default -> null;
    };
  }

  /// Whether a request has the secret of the instances. Takes the same time for any secret.
  public boolean isInstance(@Nullable String key) {
    return key != null
        && MessageDigest.isEqual(
            key.getBytes(StandardCharsets.UTF_8),
            properties.secret().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Documents documents(
      CollectionSettings settings, Profile profile, LiveDocuments localDocuments) {
    return new ClusterDocuments(
        settings.name(),
        settings.creation(),
        Objects.requireNonNull(reads),
        localDocuments,
        partitions,
        clock,
        () -> successor(settings));
  }

  /// The number of the present collection, in place of one that was deleted.
  private long successor(CollectionSettings former) {
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
    return present.creation();
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
            () -> Objects.requireNonNull(collections).find(settings.name()).orElse(null),
            (ClusterDocuments) documents,
            Objects.requireNonNull(router),
            log,
            partitions,
            null);
    writes.put(incarnation, made);
    return made;
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
    ClusterReads asked = Objects.requireNonNull(reads);
    if (properties.read() == ReadMode.OWNER) {
      return asked.ends().join().applied()[partition] >= position.offset();
    }
    long[] from = new long[properties.partitions()];
    from[partition] = position.offset();
    return asked.ask(partition, Question.NONE, from).join().missing().isEmpty();
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

  @Override
  public void close() {
    log.close();
    client.close();
  }
}
