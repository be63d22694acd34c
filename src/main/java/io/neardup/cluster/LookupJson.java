package io.neardup.cluster;

import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.MetadataFilter;
import java.util.List;

/// The parameters of a lookup, see [Lookup].
record LookupJson(
    int maxDistance,
    double recall,
    int limit,
    boolean nearest,
    List<String> filter,
    int allowedWithin) {

  static LookupJson of(Lookup lookup) {
    return new LookupJson(
        lookup.maxDistance(),
        lookup.recall(),
        lookup.limit(),
        lookup.nearest(),
        lookup.filter().conditions(),
        lookup.allowedWithin());
  }

  Lookup lookup() {
    return new Lookup(
        maxDistance, recall, limit, nearest, MetadataFilter.of(filter), allowedWithin);
  }
}
