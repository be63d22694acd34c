package io.neardup.config;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.index.Plan;
import io.neardup.service.DocumentCollection;
import io.neardup.service.DocumentCollections;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/// What is measured of each collection, while it is there.
final class CollectionMeters implements DocumentCollections.Listener {

  private final MeterRegistry registry;
  private final Map<DocumentCollection, List<Meter>> meters = new ConcurrentHashMap<>();

  CollectionMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void opened(DocumentCollection collection) {
    List<Meter> all = new ArrayList<>(gauges(collection));
    for (Plan.Kind kind : Plan.Kind.values()) {
      all.add(
          counter(
              "neardup.lookups",
              "Lookups in the index",
              collection,
              kind,
              c -> c.lookups().lookups(kind)));
      all.add(
          counter(
              "neardup.lookup.candidates",
              "Fingerprints that lookups looked at",
              collection,
              kind,
              c -> c.lookups().candidates(kind)));
    }
    meters.put(collection, all);
  }

  private List<Meter> gauges(DocumentCollection collection) {
    return List.of(
        gauge("neardup.documents", "Documents stored", collection, DocumentCollection::size),
        gauge(
            "neardup.index.fingerprints",
            "Distinct fingerprints in the index",
            collection,
            c -> c.index().fingerprints()),
        gauge(
            "neardup.index.bucket.largest",
            "Fingerprints in the longest bucket of any table",
            collection,
            c -> c.index().largestBucket()));
  }

  @Override
  public void dropped(DocumentCollection collection) {
    List<Meter> gone = meters.remove(collection);
    if (gone != null) {
      gone.forEach(registry::remove);
    }
  }

  private Meter counter(
      String name,
      String description,
      DocumentCollection collection,
      Plan.Kind kind,
      ToDoubleFunction<DocumentCollection> value) {
    return FunctionCounter.builder(name, collection, value)
        .description(description)
        .tag("collection", collection.name())
        .tag("plan", kind.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private Meter gauge(
      String name,
      String description,
      DocumentCollection collection,
      ToDoubleFunction<DocumentCollection> value) {
    return Gauge.builder(name, collection, value)
        .description(description)
        .tag("collection", collection.name())
        .register(registry);
  }
}
