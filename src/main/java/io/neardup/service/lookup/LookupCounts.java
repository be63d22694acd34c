package io.neardup.service.lookup;

import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Counts the lookups in the index of a collection and the fingerprints that they compared, by the
/// kind of plan. Includes lookups before a document is stored. Thread-safe.
public final class LookupCounts {

  private final Map<Plan.Kind, LongAdder> lookups = new EnumMap<>(Plan.Kind.class);
  private final Map<Plan.Kind, LongAdder> candidates = new EnumMap<>(Plan.Kind.class);

  public LookupCounts() {
    for (Plan.Kind kind : Plan.Kind.values()) {
      lookups.put(kind, new LongAdder());
      candidates.put(kind, new LongAdder());
    }
  }

  public void count(SearchResult result) {
    adder(lookups, result.plan().kind()).increment();
    adder(candidates, result.plan().kind()).add(result.candidates());
  }

  /// The number of lookups with plans of that kind.
  public long lookups(Plan.Kind kind) {
    return adder(lookups, kind).sum();
  }

  /// The number of fingerprints compared.
  public long candidates(Plan.Kind kind) {
    return adder(candidates, kind).sum();
  }

  private static LongAdder adder(Map<Plan.Kind, LongAdder> adders, Plan.Kind kind) {
    LongAdder adder = adders.get(kind);
    if (adder == null) {
      throw new IllegalStateException("every kind has a counter");
    }
    return adder;
  }
}
