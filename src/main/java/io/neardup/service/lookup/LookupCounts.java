package io.neardup.service.lookup;

import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// How many lookups went through the index of a collection, by the kind of their plan, and how many
/// fingerprints they looked at. Lookups before a document is stored count as well. Safe for
/// concurrent use.
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

  /// How many lookups had plans of that kind.
  public long lookups(Plan.Kind kind) {
    return adder(lookups, kind).sum();
  }

  /// How many fingerprints they looked at.
  public long candidates(Plan.Kind kind) {
    return adder(candidates, kind).sum();
  }

  private static LongAdder adder(Map<Plan.Kind, LongAdder> adders, Plan.Kind kind) {
    LongAdder adder = adders.get(kind);
    if (adder == null) {
      throw new IllegalStateException("there is one for each kind");
    }
    return adder;
  }
}
