package io.neardup.config;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Metrics per collection, for its lifetime. Clients may create any number of collections, so
/// collections beyond the first hundred are counted together.
final class CollectionMeters implements DocumentCollections.Listener {

  private static final int MOST = 100;

  /// The name for all further collections; no collection can have it.
  private static final String OTHERS = "_others";

  private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

  private final MeterRegistry registry;
  private final CollectionBackend backend;
  private final Map<DocumentCollection, Series> own = new HashMap<>();
  private @Nullable Series others;

  CollectionMeters(MeterRegistry registry, CollectionBackend backend) {
    this.registry = registry;
    this.backend = backend;
  }

  @Override
  public synchronized void opened(DocumentCollection collection) {
    if (own.size() < MOST) {
      Series series = new Series(collection.name());
      own.put(collection, series);
      series.add(collection);
      return;
    }
    if (others == null) {
      others = new Series(OTHERS);
    }
    others.add(collection);
  }

  @Override
  public synchronized void dropped(DocumentCollection collection) {
    Series removed = own.remove(collection);
    if (removed != null) {
      removed.meters.forEach(registry::remove);
    } else if (others != null) {
      others.members.remove(collection);
    }
  }

  /// The meters of one collection, or of several counted together.
  private final class Series {

    private final String name;
    private final Set<DocumentCollection> members = ConcurrentHashMap.newKeySet();
    private final List<Meter> meters = new ArrayList<>();
    private final Map<Plan.Kind, LookupCounters> lookups = new EnumMap<>(Plan.Kind.class);
    private double largestBucket;
    private long nextLargestBucket = System.nanoTime();

    private record LookupCounters(Counter lookups, Counter candidates) {

      void count(SearchResult result) {
        lookups.increment();
        candidates.increment((double) result.candidates());
      }
    }

    Series(String name) {
      this.name = name;
      sum(
          "neardup.documents",
          "Documents stored",
          null,
          each -> backend.answersFor(each.settings()) ? each.size() : 0);
      sum(
          "neardup.index.fingerprints",
          "Distinct fingerprints in the index",
          null,
          each -> each.documents().index().fingerprints());
      sum(
          "neardup.writes.pending",
          "Writes that are being decided or are not yet on disk",
          null,
          collection -> collection.writes().underWay());
      sum(
          "neardup.index.size",
          "Approximate memory of the index",
          BaseUnits.BYTES,
          each -> each.documents().indexBytes());
      sum(
          "neardup.directory.size",
          "Approximate memory of ids and times",
          BaseUnits.BYTES,
          each -> each.documents().directoryBytes());
      gauge(
          "neardup.index.bucket.largest",
          "Fingerprints in the longest bucket of any table, about a minute ago",
          null,
          Series::largestBucket);
      for (Plan.Kind kind : Plan.Kind.values()) {
        lookups.put(
            kind,
            new LookupCounters(
                counter("neardup.lookups", "Lookups in the index", kind),
                counter("neardup.lookup.candidates", "Fingerprints compared by lookups", kind)));
      }
    }

    void add(DocumentCollection collection) {
      members.add(collection);
      collection
          .documents()
          .countLookups(
              result -> Objects.requireNonNull(lookups.get(result.plan().kind())).count(result));
    }

    /// Computing it takes a fraction of a second at ten million documents, so the value is cached
    /// for up to a minute.
    private synchronized double largestBucket() {
      if (System.nanoTime() - nextLargestBucket >= 0) {
        largestBucket =
            members.stream()
                .mapToDouble(each -> each.documents().index().largestBucket())
                .max()
                .orElse(0);
        nextLargestBucket = System.nanoTime() + KEPT_NANOS;
      }
      return largestBucket;
    }

    private void sum(
        String metric,
        String description,
        @Nullable String unit,
        ToDoubleFunction<DocumentCollection> value) {
      gauge(metric, description, unit, series -> series.members.stream().mapToDouble(value).sum());
    }

    private void gauge(
        String metric, String description, @Nullable String unit, ToDoubleFunction<Series> value) {
      meters.add(
          Gauge.builder(metric, this, value)
              .description(description)
              .baseUnit(unit)
              .tag("collection", name)
              .register(registry));
    }

    private Counter counter(String metric, String description, Plan.Kind kind) {
      Counter counter =
          Counter.builder(metric)
              .description(description)
              .tag("collection", name)
              .tag("plan", kind.name().toLowerCase(Locale.ROOT))
              .register(registry);
      meters.add(counter);
      return counter;
    }
  }
}
