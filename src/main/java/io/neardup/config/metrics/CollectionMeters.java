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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Metrics of each collection, for its lifetime. Clients may create any number of collections, so
/// the collections beyond the first hundred are counted together.
public final class CollectionMeters implements DocumentCollections.Listener {

  /// Maximum of collections that have their own metrics.
  static final int MOST = 100;

  /// The name under which further collections are counted; no collection can have it.
  static final String OTHERS = "_others";

  private static final Duration KEPT = Duration.ofMinutes(1);

  private final MeterRegistry registry;
  private final Map<DocumentCollection, List<Meter>> meters = new HashMap<>();
  private @Nullable Others others;

  public CollectionMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public synchronized void opened(DocumentCollection collection) {
    if (meters.size() < MOST) {
      meters.put(collection, register(new One(collection)));
      return;
    }
    if (others == null) {
      others = new Others();
      register(others);
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

  /// A collection, or all further collections together.
  private sealed interface Measured {

    String name();

    double sum(ToDoubleFunction<DocumentCollection> figure);

    double max(ToDoubleFunction<DocumentCollection> figure);

    double lookups(Plan.Kind kind);

    double candidates(Plan.Kind kind);
  }

  private record One(DocumentCollection collection) implements Measured {
    @Override
    public String name() {
      return collection.name();
    }

    @Override
    public double sum(ToDoubleFunction<DocumentCollection> figure) {
      return figure.applyAsDouble(collection);
    }

    @Override
    public double max(ToDoubleFunction<DocumentCollection> figure) {
      return figure.applyAsDouble(collection);
    }

    @Override
    public double lookups(Plan.Kind kind) {
      return collection.lookups().lookups(kind);
    }

    @Override
    public double candidates(Plan.Kind kind) {
      return collection.lookups().candidates(kind);
    }
  }

  /// Their counters keep the counts of deleted collections.
  private static final class Others implements Measured {
    private final Set<DocumentCollection> present = new LinkedHashSet<>();
    private final Map<Plan.Kind, Double> lookupsBefore = new EnumMap<>(Plan.Kind.class);
    private final Map<Plan.Kind, Double> candidatesBefore = new EnumMap<>(Plan.Kind.class);

    synchronized void add(DocumentCollection collection) {
      present.add(collection);
    }

    synchronized void remove(DocumentCollection collection) {
      if (present.remove(collection)) {
        for (Plan.Kind kind : Plan.Kind.values()) {
          lookupsBefore.merge(kind, (double) collection.lookups().lookups(kind), Double::sum);
          candidatesBefore.merge(kind, (double) collection.lookups().candidates(kind), Double::sum);
        }
      }
    }

    @Override
    public String name() {
      return OTHERS;
    }

    @Override
    public synchronized double sum(ToDoubleFunction<DocumentCollection> figure) {
      return present.stream().mapToDouble(figure).sum();
    }

    @Override
    public synchronized double max(ToDoubleFunction<DocumentCollection> figure) {
      return present.stream().mapToDouble(figure).max().orElse(0);
    }

    @Override
    public synchronized double lookups(Plan.Kind kind) {
      return lookupsBefore.getOrDefault(kind, 0.0) + sum(c -> c.lookups().lookups(kind));
    }

    @Override
    public synchronized double candidates(Plan.Kind kind) {
      return candidatesBefore.getOrDefault(kind, 0.0) + sum(c -> c.lookups().candidates(kind));
    }
  }

  private List<Meter> register(Measured of) {
    List<Meter> all = new ArrayList<>();
    all.add(sum("neardup.documents", "Documents stored", of, DocumentCollection::size));
    all.add(
        sum(
            "neardup.index.fingerprints",
            "Distinct fingerprints in the index",
            of,
            c -> c.index().fingerprints()));
    all.add(
        gauge(
            Gauge.builder(
                    "neardup.index.bucket.largest",
                    new Seldom<>(of, each -> each.max(c -> c.index().largestBucket())),
                    Seldom::value)
                .description("Fingerprints in the longest bucket of any table, about a minute ago"),
            of));
    all.add(
        gauge(
            Gauge.builder(
                    "neardup.index.size", of, each -> each.sum(DocumentCollection::indexBytes))
                .baseUnit("bytes")
                .description("Approximate memory of the index"),
            of));
    all.add(
        gauge(
            Gauge.builder(
                    "neardup.directory.size",
                    of,
                    each -> each.sum(DocumentCollection::directoryBytes))
                .baseUnit("bytes")
                .description("Approximate memory of ids and times"),
            of));
    all.add(
        sum(
            "neardup.writes.pending",
            "Writes that are being decided or are not yet on disk",
            of,
            DocumentCollection::writesUnderWay));
    for (Plan.Kind kind : Plan.Kind.values()) {
      all.add(
          counter("neardup.lookups", "Lookups in the index", of, kind, each -> each.lookups(kind)));
      all.add(
          counter(
              "neardup.lookup.candidates",
              "Fingerprints compared by lookups",
              of,
              kind,
              each -> each.candidates(kind)));
    }
    return all;
  }

  private Meter counter(
      String name,
      String description,
      Measured of,
      Plan.Kind kind,
      ToDoubleFunction<Measured> value) {
    return FunctionCounter.builder(name, of, value)
        .description(description)
        .tag("collection", of.name())
        .tag("plan", kind.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private Meter sum(
      String name, String description, Measured of, ToDoubleFunction<DocumentCollection> figure) {
    return gauge(Gauge.builder(name, of, each -> each.sum(figure)).description(description), of);
  }

  private Meter gauge(Gauge.Builder<?> builder, Measured of) {
    return builder.tag("collection", of.name()).strongReference(true).register(registry);
  }

  /// A metric that is expensive to compute, a fraction of a second at ten million documents; its
  /// value is up to a minute old.
  private static final class Seldom<T> {
    private final T of;
    private final ToDoubleFunction<T> figure;
    private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

    private record Known(double value, long nanoTime) {}

    Seldom(T of, ToDoubleFunction<T> figure) {
      this.of = of;
      this.figure = figure;
    }

    double value() {
      Known before = known.get();
      long now = System.nanoTime();
      if (before != null && now - before.nanoTime < KEPT.toNanos()) {
        return before.value;
      }
      double value = figure.applyAsDouble(of);
      known.set(new Known(value, now));
      return value;
    }
  }
}
