package io.neardup.config.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.index.Plan;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Metrics of each collection, for its lifetime. Clients may create any number of collections, so
/// the collections beyond the first hundred are counted together.
public final class CollectionMeters implements DocumentCollections.Listener {

  /// Maximum of collections that have their own metrics.
  static final int MOST = 100;

  /// The name under which further collections are counted; no collection can have it.
  static final String OTHERS = "_others";

  private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

  /// A metric, computed per collection and summed over a group.
  private record CollectionMetric(
      String name, String description, ToDoubleFunction<DocumentCollection> of) {}

  private static final List<CollectionMetric> SUMS =
      List.of(
          new CollectionMetric("neardup.documents", "Documents stored", DocumentCollection::size),
          new CollectionMetric(
              "neardup.index.fingerprints",
              "Distinct fingerprints in the index",
              each -> each.index().fingerprints()),
          new CollectionMetric(
              "neardup.writes.pending",
              "Writes that are being decided or are not yet on disk",
              DocumentCollection::writesUnderWay));

  private static final List<CollectionMetric> SIZES =
      List.of(
          new CollectionMetric(
              "neardup.index.size",
              "Approximate memory of the index",
              DocumentCollection::indexBytes),
          new CollectionMetric(
              "neardup.directory.size",
              "Approximate memory of ids and times",
              DocumentCollection::directoryBytes));

  private static final Map<Plan.Kind, List<CollectionMetric>> COUNTERS =
      new EnumMap<>(Plan.Kind.class);

  static {
    for (Plan.Kind kind : Plan.Kind.values()) {
      COUNTERS.put(
          kind,
          List.of(
              new CollectionMetric(
                  "neardup.lookups", "Lookups in the index", each -> each.lookups().lookups(kind)),
              new CollectionMetric(
                  "neardup.lookup.candidates",
                  "Fingerprints compared by lookups",
                  each -> each.lookups().candidates(kind))));
    }
  }

  private final MeterRegistry registry;
  private final Map<DocumentCollection, List<Meter>> meters = new HashMap<>();
  private @Nullable Group others;

  public CollectionMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public synchronized void opened(DocumentCollection collection) {
    if (meters.size() < MOST) {
      Group own = new Group();
      own.add(collection);
      meters.put(collection, register(collection.name(), own));
      return;
    }
    if (others == null) {
      others = new Group();
      register(OTHERS, others);
    }
    others.add(collection);
  }

  @Override
  public synchronized void dropped(DocumentCollection collection) {
    List<Meter> removed = meters.remove(collection);
    if (removed != null) {
      removed.forEach(registry::remove);
    } else if (others != null) {
      others.remove(collection);
    }
  }

  /// Collections that are counted together. Counters keep the counts of deleted ones.
  private static final class Group {

    private final Set<DocumentCollection> present = new LinkedHashSet<>();
    private final Map<CollectionMetric, Double> before = new HashMap<>();
    private double largestBucket;
    private long nextLargestBucket = System.nanoTime();

    synchronized void add(DocumentCollection collection) {
      present.add(collection);
    }

    synchronized void remove(DocumentCollection collection) {
      if (present.remove(collection)) {
        COUNTERS.values().stream()
            .flatMap(List::stream)
            .forEach(each -> before.merge(each, each.of.applyAsDouble(collection), Double::sum));
      }
    }

    synchronized double sum(CollectionMetric metric) {
      return before.getOrDefault(metric, 0.0) + present.stream().mapToDouble(metric.of).sum();
    }

    /// Takes a fraction of a second at ten million documents, so the value is up to a minute old.
    synchronized double largestBucket() {
      if (System.nanoTime() - nextLargestBucket >= 0) {
        largestBucket =
            present.stream().mapToDouble(each -> each.index().largestBucket()).max().orElse(0);
        nextLargestBucket = System.nanoTime() + KEPT_NANOS;
      }
      return largestBucket;
    }
  }

  private List<Meter> register(String name, Group group) {
    List<Meter> all = new ArrayList<>();
    for (CollectionMetric metric : SUMS) {
      all.add(gauge(name, metric, group).register(registry));
    }
    for (CollectionMetric metric : SIZES) {
      all.add(gauge(name, metric, group).baseUnit("bytes").register(registry));
    }
    all.add(
        Gauge.builder("neardup.index.bucket.largest", group, Group::largestBucket)
            .description("Fingerprints in the longest bucket of any table, about a minute ago")
            .tag("collection", name)
            .strongReference(true)
            .register(registry));
    COUNTERS.forEach((kind, counters) ->
        counters.forEach(counter ->
            all.add(
                FunctionCounter.builder(counter.name, group, each -> each.sum(counter))
                    .description(counter.description)
                    .tag("collection", name)
                    .tag("plan", kind.name().toLowerCase(Locale.ROOT))
                    .register(registry))));
    return all;
  }

  private static Gauge.Builder<Group> gauge(String name, CollectionMetric metric, Group group) {
    return Gauge.builder(metric.name, group, each -> each.sum(metric))
        .description(metric.description)
        .tag("collection", name)
        .strongReference(true);
  }
}
