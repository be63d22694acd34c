package io.neardup.cluster.routing;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.ownership.PartitionOwner;
import io.neardup.cluster.relay.Call;
import io.neardup.cluster.relay.Hop;
import io.neardup.cluster.relay.Route;
import io.neardup.cluster.relay.Routing;
import io.neardup.cluster.routing.Subject.Anything;
import io.neardup.cluster.routing.Subject.OfCollection;
import io.neardup.cluster.routing.Subject.OfJob;
import io.neardup.cluster.routing.Subject.OfSeveral;
import io.neardup.service.Peers;
import io.neardup.store.CollectionSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Routes a request to the owner of its collection's partition. If the owner does not answer, a
/// read-only request goes to an instance that hosts the partition and first applies the log up to
/// its end. Requests for several collections are answered here by merging.
public final class ClusterRouting implements Routing {

  /// How long an instance may take to accept a read-only request.
  private static final Duration READ_PATIENCE = Duration.ofMillis(300);

  private static final String COLLECTION = "collection";
  private static final String CREATION = "creation";
  private static final String PARTITIONS = "partitions";
  private static final String REPLICA = "replica";
  private static final Route HERE = new Route.Here();
  private static final Route ASKING = new Route.Here(true);

  private final String scheme;
  private final HostedPartitions hosted;
  private final Members members;
  private final Catalog catalog;
  private final CatalogWriter catalogWriter;
  private final ReadMode mode;
  private final Duration writePatience;

  /// @param own the address of this instance
  /// @param mode which instances answer reads
  /// @param writePatience how long an instance may take to accept a request that may write
  public ClusterRouting(
      URI own,
      HostedPartitions hosted,
      Members members,
      Catalog catalog,
      CatalogWriter catalogWriter,
      ReadMode mode,
      Duration writePatience) {
    this.scheme = own.getScheme();
    this.hosted = hosted;
    this.members = members;
    this.catalog = catalog;
    this.catalogWriter = catalogWriter;
    this.mode = mode;
    this.writePatience = writePatience;
  }

  @Override
  public Route of(Call call, Runnable waits) {
    if (!hosted.isStarted()) {
      return HERE; // refused while the documents are loaded
    }
    return switch (Subject.of(call)) {
      case Anything _ -> HERE;
      case OfSeveral _ -> ASKING;
      case OfCollection(String name) -> of(call, known(waits, () -> catalog.settings(name)));
      case OfJob(String id) -> of(call, ofJob(waits, id));
    };
  }

  /// The settings of a collection, null if there is none. A collection unknown here may just have
  /// been created on another instance.
  private @Nullable CollectionSettings known(
      Runnable waits, Supplier<@Nullable CollectionSettings> find) {
    CollectionSettings known = find.get();
    if (known == null) {
      waits.run();
      catalogWriter.catchUp();
      known = find.get();
    }
    return known;
  }

  private @Nullable CollectionSettings ofJob(Runnable waits, String id) {
    return JobIds.creation(id)
        .map(creation -> known(waits, () -> catalog.created(creation)))
        .orElse(null);
  }

  private Route of(Call call, @Nullable CollectionSettings collection) {
    if (collection == null) {
      return HERE; // refused, or created
    }
    int partition = collection.partition();
    boolean reads = Subject.reads(call);
    PartitionOwner owner = hosted.ownerOf(partition);
    if (reads && (owner != null || mode != ReadMode.OWNER && hosted.hosts(partition))) {
      return HERE;
    }
    if (owner != null) {
      return owner.accepts() ? HERE : nowhere(partition);
    }
    Place place = place(partition, reads);
    if (place == null) {
      return nowhere(partition);
    }
    return members.isSelf(place.instance)
        ? reads ? HERE : nowhere(partition)
        : elsewhere(place, collection, reads);
  }

  /// An instance to ask.
  ///
  /// @param asReplica whether it may answer without being the owner
  record Place(String instance, boolean asReplica) {}

  /// The owner of a partition; for read-only requests, an instance that hosts the partition if the
  /// owner did not answer lately. An owner that refused lately is still becoming the owner, but has
  /// the documents: other replicas may be new and still have to read the log. Null if none is
  /// known.
  @Nullable Place place(int partition, boolean reads) {
    String owner = members.owner(partition);
    if (owner != null && !(reads && isAvoided(owner, partition))) {
      return new Place(owner, reads && members.isSuspect(asOwner(owner, partition)));
    }
    List<String> hosts = reads ? members.hosts(partition) : List.of();
    return hosts.isEmpty() ? null : new Place(hosts.getFirst(), true);
  }

  private static String asOwner(String instance, int partition) {
    return instance + "/" + partition;
  }

  /// Whether an owner did not answer lately, or is this instance but does not have the partition
  /// yet.
  private boolean isAvoided(String owner, int partition) {
    return members.isSuspect(owner) || members.isSelf(owner) && hosted.ownerOf(partition) == null;
  }

  private static Route nowhere(int partition) {
    return new Route.Nowhere("partition " + partition + " is being assigned to an instance");
  }

  private Route.Elsewhere elsewhere(Place place, CollectionSettings collection, boolean reads) {
    Map<String, String> told =
        Map.of(COLLECTION, collection.name(), CREATION, Long.toString(collection.creation()));
    return route(place, List.of(collection.partition()), told, reads, false);
  }

  /// The route for a question asked by this instance.
  ///
  /// @param isLast whether this is the last instance to ask
  Route.Elsewhere toAsk(Place place, List<Integer> partitions, boolean reads, boolean isLast) {
    return route(place, partitions, Map.of(Peers.INTERNAL, "true"), reads, isLast);
  }

  private Route.Elsewhere route(
      Place place,
      List<Integer> partitions,
      Map<String, String> told,
      boolean reads,
      boolean isLast) {
    Map<String, String> attributes = new HashMap<>(told);
    attributes.put(
        PARTITIONS, partitions.stream().map(String::valueOf).collect(Collectors.joining(",")));
    attributes.put(REPLICA, Boolean.toString(place.asReplica));
    return new Route.Elsewhere(
        URI.create(scheme + "://" + place.instance),
        attributes,
        !reads,
        reads && !isLast ? READ_PATIENCE : writePatience);
  }

  @Override
  public boolean owns(Call call, Hop hop) {
    if (!hosted.isStarted()) {
      return false; // an earlier process at this address may have been the owner
    }
    Map<String, String> told = hop.attributes();
    boolean asReplica = Boolean.parseBoolean(told.get(REPLICA));
    boolean reads = Subject.reads(call);
    long end = System.nanoTime() + READ_PATIENCE.toNanos() / 2;
    boolean answers =
        partitions(told)
            .allMatch(partition -> {
              PartitionOwner owner = hosted.ownerOf(partition);
              return owner != null && (reads || owner.accepts())
                  || asReplica && hosts(partition, end);
            });
    String name = told.get(COLLECTION);
    return answers
        && (name == null || catalog.find(name, Long.parseLong(told.get(CREATION))) != null);
  }

  /// Whether this process hosts a partition. An owner deletes its collections itself; a replica
  /// knows which were deleted once it is current, so this waits a moment for that.
  private boolean hosts(int partition, long end) {
    long nanos = end - System.nanoTime();
    if (mode != ReadMode.STALE && hosted.hosts(partition) && nanos > 0) {
      boolean _ = hosted.awaitCurrent(partition, nanos);
    }
    return hosted.hosts(partition);
  }

  private static IntStream partitions(Map<String, String> told) {
    return Arrays.stream(told.getOrDefault(PARTITIONS, "").split(",", -1))
        .mapToInt(Integer::parseInt);
  }

  @Override
  public @Nullable Long position(Hop hop) {
    int partition = partitions(hop.attributes()).findFirst().orElseThrow();
    long position = hosted.ownerPosition(partition, READ_PATIENCE.toNanos());
    return position == HostedPartitions.NO_POSITION ? null : position;
  }

  @Override
  public boolean isValid(Call call, Route.Elsewhere route) {
    String owner = members.owner(partitions(route.attributes()).findFirst().orElseThrow());
    return Boolean.parseBoolean(route.attributes().get(REPLICA))
        || owner != null && route.instance().equals(URI.create(scheme + "://" + owner));
  }

  @Override
  public void unaccepted(Route.Elsewhere route, boolean refused) {
    String instance = route.instance().getAuthority();
    if (refused && !Boolean.parseBoolean(route.attributes().get(REPLICA))) {
      partitions(route.attributes())
          .forEach(partition -> members.suspect(asOwner(instance, partition)));
    } else {
      members.suspect(instance);
    }
  }
}
