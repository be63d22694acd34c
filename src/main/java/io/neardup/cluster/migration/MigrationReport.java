package io.neardup.cluster.migration;

import java.util.SortedMap;

/// What was compared after a migration.
///
/// @param source the collections that were copied, by name
/// @param target the collections that were found where they were copied to, by name
/// @param judgements whether the source has judgements of pairs, which are not copied
public record MigrationReport(
    SortedMap<String, CollectionDigest> source,
    SortedMap<String, CollectionDigest> target,
    boolean judgements) {

  /// Whether both have the same settings and documents.
  public boolean isSame() {
    return source.equals(target);
  }
}
