package io.neardup.cluster.ownership;

import io.neardup.service.Awaited;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The records of the collections of a cluster: read as far as they are applied here, and changed
/// by the owner of the partition of the collection.
///
/// @param stored as far as they are applied
/// @param owners of collections, see [HostedPartitions#owner]
/// @param collections by name
public record OwnedRecords(
    CollectionRecords stored,
    Function<CollectionSettings, PartitionOwner> owners,
    Function<String, Optional<DocumentCollection>> collections)
    implements CollectionRecords {

  @Override
  public void apply(Incarnation collection, List<Change> changes) {
    DocumentCollection present =
        collections
            .apply(collection.collection())
            .filter(each -> each.incarnation().equals(collection))
            .orElseThrow(() ->
                new StoreException(
                    StoreFault.NO_COLLECTION,
                    "The collection '" + collection.collection() + "' was deleted."));
    Awaited.of(owners.apply(present.settings()).append(present, changes));
  }

  @Override
  public byte @Nullable [] find(Incarnation collection, Kind kind, String key) {
    return stored.find(collection, kind, key);
  }

  @Override
  public List<Stored> list(Incarnation collection, Kind kind, String after, int limit) {
    return stored.list(collection, kind, after, limit);
  }

  @Override
  public long version(Incarnation collection, Kind kind) {
    return stored.version(collection, kind);
  }
}
